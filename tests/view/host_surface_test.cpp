// The surface's picture as the processor makes it: what it covers, and by how many threads.
#include "app/view/host_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/view/sample_wish.h"
#include "app/view/surface_shader.h"
#include "tests/bytes_in_use.h"

namespace heatwave::view {
namespace {

constexpr core::Extent kSurfaceGrid{64, 48};
constexpr core::Extent kFramebuffer{320, 240};
constexpr std::uint32_t kGround = 0xff030201U;

Relief hills_of(core::Extent grid, core::Extent most, float height) {
  Relief relief{.grid = grid, .heights = places_of({.area = core::whole(grid), .most = most})};
  for (int y = 0; y < relief.heights.extent.height; ++y) {
    for (int x = 0; x < relief.heights.extent.width; ++x) {
      const core::Point p = relief.heights.place(x, y);
      relief.heights.values.push_back(height *
                                      static_cast<float>(std::sin(p.x / 3) * std::cos(p.y / 4)));
    }
  }
  return relief;
}

SurfaceCamera seen_from(double right, double down, double zoom) {
  SurfaceCamera camera;
  camera.place(ui::Box::at(11, 13, 280, 200), kSurfaceGrid);
  camera.turn(right, down);
  camera.zoom_about(120, 100, zoom);
  return camera;
}

class HostSurfaceTest : public ::testing::Test {
 protected:
  void paint(HostSurface& surface, const Relief& relief, const SurfaceCamera& camera) {
    surface.paint(relief, {kLaid, laid_},
                  {camera, kFramebuffer, 1.0, surface_pixels(camera, kFramebuffer, 1.0), kGround});
  }

  static constexpr core::Extent kLaid{64, 48};
  std::vector<std::uint32_t> laid_ = std::vector<std::uint32_t>(64U * 48U, 0xff808080U);
  core::ThreadTeam team_{1};
  HostSurface surface_{team_};
};

TEST_F(HostSurfaceTest, WhatIsForgottenTakesNoMemory) {
  if (test::bytes_in_use() == 0) GTEST_SKIP() << "the allocator does not count";
  const Relief hills = hills_of(kSurfaceGrid, {60, 40}, 1.0F);
  const std::size_t before = test::bytes_in_use();
  paint(surface_, hills, seen_from(77, 20, 1.0));
  EXPECT_GT(test::bytes_in_use(), before + 100'000);
  surface_.forget();
  EXPECT_TRUE(surface_.painted().empty());
  EXPECT_LT(test::bytes_in_use(), before + 5'000);
}

TEST_F(HostSurfaceTest, CoversWhatIsSeenOfAPlainAndNothingElse) {
  const Relief plain = hills_of(kSurfaceGrid, {30, 20}, 0.0F);
  for (const double zoom : {1.0, 5.0}) {
    for (const double turned : {0.0, 77.0, 400.0, -250.0}) {
      const SurfaceCamera camera = seen_from(turned, turned / 5, zoom);
      paint(surface_, plain, camera);
      const core::Rect& painted = surface_.painted();
      const core::Rect area = surface_pixels(camera, kFramebuffer, 1.0);
      EXPECT_EQ(core::intersection(painted, area), painted);
      ASSERT_EQ(surface_.pixels().size(), static_cast<std::size_t>(painted.cells()));
      for (int y = area.y0; y < area.y1; ++y) {
        for (int x = area.x0; x < area.x1; ++x) {
          const Ray ray = camera.ray(x + 0.5, kFramebuffer.height - y - 0.5);
          const core::Point there = meet_level(ray, 0.0).value_or(core::Point{-1e6, -1e6});
          const double inside = std::min(
              {there.x, there.y, kSurfaceGrid.width - there.x, kSurfaceGrid.height - there.y});
          if (std::abs(inside) < 0.05) continue;
          const bool is_ground =
              !painted.contains({x, y}) || surface_.pixels()[painted.index(x, y)] == kGround;
          ASSERT_EQ(is_ground, inside < 0) << x << ", " << y << " at " << zoom << ", " << turned;
        }
      }
    }
  }
}

TEST_F(HostSurfaceTest, IsTheSameByAnyNumberOfThreads) {
  const Relief hills = hills_of(kSurfaceGrid, {64, 48}, 9.0F);
  for (std::size_t i = 0; i < laid_.size(); ++i) {
    laid_[i] = 0xff000000U | static_cast<std::uint32_t>(i) * 2654435761U >> 8U;
  }
  for (const double zoom : {1.0, 6.0}) {
    const SurfaceCamera camera = seen_from(130, -60, zoom);
    paint(surface_, hills, camera);
    for (const int threads : {2, 3}) {
      core::ThreadTeam team(threads);
      HostSurface shared(team);
      paint(shared, hills, camera);
      EXPECT_EQ(shared.painted(), surface_.painted());
      EXPECT_TRUE(std::ranges::equal(shared.pixels(), surface_.pixels())) << threads;
    }
  }
}

TEST_F(HostSurfaceTest, OfFewPlacesOrInNoRoomIsPaintedAsFarAsItGoes) {
  const SurfaceCamera camera = seen_from(0, 0, 1);
  paint(surface_, hills_of(kSurfaceGrid, {2, 2}, 3.0F), camera);
  EXPECT_FALSE(surface_.painted().empty());
  paint(surface_, hills_of({1, 9}, {30, 20}, 3.0F), camera);
  EXPECT_TRUE(surface_.painted().empty()) << "no squares";
  const Relief hills = hills_of(kSurfaceGrid, {30, 20}, 3.0F);
  for (const core::Rect& area :
       {core::Rect{0, 0, 0, 50}, core::Rect{100, 100, 105, 160}, core::Rect{100, 100, 110, 101},
        core::Rect{0, 0, 9, 9}, core::Rect{312, 232, 320, 240}}) {
    surface_.paint(hills, {kLaid, laid_}, {camera, kFramebuffer, 1.0, area, kGround});
    const core::Rect& painted = surface_.painted();
    EXPECT_TRUE(painted.empty() || core::intersection(painted, area) == painted) << area.x1;
  }
}

TEST_F(HostSurfaceTest, HeightsThatAreNoNumbersDoNoHarm) {
  Relief hills = hills_of(kSurfaceGrid, {30, 20}, 3.0F);
  hills.heights.values[100] = std::nanf("");
  hills.heights.values[200] = std::numeric_limits<float>::infinity();
  hills.heights.values[300] = -1e30F;
  paint(surface_, hills, seen_from(20, 30, 2));
  EXPECT_FALSE(surface_.painted().empty());
}

}  // namespace
}  // namespace heatwave::view
