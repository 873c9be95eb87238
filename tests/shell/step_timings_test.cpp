// The timings in a lecture's card say what limits the steps per second.
#include "app/shell/lectures/step_timings.h"

#include <gtest/gtest.h>

namespace heatwave::shell {
namespace {

/// A field that takes 40 steps of 50 µs in each frame.
session::Snapshot playing_field() {
  session::Snapshot snapshot;
  snapshot.playing = true;
  snapshot.scene.pace.steps = 40;
  snapshot.steps_last_frame = 40;
  snapshot.report.advance_ms = 2.0;
  snapshot.report.advance_steps = 40;
  return snapshot;
}

rooms::Timings timings_of_frames(double ms) {
  rooms::Timings timings{.now = 1.0, .steps_per_second = 2000.0};
  timings.frame.add(0.9, ms);
  timings.frame.add(1.0, ms);
  return timings;
}

TEST(StepTimings, HaveTheTimeOfAStepAndBothRates) {
  const auto figures = step_figures(playing_field(), timings_of_frames(20.0));
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_EQ(figures[0].figure, "50.0\u00A0µs");
  EXPECT_EQ(figures[1].figure, "2.00\u00A0k");
  EXPECT_EQ(figures[2].figure, "50");
}

TEST(StepTimings, SayWhetherTheFramesOrTheComputingIsTheLimit) {
  session::Snapshot snapshot = playing_field();
  const std::string waits = limit_of_steps(snapshot, timings_of_frames(20.0));
  EXPECT_TRUE(waits.starts_with("Limit: the frames. Each takes 40\u00A0steps")) << waits;
  EXPECT_NE(waits.find("about 10\u00A0% of its time"), std::string::npos) << waits;
  const std::string rests = limit_of_steps(snapshot, timings_of_frames(100.0));
  EXPECT_TRUE(rests.ends_with("need less than 10\u00A0% of its time.")) << rests;
  const std::string busy = limit_of_steps(snapshot, timings_of_frames(2.2));
  EXPECT_TRUE(busy.starts_with("Limit: the computing. 40\u00A0steps")) << busy;
  snapshot.scene.pace.steps = 0;
  EXPECT_TRUE(limit_of_steps(snapshot, timings_of_frames(20.0)).ends_with("fit into a frame."));
  snapshot.playing = false;
  EXPECT_EQ(limit_of_steps(snapshot, timings_of_frames(20.0)), "The field is paused.");
}

}  // namespace
}  // namespace heatwave::shell
