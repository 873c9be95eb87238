// Dear ImGui with its own font and without a screen.
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
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;  // no test looks at the textures
    io.Fonts->AddFontDefaultBitmap();
    ImGui::GetStyle().FontSizeBase = 13;  // the size at which its characters were drawn
  }
  ~WithoutAScreen() override { ImGui::DestroyContext(); }
};

}  // namespace heatwave::ui
