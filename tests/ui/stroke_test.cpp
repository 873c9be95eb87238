// Strokes of any length, simplified and dashed lines.
#include "app/ui/pen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

std::vector<ImVec2> curve(int pieces) {
  std::vector<ImVec2> points;
  for (int i = 0; i <= pieces; ++i) {
    const auto x = static_cast<float>(i);
    points.emplace_back(2 * x, 90 * std::sin(0.05F * x));
  }
  return points;
}

class Strokes : public WithoutAScreen {
 protected:
  Strokes() {
    ImGui::NewFrame();
    list_ = ImGui::GetBackgroundDrawList();
  }
  ~Strokes() override { ImGui::EndFrame(); }

  ImDrawList* list_ = nullptr;
};

TEST_F(Strokes, AreDrawnToTheirEndHoweverManyPointsTheyHave) {
  const auto triangles_of = [&](int pieces, bool closed) {
    const std::vector<ImVec2> points = curve(pieces);
    const int before = list_->IdxBuffer.Size;
    stroke(*list_, points, IM_COL32_WHITE, 1.5F, closed);
    return (list_->IdxBuffer.Size - before) / 3;
  };
  const int each = triangles_of(100, false) / 100;
  ASSERT_GT(each, 0);
  EXPECT_EQ(triangles_of(100, true), 101 * each);
  EXPECT_EQ(triangles_of(100'000, false), 100'000 * each);
  EXPECT_EQ(triangles_of(100'000, true), 100'001 * each);
  const int before = list_->IdxBuffer.Size;
  stroke(*list_, std::vector<ImVec2>{{1, 1}}, IM_COL32_WHITE, 1.5F);
  stroke(*list_, {}, IM_COL32_WHITE, 1.5F, true);
  EXPECT_EQ(list_->IdxBuffer.Size, before);
}

TEST(Simplified, AreTheSameByFewerPoints) {
  const std::vector<ImVec2> points = curve(400);
  std::vector<ImVec2> few = points;
  simplify(few, 0.3F);
  EXPECT_LT(few.size(), points.size() / 3);
  EXPECT_EQ(few.front().x, points.front().x);
  EXPECT_EQ(few.back().x, points.back().x);
  for (const ImVec2 p : points) {
    float away = 1e9F;
    for (std::size_t i = 0; i + 1 < few.size(); ++i) {
      if (p.x < few[i].x || p.x > few[i + 1].x) continue;
      const float part = (p.x - few[i].x) / (few[i + 1].x - few[i].x);
      away = std::min(away, std::abs(p.y - few[i].y - part * (few[i + 1].y - few[i].y)));
    }
    // the vertical distance that corresponds to the tolerance at the steepest slope
    EXPECT_LT(away, 0.76F);
  }
}

TEST(Dashes, LeaveGapsHoweverCloseThePointsAre) {
  for (const float apart : {0.25F, 1.0F, 7.0F, 90.0F}) {
    std::vector<ImVec2> points;
    for (float x = 2; x <= 200; x += apart) points.emplace_back(x, 3 * x);
    float drawn = 0;
    float last = -1;
    for (const std::vector<ImVec2>& dash : dashes(points, 8)) {
      ASSERT_GE(dash.size(), 2U);
      EXPECT_TRUE(last < 0 || std::abs(dash.front().x - last - 8) < 1e-3F) << apart;
      for (const ImVec2 p : dash) EXPECT_NEAR(p.y, 3 * p.x, 1e-3F) << "a dash leaves the line";
      drawn += dash.back().x - dash.front().x;
      last = dash.back().x;
    }
    EXPECT_NEAR(drawn, (points.back().x - points.front().x) / 2, 8) << apart;
  }
}

TEST(Dashes, StandStillWhileALineGrows) {
  const std::vector<ImVec2> all = curve(100);
  const auto before = dashes(std::span(all).first(60), 6);
  const auto after = dashes(all, 6);
  ASSERT_GT(after.size(), before.size());
  for (std::size_t i = 0; i + 1 < before.size(); ++i) {
    EXPECT_EQ(before[i].front().x, after[i].front().x);
    EXPECT_EQ(before[i].back().x, after[i].back().x);
  }
}

}  // namespace
}  // namespace heatwave::ui
