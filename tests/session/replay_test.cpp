// Tests that replaying a recording gives the same scene and the same bits.
#include <gtest/gtest.h>

#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/kept_log.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

void expect_replay(const scene::Scene& start, Session& session, const KeptLog& log) {
  Session replay(start, cpu_options(2));
  for (const KeptLog::Entry& entry : log.entries()) {
    if (entry.step > replay.snapshot().step) replay.repeat(entry.step - replay.snapshot().step);
    ASSERT_EQ(replay.snapshot().step, entry.step);
    replay.submit(entry.envelope);
    replay.repeat(0);
  }
  replay.repeat(session.snapshot().step - replay.snapshot().step);
  EXPECT_EQ(replay.state(), session.state());
  EXPECT_EQ(replay.snapshot().scene, session.snapshot().scene);
  EXPECT_EQ(replay.cell_flags(), session.cell_flags());
}

TEST(Replay, FramesGestureAndUndoGiveTheSameBits) {
  const KeptLog log;
  Session session(small_wave(), log.recording(cpu_options(1)));
  session.submit(StartRecording{"log"});
  session.submit(Play{});
  session.frame(0.001);
  session.submit(AddItem{disc_item(oscillating(9), {33, 8}, 2)});
  session.frame(0.001);
  const scene::Item added = session.snapshot().scene.items.back();
  for (int i = 1; i < 6; ++i) {
    session.submit(ChangeItem{moved(added, {-2.0 * i, i * 1.0})}, 3);
    session.frame(0.001);
  }
  session.submit(Paint{{{{3, 3}, {9, 9}}, 2}, 0.5}, 4);
  session.frame(0.001);
  session.submit(Erase{{{{24, 8}, {30, 12}}, 3}});
  session.submit(SetParameter{"c2", 0.4});
  session.submit(Advance{7});
  session.frame(0.001);
  session.submit(Undo{});
  session.submit(Undo{});
  session.submit(Redo{});
  session.submit(SetEdges{all_edges(field::EdgeKind::reflecting)});
  session.frame(0.001);
  session.submit(RemoveItem{session.snapshot().scene.items[0].id});
  for (int i = 0; i < 9; ++i) session.frame(0.001);

  expect_replay(small_wave(), session, log);
}

std::vector<Command> every_kind_of_change() {
  scene::Scene too_large = small_heat();
  too_large.extent = {1'000'000, 1'000'000};
  return {Paint{{{{3, 3}, {9, 9}}, 2}, 0.5},
          Reset{},
          LoadScene{too_large},
          AddItem{disc_item(scene::Wall{}, {5, 20}, 2)},
          LoadScene{small_heat()},
          SetGuard{false},
          SetParameter{"alpha", 0.27},
          SetGuard{true},
          AddItem{box_item(scene::Medium{1.5}, {30, 5}, {40, 10})},
          Resize{{60, 50}},
          SetFormula{"u' = D*lap(u) + 0.01*sin(u)\nD = 0.2 in [0, 0.25]"},
          SetParameter{"D", 0.1},
          SetFormula{"u'' = 0.2*lap(u) - 0.1*u'"},
          SetFormula{"u' = 0.1*lap(u) - v\nv' = u\nu(0) = gauss(x, y, 9)"},
          SetFormula{"u' = q"},
          SetFormula{"u' = 0.2*lap(u)\nu(0) = gauss(x, y, 9)", true},
          Erase{{{{8, 18}, {32, 28}}, 3}},
          LoadField{std::vector<float>(60 * 50, 0.25F)},
          ChooseBackend{field::Backend::cpu, 2},
          Advance{4},
          SetEdges{all_edges(field::EdgeKind::held)}};
}

TEST(Replay, EveryKindOfChangeAndItsUndoing) {
  const scene::Scene start = small_wave();
  const KeptLog log;
  Session session(start, log.recording(cpu_options()));
  session.submit(StartRecording{"log"});
  session.submit(Play{});
  const auto changes = every_kind_of_change();
  for (const Command& change : changes) {
    session.submit(change);
    session.frame(0.001);
    session.frame(0.001);
  }
  for (int i = 0; i < 15; ++i) {
    session.submit(Undo{});
    session.frame(0.001);
    if (i % 3 == 0) {
      session.submit(Redo{});
      session.frame(0.001);
      session.submit(Undo{});
      session.frame(0.001);
    }
  }
  for (int i = 0; i < 6; ++i) {
    session.submit(Redo{});
    session.frame(0.001);
  }
  int loads = 0;
  for (const KeptLog::Entry& entry : log.entries()) {
    loads += std::holds_alternative<LoadScene>(entry.envelope.command) ? 1 : 0;
  }
  EXPECT_EQ(loads, 1) << "the oversized scene is refused";
  expect_replay(start, session, log);
}

TEST(Replay, WhatIsAboutFilesAndNoticesIsNotRecorded) {
  const ScratchFolder folder;
  const KeptLog log;
  SessionOptions options = log.recording(cpu_options());
  options.export_folder = folder.path();
  Session session(small_heat(), options);
  session.submit(StartRecording{"log"});
  session.submit(StartSequence{.every = 2, .frames = 2});
  session.submit(Advance{5});
  session.submit(SaveFieldPng{});
  session.submit(SaveScene{});
  session.submit(StopSequence{});
  session.submit(DismissNotice{1});
  session.frame(0.001);
  session.finish_exports();
  EXPECT_TRUE(log.entries().empty());
  EXPECT_EQ(session.snapshot().step, 5);
  expect_replay(small_heat(), session, log);
}

TEST(Replay, AFieldThatOverflowedDoesSoAgain) {
  const KeptLog log;
  Session session(small_heat(), log.recording(cpu_options()));
  session.submit(StartRecording{"log"});
  session.submit(SetGuard{false});
  session.submit(SetParameter{"alpha", 1.0});
  session.submit(Advance{5000});
  EXPECT_THROW(session.run(0), core::Error);
  ASSERT_EQ(log.entries().size(), 2U);
  const std::int64_t step = session.snapshot().step;
  EXPECT_LT(step, 5000);
  session.submit(Reset{});
  session.frame(0.001);
  ASSERT_EQ(log.entries().size(), 3U);
  EXPECT_EQ(log.entries()[2].step, step);
  expect_replay(small_heat(), session, log);
}

}  // namespace
}  // namespace heatwave::session
