// Tests that the last minute is kept for all changes, in bounded memory, and reproduces the same
// bits.
#include "app/session/last_minute.h"

#include <gtest/gtest.h>

#include "app/session/field/check_sum.h"
#include "app/session/session.h"
#include "app/wire/player.h"
#include "app/wire/recording.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kFieldBytes = 4000;

PutBack with_field(std::int64_t step) {
  PutBack back{.scene = scene::blank_scene("heat", {40, 25})};
  back.state = field::FieldState{.extent = {40, 25}, .step = step, .planes = {}, .rim = {}};
  back.state->planes.emplace_back(1000, 0.0F);
  return back;
}

/// Logs a frame every tenth of a second; the field takes a step in each or is paused.
void watch(LastMinute& minute, LastMinute::Time& now, std::int64_t& step, int frames, bool moves) {
  for (int i = 0; i < frames; ++i) {
    now += 100ms;
    if (moves) ++step;
    minute.pass(now, step);
    if (minute.wants_part(now, kFieldBytes)) minute.begin_part(now, with_field(step), 0s);
  }
}

TEST(LastMinute, ReachesBackAMinuteAndNoMoreThanAPartFurther) {
  LastMinute minute;
  LastMinute::Time now{};
  std::int64_t step = 0;
  watch(minute, now, step, 3000, true);
  const auto logged = minute.logged();
  ASSERT_TRUE(logged);
  const std::int64_t length = logged->entries.back().milliseconds;
  EXPECT_GE(length, 60'000);
  EXPECT_LE(length, 71'000);
  EXPECT_TRUE(std::holds_alternative<PutBack>(logged->entries.front().envelope.command));
  EXPECT_LE(minute.bytes(), 12 * (kFieldBytes + 30'000));
}

TEST(LastMinute, SaysWhenTheFieldRestedAndWentOn) {
  LastMinute minute;
  LastMinute::Time now{};
  std::int64_t step = 0;
  watch(minute, now, step, 50, true);
  watch(minute, now, step, 30, false);
  watch(minute, now, step, 10, true);
  const auto logged = minute.logged();
  ASSERT_TRUE(logged);
  // From 5.1 to 8.1 seconds the field was paused at step 50.
  std::vector<std::int64_t> at_rest;
  for (const LoggedMinute::Entry& each : logged->entries) {
    if (each.step == 50) at_rest.push_back(each.milliseconds);
  }
  ASSERT_GE(at_rest.size(), 2U);
  EXPECT_GE(at_rest.back() - at_rest.front(), 2900);
}

TEST(LastMinute, KeepsNothingOfFieldsThatAreTooLargeAndGivesWayToWhatIs) {
  LastMinute minute(20 * kFieldBytes);
  const LastMinute::Time now{};
  EXPECT_FALSE(minute.wants_part(now, 100 * kFieldBytes));
  ASSERT_TRUE(minute.wants_part(now, kFieldBytes));
  minute.begin_part(now, with_field(0), 0s);
  LoadField large;
  large.cells.resize(1 << 20);
  minute.note(now, 0, {.command = large}, 0);
  EXPECT_LE(minute.bytes(), 20 * kFieldBytes);
  EXPECT_FALSE(minute.has_begun());
}

TEST(LastMinute, KeepsNothingWhileItIsShownAndGoesOnAsIfNoTimeHadPassed) {
  LastMinute minute;
  LastMinute::Time now{};
  std::int64_t step = 0;
  watch(minute, now, step, 40, true);
  const std::size_t before = minute.logged()->entries.size();
  minute.hold(now);
  minute.forget();
  watch(minute, now, step, 400, true);
  EXPECT_EQ(minute.logged()->entries.size(), before);
  minute.go_on(now);
  watch(minute, now, step, 10, true);
  EXPECT_LE(minute.logged()->entries.back().milliseconds, 5000);
}

class Minute : public ::testing::TestWithParam<const char*> {};

TEST_P(Minute, GivesTheSameBitsAgainWhateverWasDone) {
  const std::string equation = GetParam();
  const scene::Scene scene = equation == "heat"   ? small_heat()
                             : equation == "wave" ? small_wave()
                                                  : scene::blank_scene(equation, {40, 30});
  Session session(scene, cpu_options());
  Gesture gesture = 0;
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i) session.frame(0.0);
  };
  // These changes come before the minute's beginning and are undone in it.
  session.submit(AddItem{disc_item(scene::Wall{}, {30, 20}, 3)}, ++gesture);
  session.submit(Paint{{{{20, 16}, {30, 20}}, 3}, 0.75}, ++gesture);
  session.submit(Play{});
  frames(4);
  session.submit(Paint{{{{5, 5}, {9, 20}}, 2}, -0.5}, ++gesture);
  frames(3);
  session.submit(Undo{});
  session.submit(Undo{});
  session.submit(Undo{});
  frames(2);
  session.submit(Redo{});
  session.submit(Pause{});
  frames(2);
  session.submit(AddItem{disc_item(scene::Source{}, {10, 20}, 3)}, ++gesture);
  frames(1);
  const int id = session.snapshot().newest_item;
  ++gesture;
  for (int i = 0; i < 5; ++i) {
    session.submit(MoveItem{id, {2, -1}}, gesture);
    frames(1);
  }
  session.submit(Undo{});
  frames(1);
  session.submit(Play{});
  frames(3);
  session.submit(LoadScene{small_heat()}, ++gesture);
  frames(3);
  session.submit(Undo{});
  frames(3);
  session.submit(Advance{17});
  session.submit(Erase{{{{12, 12}, {25, 18}}, 4}}, ++gesture);
  frames(4);
  const auto logged = session.last_minute();
  ASSERT_TRUE(logged);
  const field::FieldState end = session.state();
  const wire::Recording recording = wire::recording_of(*logged, end.step, check_sum(end));
  Session again(recording.scene, cpu_options());
  wire::EntryPlayer playback(recording.entries, recording.file, again,
                             session::CommandOrigin::replay);
  while (!playback.at_end()) playback.go_on(1000);
  EXPECT_EQ(playback.keyframes(), 1);
  EXPECT_EQ(again.state(), end);
  EXPECT_EQ(again.snapshot().scene.items, session.snapshot().scene.items);
}

INSTANTIATE_TEST_SUITE_P(Equations, Minute, ::testing::Values("heat", "wave", "gray-scott"));

TEST(LastMinute, OfASessionGoesOnBehindWhereItWasShown) {
  Session session(small_wave(), cpu_options());
  session.submit(Play{});
  for (int i = 0; i < 5; ++i) session.frame(0.0);
  const field::FieldState before = session.state();
  const auto kept = session.kept();
  session.hold_minute();
  session.begin(small_heat());
  session.run(20);
  session.go_back(*kept);
  session.resume_minute(true);
  EXPECT_EQ(session.state(), before);
  for (int i = 0; i < 3; ++i) session.frame(0.0);
  const field::FieldState end = session.state();
  const auto logged = session.last_minute();
  ASSERT_TRUE(logged);
  const wire::Recording recording = wire::recording_of(*logged, end.step, check_sum(end));
  Session again(recording.scene, cpu_options());
  wire::EntryPlayer playback(recording.entries, recording.file, again,
                             session::CommandOrigin::replay);
  while (!playback.at_end()) playback.go_on(1000);
  EXPECT_EQ(again.state(), end);
}

}  // namespace
}  // namespace heatwave::session
