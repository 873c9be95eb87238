// The drawing order of a surface.
#include "app/view/surface_painter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace heatwave::view {
namespace {

constexpr core::Extent kPlaces{31, 26};

/// Returns the position of each square in the drawing order.
std::map<std::pair<int, int>, int> turns(core::Cell nearest) {
  const auto corners = squares_of(kPlaces, nearest);
  std::map<std::pair<int, int>, int> found;
  for (std::size_t i = 0; i < corners.size(); i += 6) {
    const auto first = static_cast<int>(corners[i]);
    found[{first % kPlaces.width, first / kPlaces.width}] = static_cast<int>(i);
  }
  return found;
}

TEST(SurfaceMesh, HasEverySquareOnce) {
  const auto corners = squares_of(kPlaces, {7, 9});
  EXPECT_EQ(corners.size(), 6U * 30 * 25);
  EXPECT_EQ(turns({7, 9}).size(), 30U * 25);
  EXPECT_EQ(std::set(corners.begin(), corners.end()).size(), 31U * 26);
}

TEST(SurfaceMesh, NoSquareHidesALaterOneWhereverTheEyeIs) {
  for (const core::Cell eye : {core::Cell{-1, -1}, core::Cell{30, 25}, core::Cell{-1, 12},
                               core::Cell{12, 25}, core::Cell{0, 0}, core::Cell{17, 11}}) {
    const auto turn = turns(eye);
    for (const auto& [square, when] : turn) {
      // Seen from above, squares nearer to the eye are drawn later.
      for (int i = 1; i < 60; ++i) {
        const double part = i / 60.0;
        const std::pair<int, int> between{
            static_cast<int>(std::lround(square.first + part * (eye.x - square.first))),
            static_cast<int>(std::lround(square.second + part * (eye.y - square.second)))};
        const auto met = turn.find(between);
        if (met == turn.end()) continue;
        ASSERT_GE(met->second, when) << between.first << ", " << between.second << " before "
                                     << square.first << ", " << square.second;
      }
    }
  }
}

TEST(SurfaceMesh, KnowsWhichSquareLiesNearest) {
  lines::Samples heights;
  heights.extent = {16, 12};
  heights.first = {5, 5};
  heights.spacing = {10, 10};
  SurfaceCamera camera;
  camera.place(ui::Box::at(0, 0, 800, 600), {160, 120});
  const Space eye = camera.ray(0, 0).from;
  ASSERT_GT(eye.x, 160);  // the first viewpoint is to the right of and below the grid
  ASSERT_GT(eye.y, 120);
  EXPECT_EQ(nearest_square(heights, camera), (core::Cell{15, 11}));
  camera.turn(0, 500);
  EXPECT_EQ(nearest_square(heights, camera), (core::Cell{7, 5})) << "seen from straight above";
}

TEST(SurfaceMesh, ItsSidesCloseItDownToItsBottom) {
  constexpr core::Extent kFew{4, 3};
  std::vector<std::uint32_t> corners = squares_of(kFew, {0, 0});
  const auto surface = static_cast<int>(corners.size());
  const auto sides = add_sides(corners, kFew);
  EXPECT_EQ(sides[0].begin, surface);
  EXPECT_EQ(sides[3].begin + sides[3].count, static_cast<int>(corners.size()));
  EXPECT_EQ(sides[0].count, 6 * 2);
  EXPECT_EQ(sides[2].count, 6 * 3);
  for (int i = sides[1].begin; i < sides[1].begin + sides[1].count; ++i) {
    EXPECT_EQ(corners[static_cast<std::size_t>(i)] % 12 % 4, 3U) << "the east has the last column";
  }
}

}  // namespace
}  // namespace heatwave::view
