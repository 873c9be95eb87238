// Tests when the window becomes idle.
#include "app/shell/window/frame_pacer.h"

#include <gtest/gtest.h>

namespace heatwave::shell {
namespace {

/// Shows the same picture for this number of frames at 60 Hz; returns the time after them.
double look(IdleWatch& idle, std::uint64_t picture, double now, int frames) {
  for (int i = 0; i < frames; ++i) {
    now += 1.0 / 60;
    if (idle.is_quiet(now)) idle.observe_frame(picture, now);
  }
  return now;
}

TEST(IdleWatch, RestsWhenNothingHasHappenedForAWhile) {
  IdleWatch idle;
  idle.notify_activity(10.0);
  double now = look(idle, 7, 10.0, 59);
  EXPECT_FALSE(idle.may_rest(now));
  now = look(idle, 7, now, 6);
  EXPECT_TRUE(idle.may_rest(now));
  idle.notify_activity(now);
  EXPECT_FALSE(idle.is_quiet(now));
  EXPECT_FALSE(idle.may_rest(now));
}

TEST(IdleWatch, APictureThatChangesDoesNotLetItRest) {
  IdleWatch idle;
  idle.notify_activity(10.0);
  double now = 10.0;
  for (std::uint64_t picture = 1; picture < 300; ++picture) {
    now = look(idle, picture, now, 1);
    EXPECT_FALSE(idle.may_rest(now)) << picture;
  }
}

TEST(IdleWatch, WhatHasChangedInARestIsFollowed) {
  IdleWatch idle;
  idle.notify_activity(10.0);
  double now = look(idle, 7, 10.0, 80);
  ASSERT_TRUE(idle.may_rest(now));
  now += IdleWatch::kPollInterval;
  idle.observe_frame(8, now);
  EXPECT_FALSE(idle.is_quiet(now));
  now = look(idle, 8, now, 80);
  EXPECT_TRUE(idle.may_rest(now));
}

}  // namespace
}  // namespace heatwave::shell
