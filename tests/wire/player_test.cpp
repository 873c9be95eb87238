// Tests playing a recording and seeking in it, forward and back: the field is the same at every
// time.
#include "app/wire/player.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "app/session/field/check_sum.h"
#include "app/wire/recording.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::wire {
namespace {

using namespace scene;
using namespace session;
using namespace std::chrono_literals;

/// Records moves, a reset, undone and redone changes and another scene, with steps between them.
Recording lively_recording(const ScratchFolder& folder) {
  const std::string file = (folder.path() / "lively.hwrec").string();
  SessionOptions options = cpu_options();
  options.make_journal = recording_writers("test");
  Session session(small_wave(), options);
  do_now(session, StartRecording{file});
  session.run(40);
  const int id = session.snapshot().scene.items[0].id;
  for (int i = 0; i < 12; ++i) {
    do_now(session, MoveItem{id, {1, 0}}, 7);
    session.run(i % 3);
  }
  do_now(session, Paint{{{{10, 10}, {20, 20}}, 3}, 1.0}, 8);
  session.run(30);
  do_now(session, Undo{});
  session.run(10);
  do_now(session, Undo{});
  session.run(5);
  do_now(session, Redo{});
  session.run(50);
  do_now(session, Reset{});
  session.run(25);
  do_now(session, LoadScene{small_heat()});
  session.run(60);
  do_now(session, Undo{});
  session.run(30);
  session.finish_exports();
  return read_recording(file);
}

std::uint64_t sum_of(Session& session) { return check_sum(session.state()); }

void arrive(Player& player) {
  player.go_on(60s);
  ASSERT_EQ(player.reached(), player.wanted());
}

TEST(Player, ComesToTheRecordedEnd) {
  const ScratchFolder folder;
  const Recording recording = lively_recording(folder);
  Session session(recording.scene, cpu_options(2));
  Player player(recording, session);
  double before = 0.0;
  while (!player.at_end()) {
    player.pass(1.0 / 60);
    player.go_on(100ms);
    ASSERT_GE(player.reached(), before);
    before = player.reached();
  }
  EXPECT_EQ(std::get<Keyframe>(recording.entries.back().what).sum, sum_of(session));
  EXPECT_EQ(player.reached(), player.seconds());
}

TEST(Player, TheFieldOfAMomentIsTheSameFromWhereverItIsSought) {
  const ScratchFolder folder;
  const Recording recording = lively_recording(folder);
  Session session(recording.scene, cpu_options());
  Player player(recording, session);
  // The first pass goes from the beginning to the end …
  constexpr int kMoments = 200;
  std::map<int, std::pair<std::int64_t, std::uint64_t>> seen;
  for (int i = 0; i <= kMoments; ++i) {
    player.go_to(player.seconds() * i / kMoments);
    arrive(player);
    seen[i] = {session.snapshot().step, sum_of(session)};
  }
  // … and the second seeks at random.
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    const int moment = static_cast<int>(random() % (kMoments + 1));
    player.go_to(player.seconds() * moment / kMoments);
    arrive(player);
    ASSERT_EQ(session.snapshot().step, seen[moment].first) << moment;
    ASSERT_EQ(sum_of(session), seen[moment].second) << moment;
  }
}

TEST(Player, GoesOneStepAfterTheOther) {
  const ScratchFolder folder;
  const Recording recording = lively_recording(folder);
  Session session(recording.scene, cpu_options());
  Player player(recording, session);
  for (int step = 1; step <= 40; ++step) {
    while (session.snapshot().step < step) {
      player.one_step();
      arrive(player);
    }
    ASSERT_EQ(session.snapshot().step, step);
  }
}

TEST(Player, WhatNobodyWatchedTakesTimeToBeWatched) {
  std::vector<Entry> entries(3);
  entries[0] = {.line = 2, .at = 0, .milliseconds = 1, .what = sent_command({.command = Reset{}})};
  entries[1] = {
      .line = 3, .at = 900, .milliseconds = 3, .what = sent_command({.command = Reset{}})};
  entries[2] = {.line = 4, .at = 900, .milliseconds = 4, .what = Keyframe{}};
  const std::vector<double> unwatched = time_line(entries);
  EXPECT_DOUBLE_EQ(unwatched.back(), 10.0);
  EXPECT_NEAR(unwatched[1], 5.0, 0.01);
  entries[1].milliseconds = 3000;
  entries[2].milliseconds = 9000;
  EXPECT_EQ(time_line(entries), (std::vector<double>{0.001, 3.0, 9.0}));
}

TEST(Player, SaysWhereAFieldIsNotTheRecordedOneAndStays) {
  const ScratchFolder folder;
  Recording recording = lively_recording(folder);
  std::get<Keyframe>(recording.entries.back().what).sum ^= 1U;
  Session session(recording.scene, cpu_options());
  Player player(recording, session);
  player.go_to(player.seconds());
  EXPECT_THROW(for (int i = 0; i < 100'000; ++i) player.go_on(1ms), core::Error);
  player.stay();
  EXPECT_NO_THROW(player.go_on(1ms));
}

}  // namespace
}  // namespace heatwave::wire
