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
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~WithoutAScreen() override { ImGui::DestroyContext(); }
};

}  // namespace heatwave::ui
