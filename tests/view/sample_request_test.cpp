// The positions of a field's samples.
#include "app/view/sample_request.h"

#include <gtest/gtest.h>

#include "kernels/field/cells.h"

namespace heatwave::view {
namespace {

TEST(SampleRequest, PlacesGoFromTheFirstCellToTheLast) {
  const lines::Samples few = places_of({.area = {10, 20, 650, 500}, .most = {256, 192}});
  EXPECT_EQ(few.extent, (core::Extent{256, 192}));
  EXPECT_EQ(few.place(0, 0), (core::Point{10.5, 20.5}));
  EXPECT_NEAR(few.place(255, 191).x, 649.5, 1e-9);
  EXPECT_NEAR(few.place(255, 191).y, 499.5, 1e-9);
  const lines::Samples all = places_of({.area = {3, 4, 40, 5}, .most = {256, 192}});
  EXPECT_EQ(all.extent, (core::Extent{37, 1}));
  EXPECT_EQ(all.place(36, 0), (core::Point{39.5, 4.5}));
}

TEST(SampleRequest, AWallBetweenTwoPlacesIsFound) {
  const core::Extent grid{640, 480};
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(grid.cells()), 0);
  lines::Samples samples = places_of({.area = core::whole(grid), .most = {64, 48}});
  find_walls(samples, flags, grid);
  EXPECT_TRUE(samples.walls.empty());
  for (int wall = 100; wall < 120; ++wall) {
    std::fill(flags.begin(), flags.end(), std::uint8_t{0});
    for (int y = 0; y < grid.height; ++y) {
      flags[core::whole(grid).index(wall, y)] = field::kWall;
    }
    find_walls(samples, flags, grid);
    ASSERT_FALSE(samples.walls.empty());
    int found = 0;
    for (int x = 0; x < 64; ++x) found += samples.walls[samples.index(x, 20)];
    EXPECT_GE(found, 1) << wall;
    EXPECT_LE(found, 2) << wall;
  }
}

}  // namespace
}  // namespace heatwave::view
