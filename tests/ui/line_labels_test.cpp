// The labels of a chart's curves stand where these end, and curves that cross have lanes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "app/ui/line_chart.h"
#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

constexpr float kLine = 13;  // height of the letters
constexpr std::array<ImVec4, 3> kInks{{{1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 0, 1}}};

/// The vertical extent of everything that is drawn in one colour.
struct Extent {
  float top = std::numeric_limits<float>::max();
  float bottom = std::numeric_limits<float>::lowest();
  void include(float y) {
    top = std::min(top, y);
    bottom = std::max(bottom, y);
  }
  [[nodiscard]] float middle() const { return (top + bottom) / 2; }
  [[nodiscard]] float height() const { return bottom - top; }
};

/// The extents of a curve and its label.
struct Drawn {
  Extent curve;
  Extent end;  ///< the curve's last pixels
  Extent label;
};

class LineLabels : public WithoutAScreen {
 protected:
  /// Draws a chart of these curves, labelled by their numbers, and returns what is seen of each.
  std::array<Drawn, kInks.size()> draw(LineChart chart,
                                       const std::vector<std::vector<float>>& curves) {
    for (std::size_t i = 0; i < curves.size(); ++i) {
      chart.curves.push_back(
          {.label = std::to_string(i + 1), .colour = kInks.at(i), .values = curves[i], .lane = i});
    }
    ImFont* font = ImGui::GetFont();
    const FontSet fonts{.body = font, .strong = font, .mono = font, .size = kLine};
    const Look look{theme_of(true), fonts, 1.0F, memory_, nullptr, false};
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({400, 300});
    ImGui::Begin("of the test", nullptr, ImGuiWindowFlags_NoDecoration);
    LineView view;
    draw_line_chart(look, "chart", {8, 8, 280, 208}, chart, view);
    ImGui::End();
    ImGui::Render();
    return seen();
  }

  void SetUp() override { ImGui::NewFrame(); }

 private:
  static std::array<Drawn, kInks.size()> seen() {
    constexpr float kPlotEnds = 280 - 7 - 20;  // a label of one letter is seven pixels wide
    std::array<Drawn, kInks.size()> all;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
      for (const ImDrawVert& vertex : list->VtxBuffer) {
        for (std::size_t i = 0; i < kInks.size(); ++i) {
          if (vertex.col != packed_colour(kInks.at(i))) continue;
          Drawn& drawn = all.at(i);
          if (vertex.pos.x >= kPlotEnds + 8) drawn.label.include(vertex.pos.y);
          if (vertex.pos.x > kPlotEnds + 2) continue;
          drawn.curve.include(vertex.pos.y);
          if (vertex.pos.x > kPlotEnds - 3) drawn.end.include(vertex.pos.y);
        }
      }
    }
    return all;
  }

  Memory memory_;
};

TEST_F(LineLabels, StandWhereTheirCurvesEnd) {
  const auto seen = draw({}, {{1, 0, 0.9F}, {0, 1, 0.1F}, {0.2F, 0.6F, 0.5F}});
  for (const Drawn& drawn : seen) {
    EXPECT_NEAR(drawn.label.middle(), drawn.end.middle(), 4);
  }
  EXPECT_LT(seen[0].label.bottom, seen[2].label.top);
  EXPECT_LT(seen[2].label.bottom, seen[1].label.top);
}

TEST_F(LineLabels, OfCurvesThatEndTogetherLieInTheirOrderAndDoNotOverlap) {
  const auto seen = draw({}, {{1, 0, 0.50F}, {0, 1, 0.51F}, {0.2F, 0.6F, 0.49F}});
  EXPECT_GE(seen[0].label.top, seen[1].label.bottom - 1);
  EXPECT_GE(seen[2].label.top, seen[0].label.bottom - 1);
}

TEST_F(LineLabels, OfLanesStandBesideThemAndNoCurveLeavesItsLane) {
  const std::vector<float> wave{1, -1, 1, -1, 0};
  const auto seen = draw({.lanes = 3}, {wave, wave, wave});
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_GT(seen.at(i).label.middle(), seen.at(i).curve.top);
    EXPECT_LT(seen.at(i).label.middle(), seen.at(i).curve.bottom);
    EXPECT_NEAR(seen.at(i).curve.height(), seen[0].curve.height(), 1) << "one scale";
    if (i > 0) {
      EXPECT_GT(seen.at(i).curve.top, seen.at(i - 1).curve.bottom);
    }
  }
}

TEST_F(LineLabels, APlotThatIsTooLowForLanesHasOne) {
  EXPECT_EQ(lanes_in(3, 140), 3U);
  EXPECT_EQ(lanes_in(8, 140), 1U);
  EXPECT_EQ(lanes_in(1, 10), 1U);
}

TEST_F(LineLabels, AThickCurveIsThickerThanTheOthers) {
  const auto height_of = [this](bool thick) {
    const std::vector<float> level{0.5F, 0.5F};
    LineChart chart;
    chart.curves.push_back({.label = "", .colour = kInks[0], .values = level, .thick = thick});
    return draw(std::move(chart), {})[0].curve.height();
  };
  const float thin = height_of(false);
  ImGui::NewFrame();
  EXPECT_GT(height_of(true), thin + 0.9F);
}

}  // namespace
}  // namespace heatwave::ui
