// The libraries on top of Dear ImGui compile, link and draw with its version.
#include <gtest/gtest.h>
#include <imgui.h>
#include <implot.h>

#include <array>

#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

class InterfaceLibraries : public WithoutAScreen {
 protected:
  /// Draws a window with this content; returns the number of vertices.
  template <typename Content>
  int corners_of(Content draw_content) {
    int corners = 0;
    for (int frame = 0; frame < 3; ++frame) {  // a window's sizes settle in two frames
      ImGui::NewFrame();
      ImGui::SetNextWindowSize({400, 300});
      ImGui::Begin("window");
      draw_content();
      ImGui::End();
      ImGui::Render();
      corners = ImGui::GetDrawData()->TotalVtxCount;
    }
    return corners;
  }
};

TEST_F(InterfaceLibraries, ThePlotDrawsItsCurve) {
  ImPlot::CreateContext();
  const auto corners = [&](bool with_curve) {
    return corners_of([&] {
      if (!ImPlot::BeginPlot("plot", {300, 200})) return;
      constexpr std::array<double, 4> kValues{0.0, 1.0, 0.5, 2.0};
      if (with_curve) ImPlot::PlotLine("curve", kValues.data(), kValues.size());
      ImPlot::EndPlot();
    });
  };
  EXPECT_GT(corners(true), corners(false));
  ImPlot::DestroyContext();
}

}  // namespace
}  // namespace heatwave::ui
