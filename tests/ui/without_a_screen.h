// Dear ImGui with its own font and nothing to draw on.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

namespace heatwave::ui {

class WithoutAScreen : public ::testing::Test {
 protected:
  WithoutAScreen() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {640, 480};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;  // nobody looks at them
    io.Fonts->AddFontDefaultBitmap();
    ImGui::GetStyle().FontSizeBase = 13;  // as its letters were drawn
  }
  ~WithoutAScreen() override { ImGui::DestroyContext(); }
};

}  // namespace heatwave::ui
