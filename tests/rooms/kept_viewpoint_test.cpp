// The viewpoint in the window and in the scene, which receives it later.
#include "app/rooms/fields/kept_viewpoint.h"

#include <variant>

#include "desk.h"

namespace heatwave::test {
namespace {

class KeptViewpoint : public ::testing::Test {
 protected:
  KeptViewpoint() {
    const ui::Box area = ui::Box::at(0, 0, 640, 480);
    desk_.snapshot.scene.extent = {64, 48};
    mapping_.place(area, desk_.snapshot.scene.extent);
    camera_.place(area, desk_.snapshot.scene.extent);
    follow();
  }
  void follow() { kept_.follow(desk_.snapshot.scene, mapping_, camera_); }
  void zoom(double factor) {
    camera_.zoom_about(320, 240, factor);
    kept_.note_moved(now_);
  }
  void rest() {
    now_ += 1.0;
    kept_.send(desk_.frame(), mapping_, camera_, now_, false);
  }
  /// Gives the scene the viewpoint that was sent last.
  void arrive() {
    ASSERT_FALSE(desk_.sent.empty());
    desk_.snapshot.scene.viewpoint = std::get<session::SetViewpoint>(desk_.sent.back()).viewpoint;
  }

  Desk desk_;
  fields_room::KeptViewpoint kept_;
  view::FieldMapping mapping_;
  view::SurfaceCamera camera_;
  double now_ = 0.0;
};

TEST_F(KeptViewpoint, WhatAHandHasMovedIsSentOnceItRestsAndTheSceneIsFollowed) {
  zoom(2.0);
  kept_.send(desk_.frame(), mapping_, camera_, now_, false);
  EXPECT_TRUE(desk_.sent.empty()) << "the movement may continue";
  rest();
  arrive();
  follow();
  EXPECT_EQ(camera_.zoomed(), 2.0);
  desk_.snapshot.scene.viewpoint = {};  // undone
  follow();
  EXPECT_TRUE(camera_.is_reset());
}

TEST_F(KeptViewpoint, AHandThatMovesOnBeforeTheSceneHasItIsNotLedBack) {
  zoom(2.0);
  rest();
  camera_.reset();
  kept_.note_moved(now_);
  arrive();
  follow();
  EXPECT_TRUE(camera_.is_reset());
  rest();
  ASSERT_EQ(desk_.sent.size(), 2U);
  arrive();
  follow();
  EXPECT_TRUE(camera_.is_reset());
  EXPECT_EQ(desk_.snapshot.scene.viewpoint.zoomed, 1.0);
}

}  // namespace
}  // namespace heatwave::test
