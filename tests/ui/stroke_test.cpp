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

/// Returns the largest change of direction between two parts of a line, in degrees.
float sharpest_corner(const std::vector<ImVec2>& points) {
  float most = 0;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const ImVec2 a{points[i].x - points[i - 1].x, points[i].y - points[i - 1].y};
    const ImVec2 b{points[i + 1].x - points[i].x, points[i + 1].y - points[i].y};
    most = std::max(most, std::abs(std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)));
  }
  return most * 57.2958F;
}

TEST(Smoothed, HaveNoCornersHoweverFewThePointsAre) {
  for (const int corners : {8, 16, 32}) {
    std::vector<ImVec2> points;
    for (int i = 0; i <= corners; ++i) {
      const float angle = 6.2831853F * static_cast<float>(i) / static_cast<float>(corners);
      points.emplace_back(300 + 200 * std::cos(angle), 300 + 120 * std::sin(angle));
    }
    ASSERT_GT(sharpest_corner(points), 10);
    const std::vector<ImVec2> curve = smoothed(points, 4);
    EXPECT_LT(sharpest_corner(curve), 6) << corners;
    for (const ImVec2 point : points) {
      EXPECT_TRUE(std::any_of(curve.begin(), curve.end(), [&](const ImVec2 on) {
        return std::hypot(on.x - point.x, on.y - point.y) < 0.01F;
      })) << "the hand was here";
    }
    for (const ImVec2 on : curve) {
      const float ring = std::hypot((on.x - 300) / 200, (on.y - 300) / 120);
      EXPECT_NEAR(ring, 1, 0.03F) << corners;
    }
    // It is smooth where it closes, too.
    EXPECT_LT(sharpest_corner({curve[curve.size() - 2], curve.front(), curve[1]}), 6) << corners;
  }
}

TEST(Smoothed, KeepStraightAndDenseLinesAndHaveNoLoops) {
  const std::vector<ImVec2> corner{{0, 0}, {100, 0}, {104, 0}, {104, 100}, {104, 101}};
  for (const ImVec2 on : smoothed(corner, 4)) {
    EXPECT_GE(on.x, -0.5F);
    EXPECT_LE(on.x, 107);
    EXPECT_GE(on.y, -2);
    EXPECT_LE(on.y, 101.5F);
  }
  for (const ImVec2 on : smoothed(std::vector<ImVec2>{{0, 10}, {100, 60}}, 4)) {
    EXPECT_NEAR(on.y, 10 + on.x / 2, 1e-3F);
  }
  const std::vector<ImVec2> dense = curve(100);
  EXPECT_EQ(smoothed(dense, 40).size(), dense.size());
  EXPECT_TRUE(smoothed({}, 4).empty());
  EXPECT_EQ(smoothed(std::vector<ImVec2>{{1, 2}}, 4).size(), 1U);
  const std::vector<ImVec2> same{{1, 2}, {1, 2}, {1, 2}, {1, 2}};
  for (const ImVec2 on : smoothed(same, 4)) EXPECT_EQ(on.x, 1);
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
