// The arithmetic of a frame's time.
#include "app/shell/window/frame_pacer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace heatwave::shell {
namespace {

TEST(FramePacer, LeavesForStepsWhatAFramesOtherWorkDoesNotTake) {
  FramePacer pacer(50.0);
  for (int frame = 0; frame < 200; ++frame) pacer.note_overhead(0.007);
  EXPECT_NEAR(pacer.seconds_for_steps(), 0.85 / 50.0 - 0.007, 1e-6);
  for (int frame = 0; frame < 200; ++frame) pacer.note_overhead(0.5);
  EXPECT_EQ(pacer.seconds_for_steps(), 0.002) << "however slow the drawing is";
}

TEST(FramePacer, AFrameIsLateOnceItsTimeIsUp) {
  constexpr double kInstant = 1e12;  // frames a second
  constexpr double kAge = 1e-6;
  FramePacer pacer(kInstant);
  EXPECT_TRUE(pacer.is_late());
  pacer.limit(kAge);
  EXPECT_FALSE(pacer.is_late());
}

/// A frame that takes three milliseconds more than is known of.
TEST(FramePacer, StepsGiveWayToWhatMakesFramesLate) {
  FramePacer pacer(50.0);
  for (int frame = 0; frame < 200; ++frame) pacer.note_overhead(0.004);
  double seconds = 0.0;
  for (int frame = 0; frame < 300; ++frame) {
    seconds = std::max(1.0 / 50.0, pacer.seconds_for_steps() + 0.004 + 0.006);
    pacer.note_fitted(seconds);
  }
  EXPECT_LT(seconds, 1.03 / 50.0);
  for (int frame = 0; frame < 300; ++frame) pacer.note_fitted(1.0 / 50.0);
  EXPECT_NEAR(pacer.seconds_for_steps(), 0.85 / 50.0 - 0.004, 1e-6)
      << "it was late only for a time";
  for (int frame = 0; frame < 300; ++frame) pacer.note_fitted(0.5);
  EXPECT_NEAR(pacer.seconds_for_steps(), 0.6 / 50.0 - 0.004, 1e-6) << "whatever it is late for";
}

TEST(FramePacer, FramesThatMayTakeLittleComeSeldom) {
  FramePacer pacer(60.0);
  for (int frame = 0; frame < 200; ++frame) pacer.note_overhead(0.012);
  EXPECT_NEAR(pacer.seconds_between(0.03), 0.4, 1e-6);
  EXPECT_NEAR(pacer.seconds_between(0.5), 0.024, 1e-6);
}

TEST(FramePacer, NoFrameIsALongOneHoweverMuchThereIsToShow) {
  FramePacer pacer(1000.0);
  EXPECT_GT(pacer.most_seconds_for_steps(), 0.07);
  EXPECT_LT(pacer.most_seconds_for_steps(), 0.09);
  for (int frame = 0; frame < 100; ++frame) {
    pacer.begin_frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    pacer.end_frame(60.0);  // all of it were steps
  }
  EXPECT_NEAR(pacer.most_seconds_for_steps(), 0.095, 1e-5);
  for (int frame = 0; frame < 60; ++frame) {
    pacer.begin_frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    pacer.end_frame(0.0);
  }
  EXPECT_LT(pacer.most_seconds_for_steps(), 0.0905);
}

}  // namespace
}  // namespace heatwave::shell
