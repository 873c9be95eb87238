// A recording played again gives the same scene and the same bits.
#include <gtest/gtest.h>

#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

void expect_replay(const Scene& start, Session& session) {
  Session replay(start, cpu_options(2));
  for (const LogEntry& entry : session.log()) {
    if (entry.step > replay.snapshot().step) replay.run(entry.step - replay.snapshot().step);
    ASSERT_EQ(replay.snapshot().step, entry.step);
    do_now(replay, entry.command, entry.gesture);
  }
  replay.run(session.snapshot().step - replay.snapshot().step);
  EXPECT_EQ(replay.state(), session.state());
  EXPECT_EQ(replay.snapshot().scene, session.snapshot().scene);
  EXPECT_EQ(replay.cell_flags(), session.cell_flags());
}

TEST(Replay, FramesGestureAndUndoGiveTheSameBits) {
  Session session(small_wave(), cpu_options(1));
  session.submit(Play{});
  session.frame(0.001);
  session.submit(AddItem{disc_item(oscillating(9), {33, 8}, 2)});
  session.frame(0.001);
  const Item added = session.snapshot().scene.items.back();
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

  expect_replay(small_wave(), session);
}

std::vector<Command> every_kind_of_change() {
  Scene too_large = small_heat();
  too_large.extent = {1'000'000, 1'000'000};
  return {Paint{{{{3, 3}, {9, 9}}, 2}, 0.5},
          Reset{},
          LoadScene{too_large},
          AddItem{disc_item(Wall{}, {5, 20}, 2)},
          LoadScene{small_heat()},
          SetGuard{false},
          SetParameter{"alpha", 0.27},
          SetGuard{true},
          AddItem{box_item(Medium{1.5}, {30, 5}, {40, 10})},
          Resize{{60, 50}},
          Erase{{{{8, 18}, {32, 28}}, 3}},
          LoadField{std::vector<float>(60 * 50, 0.25F)},
          ChooseBackend{field::Backend::cpu, 2},
          Advance{4},
          SetEdges{all_edges(field::EdgeKind::held)}};
}

TEST(Replay, EveryKindOfChangeAndItsUndoing) {
  const Scene start = small_wave();
  Session session(start, cpu_options());
  session.submit(Play{});
  const auto changes = every_kind_of_change();
  for (const Command& change : changes) {
    session.submit(change);
    session.frame(0.001);
    session.frame(0.001);
  }
  for (int i = 0; i < 11; ++i) {
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
  for (const LogEntry& entry : session.log()) {
    loads += std::holds_alternative<LoadScene>(entry.command) ? 1 : 0;
  }
  EXPECT_EQ(loads, 1) << "the scene that does not fit is refused";
  expect_replay(start, session);
}

TEST(Replay, WhatIsAboutFilesAndNoticesIsNotRecorded) {
  const ScratchFolder folder;
  SessionOptions options = cpu_options();
  options.export_folder = folder.path();
  Session session(small_heat(), options);
  session.submit(StartSequence{.every = 2, .frames = 2});
  session.submit(Advance{5});
  session.submit(SaveFieldPng{});
  session.submit(SaveScene{});
  session.submit(StopSequence{});
  session.submit(DismissNotice{1});
  session.frame(0.001);
  session.finish_exports();
  ASSERT_EQ(session.log().size(), 1U);
  EXPECT_EQ(std::get<Advance>(session.log()[0].command).steps, 5);
  expect_replay(small_heat(), session);
}

TEST(Replay, AnAdvanceThatOverflowedCountsTheStepsItTook) {
  Session session(small_heat(), cpu_options());
  session.submit(SetGuard{false});
  session.submit(SetParameter{"alpha", 1.0});
  session.submit(Advance{5000});
  EXPECT_THROW(session.run(0), core::Error);
  ASSERT_EQ(session.log().size(), 3U);
  EXPECT_EQ(std::get<Advance>(session.log()[2].command).steps, session.snapshot().step);
}

}  // namespace
}  // namespace heatwave::session
