// Values between cells: exact at centres, within their neighbours, and not across walls.
#include "app/lines/interpolation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace heatwave::lines {
namespace {

constexpr core::Extent kGrid{12, 9};
constexpr std::uint8_t kWallFlag = 4;

/// Returns a wave of this length, in cells, along x.
std::vector<float> waves(double length) {
  std::vector<float> cells;
  for (int y = 0; y < kGrid.height; ++y) {
    for (int x = 0; x < kGrid.width; ++x) {
      cells.push_back(static_cast<float>(std::sin(6.2831853 * (x + 0.5) / length)));
    }
  }
  return cells;
}

TEST(Interpolation, IsForCellsLargerThanAPixelAndSmallerThanTwelve) {
  EXPECT_EQ(interpolation_for(0.2), Interpolation::none);
  EXPECT_EQ(interpolation_for(1.0), Interpolation::none);
  EXPECT_EQ(interpolation_for(1.25), Interpolation::linear);
  EXPECT_EQ(interpolation_for(4.0), Interpolation::cubic);
  EXPECT_EQ(interpolation_for(11.9), Interpolation::cubic);
  EXPECT_EQ(interpolation_for(12.0), Interpolation::none);
}

TEST(Interpolation, IsExactAtTheCentresOfCells) {
  const std::vector<float> cells = waves(5);
  const CellValues values{kGrid, cells, {}, 0};
  for (const Interpolation each : {Interpolation::linear, Interpolation::cubic}) {
    for (int x = 0; x < kGrid.width; ++x) {
      EXPECT_EQ(value_between(values, {x + 0.5, 4.5}, each), cells[core::whole(kGrid).index(x, 4)]);
    }
  }
}

TEST(Interpolation, TheCubicOneFollowsAWaveSeveralTimesAsCloselyAsTheLinearOne) {
  const std::vector<float> cells = waves(8);
  const CellValues values{kGrid, cells, {}, 0};
  double linear = 0;
  double cubic = 0;
  for (double x = 2.0; x < 10.0; x += 0.1) {
    const double exact = std::sin(6.2831853 * x / 8);
    const auto error = [&](Interpolation each) {
      return std::abs(static_cast<double>(value_between(values, {x, 4.2}, each)) - exact);
    };
    linear = std::max(linear, error(Interpolation::linear));
    cubic = std::max(cubic, error(Interpolation::cubic));
  }
  EXPECT_LT(linear, 0.08);
  EXPECT_LT(cubic, linear / 2);
}

TEST(Interpolation, SwingsBeyondNoJump) {
  std::vector<float> cells(static_cast<std::size_t>(kGrid.cells()));
  for (int y = 0; y < kGrid.height; ++y) {
    for (int x = 6; x < kGrid.width; ++x) cells[core::whole(kGrid).index(x, y)] = 1.0F;
  }
  const CellValues values{kGrid, cells, {}, 0};
  for (double x = 0; x < kGrid.width; x += 0.05) {
    const float value = value_between(values, {x, 4.4}, Interpolation::cubic);
    EXPECT_GE(value, 0.0F) << x;
    EXPECT_LE(value, 1.0F) << x;
  }
}

TEST(Interpolation, AWallDoesNotBleedIntoTheFieldBesideIt) {
  std::vector<float> cells(static_cast<std::size_t>(kGrid.cells()), 0.25F);
  std::vector<std::uint8_t> flags(cells.size());
  for (int y = 0; y < kGrid.height; ++y) {
    const std::size_t wall = core::whole(kGrid).index(6, y);
    cells[wall] = y % 2 == 0 ? 900.0F : std::nanf("");
    flags[wall] = kWallFlag;
    for (int x = 7; x < kGrid.width; ++x) cells[core::whole(kGrid).index(x, y)] = 0.75F;
  }
  const CellValues values{kGrid, cells, flags, kWallFlag};
  for (const Interpolation each : {Interpolation::linear, Interpolation::cubic}) {
    for (double y = 0.1; y < kGrid.height; y += 0.3) {
      for (double x = 0.1; x < kGrid.width; x += 0.3) {
        if (x >= 6 && x < 7) continue;
        EXPECT_FLOAT_EQ(value_between(values, {x, y}, each), x < 6 ? 0.25F : 0.75F)
            << x << ' ' << y;
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::lines
