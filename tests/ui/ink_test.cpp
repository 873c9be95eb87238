// Lines drawn into a picture: how dark, where, and by how much work.
#include "app/ui/ink.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heatwave::ui {
namespace {

constexpr ImU32 kBlack = IM_COL32(0, 0, 0, 255);
constexpr ImU32 kRed = IM_COL32(255, 0, 0, 255);

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
      Ink ink;
      ink.clear(200, 200);
      const auto x = static_cast<float>(60 * std::cos(degrees * 0.0174532925));
      const auto y = static_cast<float>(60 * std::sin(degrees * 0.0174532925));
      ink.stroke(std::vector<ImVec2>{{100.3F - x, 100.4F - y}, {100.3F + x, 100.4F + y}}, kBlack,
                 width);
      const double ends = 3.2 * width;
      EXPECT_NEAR(sum(ink), 120.0 * static_cast<double>(width), 0.09 * 120 * width + ends)
          << width << " at " << degrees;
    }
  }
}

TEST(Ink, IsNoDarkerWhereALineGoesOnOrMeetsItself) {
  Ink ink;
  ink.clear(40, 40);
  const ImU32 half = IM_COL32(0, 0, 0, 128);
  ink.stroke(std::vector<ImVec2>{{5, 10}, {20, 10}, {20, 30}, {12, 30}, {12, 2}}, half, 3.0F);
  for (const std::uint32_t pixel : ink.pixels()) EXPECT_LE(pixel >> IM_COL32_A_SHIFT, 128U);
  EXPECT_EQ(opacity(ink, 15, 9), 128U);
  EXPECT_EQ(opacity(ink, 12, 9), 128U);
  EXPECT_EQ(opacity(ink, 30, 9), 0U);
}

TEST(Ink, OfAnotherColourLiesOverWhatWasThere) {
  Ink ink;
  ink.clear(20, 20);
  ink.stroke(std::vector<ImVec2>{{0, 10}, {20, 10}}, kBlack, 4.0F);
  ink.stroke(std::vector<ImVec2>{{10, 0}, {10, 20}}, kRed, 4.0F);
  EXPECT_EQ(ink.pixels()[10 * 20 + 10], kRed);
  EXPECT_EQ(ink.pixels()[10 * 20 + 3], kBlack);
  const std::uint32_t rim = ink.pixels()[10 * 20 + 11];
  EXPECT_EQ(rim, kRed);
}

TEST(Ink, ClosesALineAndKeepsWithinThePicture) {
  Ink ink;
  ink.clear(30, 30);
  const std::vector<ImVec2> corners{{5, 5}, {25, 5}, {25, 25}, {5, 25}};
  ink.stroke(corners, kBlack, 2.0F);
  EXPECT_EQ(opacity(ink, 5, 15), 0U);
  ink.stroke(corners, kBlack, 2.0F, true);
  EXPECT_EQ(opacity(ink, 5, 15), 255U);
  ink.stroke(std::vector<ImVec2>{{-500, 15}, {900, 15}}, kBlack, 2.0F);
  ink.stroke(std::vector<ImVec2>{{NAN, 15}, {9, INFINITY}, {1e30F, 4}}, kBlack, 2.0F);
  ink.stroke(std::vector<ImVec2>{{3, 3}}, kBlack, 2.0F);
  ink.clear(0, -4);
  ink.stroke(corners, kBlack, 2.0F);
  EXPECT_TRUE(ink.pixels().empty());
}

TEST(Ink, ShowsWhatIsSeenOfALineHoweverFarItGoes) {
  Ink ink;
  ink.clear(31, 31);
  ink.stroke(std::vector<ImVec2>{{-8e6F + 15.5F, -8e6F + 15.5F}, {8e6F + 15.5F, 8e6F + 15.5F}},
             kBlack, 2.0F);
  for (int i = 0; i < 31; ++i) {
    EXPECT_EQ(opacity(ink, i, i), 255U);
    EXPECT_EQ(opacity(ink, i, (i + 4) % 31), 0U);
  }
}

TEST(Ink, IsTheSameOfHoweverManyPiecesALineIs) {
  const auto drawn = [](int pieces) {
    Ink ink;
    ink.clear(64, 40);
    ink.stroke(std::vector<ImVec2>{{0, 20.5F}, {64, 20.5F}}, kBlack, 1.0F);
    ink.stroke(std::vector<ImVec2>{{20, 0}, {62, 33}}, IM_COL32(0, 0, 255, 255), 3.0F);
    std::vector<ImVec2> line;
    for (int i = 0; i <= pieces; ++i) {
      const float part = static_cast<float>(i) / static_cast<float>(pieces);
      line.emplace_back(1.0F + 62 * part, 17.0F + 5 * part);
    }
    ink.stroke(line, kRed, 2.0F);
    ink.stroke(std::vector<ImVec2>{{63.5F, 0}, {63.5F, 40}}, kRed, 3.0F);
    return std::vector<std::uint32_t>(ink.pixels().begin(), ink.pixels().end());
  };
  const auto one = drawn(1);
  const auto many = drawn(40);
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (const int shift : {0, 8, 16, 24}) {
      EXPECT_NEAR(static_cast<int>(one[i] >> shift & 255U),
                  static_cast<int>(many[i] >> shift & 255U), 4);
    }
  }
}

TEST(Ink, LeavesNothingOfALineAtTheRimToTheNext) {
  Ink ink;
  ink.clear(30, 30);
  ink.stroke(std::vector<ImVec2>{{10, 15.5F}, {40, 15.5F}}, kBlack, 2.0F);
  ink.stroke(std::vector<ImVec2>{{0.5F, 0}, {0.5F, 30}}, kRed, 0.5F);
  EXPECT_EQ(opacity(ink, 0, 16), opacity(ink, 0, 3));
  EXPECT_EQ(opacity(ink, 29, 15), 255U);
}

TEST(Ink, TakesNoMoreWorkThanALineIsLong) {
  Ink ink;
  ink.clear(1000, 1000);
  ink.stroke(std::vector<ImVec2>{{0, 0}, {1000, 1000}}, kBlack, 1.5F);
  EXPECT_LT(ink.work(), 1415 * 16);
}

}  // namespace
}  // namespace heatwave::ui
