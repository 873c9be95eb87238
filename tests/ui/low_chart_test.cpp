// A low chart leaves its height to its curves.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "app/ui/line_chart.h"
#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

class LowChart : public WithoutAScreen {
 protected:
  /// Returns the height of a curve, from its minimum to its maximum, in a box of this height.
  float height_of_curve(float height) {
    const std::vector<float> values{0.0F, 1.0F, 0.0F, 1.0F};
    const ImVec4 colour{1, 0, 1, 1};
    LineChart chart{.curves = {{.label = "1", .colour = colour, .values = values}},
                    .x_title = "step, a sample every 16 steps, the newest of them",
                    .y_title = "temperature u",
                    .empty = ""};
    ImFont* font = ImGui::GetFont();
    const FontSet fonts{.body = font, .strong = font, .mono = font};
    const Look look{theme_of(true), fonts, 1.0F, memory_, nullptr, false};
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({400, 300});
    ImGui::Begin("of the test", nullptr, ImGuiWindowFlags_NoDecoration);
    LineView view;
    draw_line_chart(look, "chart", {8, 8, 280, 8 + height}, chart, view);
    ImGui::End();
    ImGui::Render();
    float top = 1e9F;
    float bottom = -1e9F;
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (const ImDrawList* list : drawn.CmdLists) {
      for (const ImDrawVert& vertex : list->VtxBuffer) {
        // The label has the curve's colour too, but stands to the right of the plot.
        if (vertex.col != packed_colour(colour) || vertex.pos.x > 250) continue;
        top = std::min(top, vertex.pos.y);
        bottom = std::max(bottom, vertex.pos.y);
      }
    }
    return bottom - top;
  }

  void SetUp() override { ImGui::NewFrame(); }

  Memory memory_;
};

TEST_F(LowChart, HasMoreThanHalfOfItsHeightForCurves) { EXPECT_GT(height_of_curve(80), 37); }

TEST_F(LowChart, AHighOneHasItsHeadAbove) {
  const float height = height_of_curve(200);
  EXPECT_GT(height, 100);
  EXPECT_LT(height, 180);
}

}  // namespace
}  // namespace heatwave::ui
