// The edge of a surface that its axis stands beside.
#include "app/rooms/fields/surface_axes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/view/relief.h"

namespace heatwave::fields_room {
namespace {

constexpr core::Extent kGrid{640, 480};
constexpr double kMost = 100;  // height of the range, in cells

view::SurfaceCamera camera_at(double right, double down) {
  view::SurfaceCamera camera;
  camera.place(beside_axis(ui::Box::at(20, 60, 900, 640), 1.0F), kGrid);
  camera.turn(right, down);
  return camera;
}

TEST(SurfaceAxis, StandsAtTheLeftEndOfTheBlockWithRoomBesideItHoweverItIsTurned) {
  for (double right = 0; right < 900; right += 37) {
    const view::SurfaceCamera camera = camera_at(right, -40);
    const auto edge = axis_edge(camera, kMost);
    ASSERT_TRUE(edge) << right;
    EXPECT_LT(edge->high.y, edge->low.y);
    EXPECT_TRUE(edge->is_left) << right;
    EXPECT_GE(std::min(edge->low.x, edge->high.x), 20 + 64) << "room for the labels";
    for (const auto& [x, y] : {std::array{0, 0}, {640, 0}, {0, 480}, {640, 480}}) {
      const core::Point corner =
          camera.to_window({static_cast<double>(x), static_cast<double>(y), 0});
      EXPECT_GE(corner.x, edge->low.x - 1e-6) << right;
    }
  }
}

TEST(SurfaceAxis, StandsAtTheOtherEndWhereTheLeftOneIsOutOfSight) {
  view::SurfaceCamera camera = camera_at(0, 0);
  const auto before = axis_edge(camera, kMost);
  ASSERT_TRUE(before);
  camera.pan(-200, 0);
  const auto other = axis_edge(camera, kMost);
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->is_left);
  EXPECT_GT(other->low.x, before->low.x + 100);
  camera.zoom_about(470, 380, 8);
  EXPECT_FALSE(axis_edge(camera, kMost)) << "only the middle is in sight";
}

}  // namespace
}  // namespace heatwave::fields_room
