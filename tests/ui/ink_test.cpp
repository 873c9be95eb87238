// Lines drawn into a picture: how dark, where, and by how much work.
#include "app/ui/ink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace heatwave::ui {
namespace {

constexpr ImU32 kBlack = IM_COL32(0, 0, 0, 255);
constexpr ImU32 kRed = IM_COL32(255, 0, 0, 255);

/// By the caller alone.
Ink drawn(int width, int height, const std::vector<Line>& lines) {
  core::ThreadTeam alone(1);
  Ink ink;
  ink.draw(width, height, lines, {}, alone);
  return ink;
}

std::uint32_t opacity(const Ink& ink, int x, int y) {
  return ink.pixels()[static_cast<std::size_t>(y * ink.width() + x)] >> IM_COL32_A_SHIFT;
}

double sum(const Ink& ink) {
  double all = 0.0;
  for (const std::uint32_t pixel : ink.pixels()) all += (pixel >> IM_COL32_A_SHIFT) / 255.0;
  return all;
}

TEST(Ink, CoversAsMuchAsALineIsWideAndLong) {
  for (const float width : {1.0F, 1.5F, 2.0F, 3.0F}) {
    for (const double degrees : {0.0, 17.0, 45.0, 90.0}) {
      const auto x = static_cast<float>(60 * std::cos(degrees * 0.0174532925));
      const auto y = static_cast<float>(60 * std::sin(degrees * 0.0174532925));
      const Ink ink = drawn(
          200, 200, {{kBlack, width, false, {{100.3F - x, 100.4F - y}, {100.3F + x, 100.4F + y}}}});
      const double ends = 3.2 * width;
      EXPECT_NEAR(sum(ink), 120.0 * static_cast<double>(width), 0.09 * 120 * width + ends)
          << width << " at " << degrees;
    }
  }
}

TEST(Ink, IsNoDarkerWhereALineGoesOnOrMeetsItself) {
  const ImU32 half = IM_COL32(0, 0, 0, 128);
  const Ink ink =
      drawn(40, 40, {{half, 3.0F, false, {{5, 10}, {20, 10}, {20, 30}, {12, 30}, {12, 2}}}});
  for (const std::uint32_t pixel : ink.pixels()) EXPECT_LE(pixel >> IM_COL32_A_SHIFT, 128U);
  EXPECT_EQ(opacity(ink, 15, 9), 128U);
  EXPECT_EQ(opacity(ink, 12, 9), 128U);
  EXPECT_EQ(opacity(ink, 30, 9), 0U);
}

TEST(Ink, OfAnotherColourLiesOverWhatWasThere) {
  const Ink ink =
      drawn(20, 20,
            {{kBlack, 4.0F, false, {{0, 10}, {20, 10}}}, {kRed, 4.0F, false, {{10, 0}, {10, 20}}}});
  EXPECT_EQ(ink.pixels()[10 * 20 + 10], kRed);
  EXPECT_EQ(ink.pixels()[10 * 20 + 3], kBlack);
  const std::uint32_t rim = ink.pixels()[10 * 20 + 11];
  EXPECT_EQ(rim, kRed);
}

TEST(Ink, ClosesALineAndKeepsWithinThePicture) {
  const std::vector<ImVec2> corners{{5, 5}, {25, 5}, {25, 25}, {5, 25}};
  EXPECT_EQ(opacity(drawn(30, 30, {{kBlack, 2.0F, false, corners}}), 5, 15), 0U);
  const Ink ink = drawn(30, 30,
                        {{kBlack, 2.0F, false, corners},
                         {kBlack, 2.0F, true, corners},
                         {kBlack, 2.0F, false, {{-500, 15}, {900, 15}}},
                         {kBlack, 2.0F, false, {{NAN, 15}, {9, INFINITY}, {1e30F, 4}}},
                         {kBlack, 2.0F, false, {{3, 3}}}});
  EXPECT_EQ(opacity(ink, 5, 20), 255U);
  EXPECT_EQ(opacity(ink, 15, 15), 255U);
  EXPECT_EQ(opacity(ink, 3, 3), 0U);
  EXPECT_TRUE(drawn(0, -4, {{kBlack, 2.0F, false, corners}}).pixels().empty());
}

TEST(Ink, ShowsWhatIsSeenOfALineHoweverFarItGoes) {
  const Ink ink = drawn(
      31, 31,
      {{kBlack, 2.0F, false, {{-8e6F + 15.5F, -8e6F + 15.5F}, {8e6F + 15.5F, 8e6F + 15.5F}}}});
  for (int i = 0; i < 31; ++i) {
    EXPECT_EQ(opacity(ink, i, i), 255U);
    EXPECT_EQ(opacity(ink, i, (i + 4) % 31), 0U);
  }
}

TEST(Ink, IsTheSameOfHoweverManyPiecesALineIs) {
  const auto of_pieces = [](int pieces) {
    std::vector<ImVec2> line;
    for (int i = 0; i <= pieces; ++i) {
      const float part = static_cast<float>(i) / static_cast<float>(pieces);
      line.emplace_back(1.0F + 62 * part, 17.0F + 5 * part);
    }
    const Ink ink = drawn(64, 40,
                          {{kBlack, 1.0F, false, {{0, 20.5F}, {64, 20.5F}}},
                           {IM_COL32(0, 0, 255, 255), 3.0F, false, {{20, 0}, {62, 33}}},
                           {kRed, 2.0F, false, line},
                           {kRed, 3.0F, false, {{63.5F, 0}, {63.5F, 40}}}});
    return std::vector<std::uint32_t>(ink.pixels().begin(), ink.pixels().end());
  };
  const auto one = of_pieces(1);
  const auto many = of_pieces(40);
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (const int shift : {0, 8, 16, 24}) {
      EXPECT_NEAR(static_cast<int>(one[i] >> shift & 255U),
                  static_cast<int>(many[i] >> shift & 255U), 4);
    }
  }
}

TEST(Ink, LeavesNothingOfALineAtTheRimToTheNext) {
  const Ink ink = drawn(30, 30,
                        {{kBlack, 2.0F, false, {{10, 15.5F}, {40, 15.5F}}},
                         {kRed, 0.5F, false, {{0.5F, 0}, {0.5F, 30}}}});
  EXPECT_EQ(opacity(ink, 0, 16), opacity(ink, 0, 3));
  EXPECT_EQ(opacity(ink, 29, 15), 255U);
}

TEST(Ink, IsDrawnAnewEachTime) {
  core::ThreadTeam alone(1);
  const std::vector<Line> lines{{kBlack, 2.0F, false, {{3, 4}, {300, 250}}}};
  Ink ink;
  ink.draw(290, 270, {{{kRed, 9.0F, false, {{0, 200}, {350, 10}}}}}, {}, alone);
  const std::uint64_t before = ink.version();
  ink.draw(310, 260, lines, {}, alone);
  EXPECT_NE(ink.version(), before);
  EXPECT_TRUE(std::ranges::equal(ink.pixels(), drawn(310, 260, lines).pixels()));
}

/// Lines of all colours over each other, some of them beyond the picture, in more rows than one
/// takes at once.
TEST(Ink, IsTheSameWhoeverHelps) {
  std::vector<Line> lines;
  for (int i = 0; i < 40; ++i) {
    const auto colour = IM_COL32(6 * i, 255 - 6 * i, i % 3 * 100, 130 + i);
    Line line{colour, 0.7F + 0.1F * static_cast<float>(i), i % 2 == 0, {}};
    for (int k = 0; k < 60; ++k) {
      const double turn = 0.1 * k + i;
      line.points.emplace_back(static_cast<float>(200 + (30 + 4 * i) * std::cos(turn)),
                               static_cast<float>(150 + (20 + 5 * i) * std::sin(1.3 * turn)));
    }
    lines.push_back(line);
  }
  const InkPlace place{.scale = 1.25F, .left = 40.0F, .top = -7.0F};
  std::vector<std::uint32_t> first;
  for (const int threads : {1, 2, 3}) {
    core::ThreadTeam team(threads);
    Ink ink;
    ink.draw(401, 333, lines, place, team);
    if (first.empty()) first.assign(ink.pixels().begin(), ink.pixels().end());
    EXPECT_TRUE(std::ranges::equal(ink.pixels(), first)) << threads << " threads";
  }
}

TEST(Ink, TakesNoMoreWorkThanALineIsLong) {
  EXPECT_LT(drawn(1000, 1000, {{kBlack, 1.5F, false, {{0, 0}, {1000, 1000}}}}).work(), 1415 * 16);
}

}  // namespace
}  // namespace heatwave::ui
