// Known fields, sampled between their cells.
#include "app/view/field_sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/view/sample_request.h"
#include "kernels/field/cells.h"

namespace heatwave::view {
namespace {

constexpr core::Extent kSampledGrid{40, 24};

/// A linear field, so that interpolation between cells is exact.
float rising(double x, double y) { return static_cast<float>(3 * x - 2 * y); }

std::vector<float> cells_of(core::Extent shown, int thinned, std::size_t stride) {
  std::vector<float> cells(stride * static_cast<std::size_t>(shown.height), -1e9F);
  for (int y = 0; y < shown.height; ++y) {
    for (int x = 0; x < shown.width; ++x) {
      cells[static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x)] =
          rising(x * thinned + 0.5, y * thinned + 0.5);
    }
  }
  return cells;
}

TEST(HostSampler, ReadsBetweenCells) {
  CellMarks marks;
  const std::vector<std::uint8_t> flags(static_cast<std::size_t>(kSampledGrid.cells()));
  marks.update(flags, kSampledGrid, 1);
  const lines::Samples places = places_of({.area = {2, 3, 39, 20}, .most = {17, 9}});
  HostSampler sampler(marks, 1, 8192, places);
  const std::vector<float> cells = cells_of(kSampledGrid, 1, 48);
  sampler.show(field::HostFrame{cells.data(), 48, kSampledGrid});
  const std::vector<float> values = sampler.take();
  ASSERT_EQ(values.size(), static_cast<std::size_t>(places.extent.cells()));
  for (int y = 0; y < places.extent.height; ++y) {
    for (int x = 0; x < places.extent.width; ++x) {
      const core::Point at = places.place(x, y);
      EXPECT_NEAR(values[places.index(x, y)], rising(at.x, at.y), 1e-3);
    }
  }
}

TEST(HostSampler, ReadsOnlyTheCellsThatAreShown) {
  CellMarks marks;
  const std::vector<std::uint8_t> flags(static_cast<std::size_t>(kSampledGrid.cells()));
  marks.update(flags, kSampledGrid, 4);
  const core::Extent shown{10, 6};
  const lines::Samples places = places_of({.area = core::whole(kSampledGrid), .most = {10, 6}});
  HostSampler sampler(marks, 4, 10, places);
  const std::vector<float> cells = cells_of(shown, 4, 10);
  sampler.show(field::HostFrame{cells.data(), 10, shown});
  const std::vector<float> values = sampler.take();
  EXPECT_NEAR(values[places.index(0, 0)], rising(0.5, 0.5), 1e-3);
  EXPECT_NEAR(values[places.index(4, 2)], rising(places.place(4, 2).x, places.place(4, 2).y), 1e-3);
  // Beyond the last shown cell its value continues.
  EXPECT_NEAR(values[places.index(9, 5)], rising(36.5, 20.5), 1e-3);
}

TEST(HostSampler, LeavesWallsOut) {
  CellMarks marks;
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(kSampledGrid.cells()));
  std::vector<float> cells = cells_of(kSampledGrid, 1, 40);
  for (int y = 0; y < kSampledGrid.height; ++y) {
    for (const int x : {10, 11}) {
      const std::size_t at = core::whole(kSampledGrid).index(x, y);
      flags[at] = field::kWall;
      cells[at] = std::numeric_limits<float>::quiet_NaN();
    }
  }
  marks.update(flags, kSampledGrid, 1);
  EXPECT_TRUE(marks.has_walls());
  lines::Samples places{.extent = {2, 1}, .first = {10.0, 8.5}, .spacing = {1.0, 1.0}};
  HostSampler sampler(marks, 1, 8192, places);
  sampler.show(field::HostFrame{cells.data(), 40, kSampledGrid});
  std::vector<float> values = sampler.take();
  EXPECT_EQ(values[0], rising(9.5, 8.5));                  // half of the cells are walls
  EXPECT_TRUE(std::isnan(values[1]));                      // all cells are walls
  EXPECT_EQ(sampler.take(), std::vector<float>(2, 0.0F));  // no frame was shown since
}

}  // namespace
}  // namespace heatwave::view
