// The timings in a lecture's card multiply out, and say what limits the steps per second.
#include "app/shell/lectures/step_timings.h"

#include <gtest/gtest.h>

#include "app/shell/timing_log.h"

namespace heatwave::shell {
namespace {

/// A field that takes 40 steps of 50 µs in each frame.
session::Snapshot playing_field() {
  session::Snapshot snapshot;
  snapshot.playing = true;
  snapshot.scene.pace.steps = 40;
  snapshot.report.advance_ms = 2.0;
  snapshot.report.advance_steps = 40;
  return snapshot;
}

rooms::Timings timings_of_frames(double ms) {
  return {.steps_per_second = 40e3 / ms, .frames_per_second = 1e3 / ms, .step_ms = 0.05};
}

/// Lets the field take its 40 steps in each of some frames, which are uneven.
void play(TimingLog& log, session::Snapshot& field, int frames) {
  double now = log.timings().now;
  for (int i = 0; i < frames; ++i) {
    const double seconds = i % 3 == 0 ? 0.030 : 0.015;
    field.report.advance_ms = i % 2 == 0 ? 1.5 : 2.5;
    ++field.report.advances_done;
    field.step += 40;
    log.begin_frame(now, seconds);
    log.note_steps(field);
    now += seconds;
  }
}

TEST(StepTimings, HaveTheTimeOfAStepAndBothRates) {
  const auto figures = step_figures(playing_field(), timings_of_frames(20.0));
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_EQ(figures[0].figure, "50.0\u00A0µs");
  EXPECT_EQ(figures[1].figure, "2.00\u00A0k");
  EXPECT_EQ(figures[2].figure, "50.0");
}

TEST(StepTimings, AreOfOneIntervalSoThatTheyMultiplyOut) {
  TimingLog log;
  session::Snapshot field = playing_field();
  play(log, field, 200);
  const rooms::Timings& timings = log.timings();
  EXPECT_NEAR(timings.frames_per_second, 50.0, 3.0);
  EXPECT_DOUBLE_EQ(timings.steps_per_second, 40 * timings.frames_per_second);
  EXPECT_NEAR(timings.step_ms, 0.05, 0.002) << "the mean of frames that differ";
}

TEST(StepTimings, CountNoFramesOfAPause) {
  TimingLog log;
  session::Snapshot field = playing_field();
  play(log, field, 50);
  field.playing = false;
  log.begin_frame(log.timings().now, 0.02);
  log.note_steps(field);
  // The window sleeps while the field is paused.
  field.playing = true;
  log.begin_frame(log.timings().now + 3600, 0.02);
  log.note_steps(field);
  play(log, field, 50);
  EXPECT_NEAR(log.timings().frames_per_second, 50.0, 3.0);
  EXPECT_DOUBLE_EQ(log.timings().steps_per_second, 40 * log.timings().frames_per_second);
}

TEST(StepTimings, ShowASingleStepAtOnce) {
  TimingLog log;
  session::Snapshot field = playing_field();
  play(log, field, 50);
  field.playing = false;
  field.report = {.advance_ms = 0.07, .advance_steps = 1, .advances_done = 99};
  ++field.step;
  log.begin_frame(log.timings().now, 0.02);
  log.note_steps(field);
  EXPECT_EQ(step_figures(field, log.timings())[0].figure, "70.0\u00A0µs");
  EXPECT_EQ(step_figures(field, log.timings())[1].figure, "–");
}

TEST(StepTimings, SayWhetherTheFramesOrTheComputingIsTheLimit) {
  session::Snapshot snapshot = playing_field();
  EXPECT_EQ(limit_of_steps(snapshot, timings_of_frames(15.0)),
            "The frames set the pace: each takes 40\u00A0steps, which need 13\u00A0% of its time.");
  EXPECT_EQ(limit_of_steps(snapshot, {}), "The frames set the pace: each takes 40\u00A0steps.");
  EXPECT_EQ(limit_of_steps(snapshot, timings_of_frames(2.2)),
            "The computing sets the pace: 40\u00A0steps fill each frame.");
  snapshot.scene.pace.steps = 0;
  EXPECT_TRUE(limit_of_steps(snapshot, timings_of_frames(20.0)).ends_with("as fit into it."));
  snapshot.playing = false;
  EXPECT_EQ(limit_of_steps(snapshot, timings_of_frames(20.0)), "The field is paused.");
}

}  // namespace
}  // namespace heatwave::shell
