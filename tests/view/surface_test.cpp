// The surface: where points appear in the window, and what the mouse points at.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "app/view/field_look.h"
#include "app/view/relief.h"
#include "app/view/sample_request.h"
#include "app/view/surface_camera.h"

namespace heatwave::view {
namespace {

constexpr core::Extent kPlain{640, 480};

Relief hills() {
  lines::Samples samples = places_of({.area = core::whole(kPlain), .most = {256, 192}});
  for (int y = 0; y < samples.extent.height; ++y) {
    for (int x = 0; x < samples.extent.width; ++x) {
      const core::Point p = samples.place(x, y);
      samples.values.push_back(
          static_cast<float>(std::sin(p.x / 60) * std::cos(p.y / 45 + p.x / 200)));
    }
  }
  const colour::ColourScale scale{
      .map = &colour::find_colour_map("viridis"), .bands = 0, .low = -1, .high = 1};
  return relief_of(samples, scale, kPlain);
}

SurfaceCamera camera_at(double right, double down, double zoom) {
  SurfaceCamera camera;
  camera.place(ui::Box::at(20, 60, 900, 640), kPlain);
  camera.turn(right, down);
  camera.zoom_about(400, 300, zoom);
  return camera;
}

double away(const SurfaceCamera& camera, const Relief& relief, core::Point p) {
  return 1 / camera.scale_at({p.x, p.y, relief.height_at(p)});
}

TEST(Surface, AHillHidesWhatLiesBehindItAndNothingElse) {
  lines::Samples samples = places_of({.area = core::whole(kPlain), .most = {160, 120}});
  for (int y = 0; y < samples.extent.height; ++y) {
    for (int x = 0; x < samples.extent.width; ++x) {
      // A ridge from left to right, of the greatest height.
      samples.values.push_back(std::abs(samples.place(x, y).y - 240) < 12 ? 1.0F : 0.0F);
    }
  }
  const colour::ColourScale scale{
      .map = &colour::find_colour_map("viridis"), .bands = 0, .low = 0, .high = 1};
  const Relief relief = relief_of(samples, scale, kPlain);
  SurfaceCamera camera;
  camera.place(ui::Box::at(20, 60, 900, 640), kPlain);
  camera.turn(-24 / 0.4, 0);  // from the south
  SurfaceLook look(camera);
  EXPECT_FALSE(look.is_hidden({320, 200})) << "nothing has been drawn yet";
  look.take(&relief);
  EXPECT_TRUE(look.is_hidden({320, 200}));
  EXPECT_FALSE(look.is_hidden({320, 30})) << "a point far behind the ridge is visible over it";
  EXPECT_FALSE(look.is_hidden({320, 300})) << "a point in front of the ridge";
  EXPECT_FALSE(look.is_hidden({320, 240})) << "a point on top of the ridge";
}

TEST(Surface, WhatIsPickedIsWhatIsSeenThere) {
  const Relief relief = hills();
  for (const auto& [right, down, zoom] :
       {std::array{0.0, 0.0, 1.0}, std::array{300.0, 60.0, 1.0}, std::array{-500.0, -60.0, 3.0}}) {
    const SurfaceCamera camera = camera_at(right, down, zoom);
    SurfaceLook look(camera);
    look.take(&relief);
    int met_itself = 0;
    int exact = 0;
    int count = 0;
    for (double y = 12.3; y < 470; y += 23) {
      for (double x = 11.7; x < 630; x += 29) {
        const core::Point seen = look.to_window({x, y});
        const core::Point there = look.to_cells(seen.x, seen.y);
        const core::Point again = look.to_window(there);
        // A ray that only grazes the surface may meet it a little earlier, or miss it.
        const double off = std::hypot(again.x - seen.x, again.y - seen.y);
        const bool is_behind_side =
            std::min({there.x, there.y, 640 - there.x, 480 - there.y}) < 0.01;
        if (is_behind_side) continue;
        ++count;
        if (off < 0.2) ++exact;
        if (off > 3.0) continue;
        if (std::hypot(there.x - x, there.y - y) < 0.5) {
          ++met_itself;
        } else {
          EXPECT_LT(away(camera, relief, there), 1.02 * away(camera, relief, {x, y}))
              << "only hills in front of a point hide it";
        }
      }
    }
    EXPECT_GT(met_itself, count / 2);
    EXPECT_GT(exact, count * 98 / 100);
  }
}

TEST(Surface, TheShaderSeesWhatThePointerMeets) {
  const SurfaceCamera camera = camera_at(120, -40, 2);
  const auto clip = camera.to_clip(1280, 800);
  for (const Space& p : {Space{0, 0, 0}, Space{640, 480, 30}, Space{100, 400, 90}}) {
    const auto row = [&](std::size_t i) {
      return static_cast<double>(clip[i]) * p.x + static_cast<double>(clip[4 + i]) * p.y +
             static_cast<double>(clip[8 + i]) * p.z + static_cast<double>(clip[12 + i]);
    };
    const core::Point seen = camera.to_window(p);
    EXPECT_NEAR((row(0) / row(3) + 1) * 640, seen.x, 0.05);
    EXPECT_NEAR((1 - row(1) / row(3)) * 400, seen.y, 0.05);
    EXPECT_LT(std::abs(row(2) / row(3)), 1.0)
        << "the depth lies between the near and the far plane";
  }
}

TEST(Surface, AllOfItIsSeenHoweverItIsTurned) {
  const ui::Box area = ui::Box::at(20, 60, 900, 640);
  for (double right = 0; right < 900; right += 50) {
    const SurfaceCamera camera = camera_at(right, 0, 1);
    for (const core::Point corner :
         {core::Point{0, 0}, core::Point{640, 0}, core::Point{0, 480}, core::Point{640, 480}}) {
      for (const double down : {-85.0, 0.0, 85.0}) {
        SurfaceCamera tilted = camera;
        tilted.turn(0, down);
        const auto [top, bottom] = relief_bounds(kPlain);
        EXPECT_TRUE(area.contains(tilted.to_window({corner.x, corner.y, top}))) << right << down;
        EXPECT_TRUE(area.contains(tilted.to_window({corner.x, corner.y, bottom}))) << right << down;
      }
    }
  }
}

TEST(Surface, FromStraightAboveItLiesAsThePictureDoes) {
  SurfaceCamera camera = camera_at(0, 1000, 1);
  camera.turn(-camera.turned() / 0.4, 0);
  const core::Point first = camera.to_window({0, 0, 0});
  const core::Point last = camera.to_window({640, 480, 0});
  EXPECT_LT(first.x, last.x);
  EXPECT_LT(first.y, last.y);
  EXPECT_NEAR((last.x - first.x) / (last.y - first.y), 640.0 / 480.0, 1e-6);
}

TEST(Surface, ZoomingKeepsWhatIsUnderThePointer) {
  SurfaceCamera camera = camera_at(0, 0, 1);
  const core::Point before = camera.to_window({200, 100, 0});
  camera.zoom_about(before.x, before.y, 2.5);
  const core::Point after = camera.to_window({200, 100, 0});
  EXPECT_NEAR(before.x, after.x, 1e-9);
  EXPECT_NEAR(before.y, after.y, 1e-9);
  camera.zoom_about(before.x, before.y, 0.01);
  EXPECT_DOUBLE_EQ(camera.zoomed(), 1.0);
}

TEST(Surface, WhatIsDraggedStaysAtItsHeight) {
  const Relief relief = hills();
  const SurfaceCamera camera = camera_at(0, 0, 1);
  SurfaceLook look(camera);
  look.take(&relief);
  const core::Point top{94, 0.1 * 45};
  const core::Point from = look.to_window(top);
  look.hold(from.x, from.y);
  const double height = relief.height_at(look.to_cells(from.x, from.y));
  for (double by = 0; by < 200; by += 10) {
    const core::Point there = look.to_cells(from.x + by, from.y + by / 2);
    const core::Point seen = camera.to_window({there.x, there.y, height});
    EXPECT_NEAR(seen.x, from.x + by, 0.1);
    EXPECT_NEAR(seen.y, from.y + by / 2, 0.1);
  }
  look.let_go();
}

TEST(Surface, WallsStandHigherThanAFieldAtRest) {
  lines::Samples samples = places_of({.area = {0, 0, 4, 4}, .most = {4, 4}});
  samples.values.assign(16, 0.0F);
  samples.walls.assign(16, 0);
  samples.walls[5] = 1;
  samples.values[7] = NAN;
  const colour::ColourScale scale{
      .map = &colour::find_colour_map("viridis"), .bands = 0, .low = -1, .high = 1};
  const Relief relief = relief_of(samples, scale, {4, 4});
  EXPECT_GT(relief.heights.values[5], relief.heights.values[0]);
  EXPECT_EQ(relief.heights.values[7], 0.0F);
}

TEST(Surface, ValuesBeyondTheRangeStayPeaksBelowALimit) {
  lines::Samples samples = places_of({.area = {0, 0, 8, 1}, .most = {8, 1}});
  samples.values = {0.5F, 1.0F, 1.1F, 2.0F, 1e9F, INFINITY, -0.1F, -1e9F};
  const colour::ColourScale scale{
      .map = &colour::find_colour_map("viridis"), .bands = 0, .low = 0, .high = 1};
  const core::Extent grid{8, 1};
  const Relief relief = relief_of(samples, scale, grid);
  const std::vector<float>& heights = relief.heights.values;
  const auto most = static_cast<float>(relief.most);
  EXPECT_FLOAT_EQ(heights[0], most / 2);
  EXPECT_FLOAT_EQ(heights[1], most);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_GT(heights[i], heights[i - 1]) << "no peak is flat";
  EXPECT_LE(heights[4], relief_bounds(grid).top);
  EXPECT_LE(heights[5], relief_bounds(grid).top);
  EXPECT_LT(heights[7], heights[6]);
  EXPECT_LT(heights[6], 0);
  EXPECT_GE(relief.base, relief_bounds(grid).bottom - 1e-6) << "the block below it";
}

TEST(Surface, RaysThatPassByMeetNothing) {
  const Relief relief = hills();
  EXPECT_FALSE(meet(relief, {{0, 0, 500}, {0, 0, 1}}).has_value());
  EXPECT_FALSE(meet(relief, {{-500, 0, 500}, {-1, 0, -1}}).has_value());
  EXPECT_FALSE(meet({}, {{0, 0, 500}, {0, 0, -1}}).has_value());
  EXPECT_FALSE(meet_level({{0, 0, 5}, {1, 0, 0}}, 0).has_value());
}

TEST(Surface, ARayThatMeetsASidePicksTheEdgeAboveIt) {
  const Relief relief = hills();
  const double low = relief.base / 2;
  const auto picked = meet(relief, {{320, 2000, low + 1520}, {0, -1, -1}});
  ASSERT_TRUE(picked.has_value());
  EXPECT_NEAR(picked->x, 320, 1e-6);
  EXPECT_NEAR(picked->y, 480, 1e-3);
  EXPECT_FALSE(meet(relief, {{320, 2000, 2 * relief.base + 1520}, {0, -1, -1}}).has_value())
      << "it passes below";
}

}  // namespace
}  // namespace heatwave::view
