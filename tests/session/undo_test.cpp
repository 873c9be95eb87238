// Tests undo and redo: scenes are restored, and fields that a command changed.
#include <gtest/gtest.h>

#include "app/session/field/history.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

TEST(Undo, TakesBackASceneEditWhileTheFieldGoesOn) {
  Session session(small_heat(), cpu_options());
  const scene::Scene before = session.snapshot().scene;
  do_now(session, AddItem{disc_item(scene::Wall{}, {36, 16}, 3)});
  EXPECT_EQ(session.snapshot().undo_what, "add wall");
  const scene::Scene after = session.snapshot().scene;
  session.run(20);
  do_now(session, Undo{});
  EXPECT_EQ(session.snapshot().scene, before);
  EXPECT_EQ(session.snapshot().step, 20);
  EXPECT_EQ(session.snapshot().redo_what, "add wall");
  do_now(session, Redo{});
  EXPECT_EQ(session.snapshot().scene, after);
  EXPECT_FALSE(session.snapshot().can_redo);
}

TEST(Undo, BringsBackTheFieldThatACommandChanged) {
  const std::vector<std::pair<Command, std::string>> changes = {
      {Paint{{{{20, 5}, {30, 30}}, 3}, 0.7}, "paint"},
      {Erase{{{{8, 18}, {32, 28}}, 3}}, "erase"},
      {Reset{}, "reset"},
      {LoadScene{small_heat()}, "load scene"},
      {SetFormula{"u'' = 0.2*lap(u)"}, "set formula"},
      {SetFormula{"u' = 0.2*lap(u)", true}, "set formula"},
      {Resize{{20, 18}}, "resize grid"},
      {LoadField{std::vector<float>(40 * 36, 0.25F)}, "load field"}};
  for (const auto& [command, what] : changes) {
    Session session(small_wave(), cpu_options());
    session.run(30);
    const field::FieldState before = session.state();
    const scene::Scene scene = session.snapshot().scene;
    do_now(session, command);
    EXPECT_EQ(session.snapshot().undo_what, what);
    session.run(11);
    const field::FieldState later = session.state();
    const scene::Scene later_scene = session.snapshot().scene;
    ASSERT_NE(later, before);
    do_now(session, Undo{});
    EXPECT_EQ(session.state(), before) << what;
    EXPECT_EQ(session.snapshot().scene, scene) << what;
    EXPECT_EQ(session.snapshot().step, 30);
    do_now(session, Redo{});
    EXPECT_EQ(session.state(), later) << what;
    EXPECT_EQ(session.snapshot().scene, later_scene) << what;
    // The field continues as if the command had never been sent.
    do_now(session, Undo{});
    session.run(25);
    Session straight(small_wave(), cpu_options());
    straight.run(55);
    EXPECT_EQ(session.state(), straight.state()) << what;
  }
}

TEST(Undo, AGestureIsTakenBackAsOne) {
  Session session(small_heat(), cpu_options());
  const scene::Item item = session.snapshot().scene.items[0];
  for (int i = 1; i <= 5; ++i) {
    session.submit(ChangeItem{moved(item, {1.0 * i, 0})}, 7);
    session.run(1);
  }
  EXPECT_EQ(session.snapshot().undo_what, "move source");
  do_now(session, Undo{});
  EXPECT_EQ(session.snapshot().scene.items[0], item);
  EXPECT_FALSE(session.snapshot().can_undo);
}

TEST(Undo, AGesturesFieldIsTheOneBeforeItsFirstStroke) {
  Session session(small_heat(), cpu_options());
  session.run(5);
  const field::FieldState before = session.state();
  for (int i = 0; i < 4; ++i) {
    session.submit(Paint{{{{20.0 + i, 5}, {21.0 + i, 5}}, 2}, 1.0}, 8);
    session.run(2);
  }
  do_now(session, Undo{});
  EXPECT_EQ(session.state(), before);
  EXPECT_FALSE(session.snapshot().can_undo);
}

TEST(Undo, AGestureThatComesToTheFieldAfterTheSceneHasAnEntryForEach) {
  Session session(small_heat(), cpu_options());
  const scene::Scene start = session.snapshot().scene;
  session.run(5);
  do_now(session, ChangeItem{moved(start.items[0], {6, 0})}, 8);
  const scene::Scene changed = session.snapshot().scene;
  session.run(5);
  const field::FieldState before = session.state();
  do_now(session, Paint{{{{36, 5}, {38, 5}}, 2}, 0.5}, 8);
  do_now(session, Undo{});
  EXPECT_EQ(session.state(), before);
  EXPECT_EQ(session.snapshot().scene, changed);
  do_now(session, Undo{});
  EXPECT_EQ(session.snapshot().scene, start);
  EXPECT_FALSE(session.snapshot().can_undo);
}

TEST(Undo, CommandsWithoutAGestureStandAlone) {
  Session session(small_heat(), cpu_options());
  const scene::Item item = session.snapshot().scene.items[0];
  do_now(session, ChangeItem{moved(item, {1, 0})});
  do_now(session, ChangeItem{moved(item, {2, 0})});
  do_now(session, Undo{});
  EXPECT_EQ(session.snapshot().scene.items[0], moved(item, {1, 0}));
  EXPECT_TRUE(session.snapshot().can_undo);
}

TEST(Undo, WhatShowsTheFieldIsNotUndone) {
  Session session(small_heat(), cpu_options());
  do_now(session, AddItem{disc_item(scene::Wall{}, {36, 16}, 3)});
  colour::ColourChoice colours;
  colours.bands = 12;
  do_now(session, SetColours{colours});
  do_now(session, SetPace{{9}});
  do_now(session, Play{});
  EXPECT_EQ(session.snapshot().undo_what, "add wall");
  do_now(session, Undo{});
  EXPECT_EQ(shown_colours(session.snapshot().scene), colours);
  EXPECT_EQ(session.snapshot().scene.pace.steps, 9);
  EXPECT_TRUE(session.snapshot().playing);
}

TEST(Undo, ANewChangeEndsRedo) {
  Session session(small_heat(), cpu_options());
  do_now(session, AddItem{disc_item(scene::Wall{}, {36, 16}, 3)});
  do_now(session, Undo{});
  do_now(session, SetParameter{"alpha", 0.1});
  EXPECT_FALSE(session.snapshot().can_redo);
  EXPECT_THROW(do_now(session, Redo{}), core::Error);
}

TEST(History, KeepsTheNewestTwoHundred) {
  History history;
  for (int i = 0; i < 250; ++i) history.record({std::to_string(i), 0, {}, {}, false});
  int count = 0;
  EXPECT_EQ(history.newest()->what, "249");
  for (; history.newest() != nullptr; ++count) history.undo(*history.newest());
  EXPECT_EQ(count, 200);
}

TEST(History, KeepsNoMoreThanItsMemoryAllows) {
  History history;
  constexpr std::size_t kFloats = 50'000'000;
  for (int i = 0; i < 4; ++i) {
    field::FieldState state;
    state.planes.emplace_back(kFloats);
    history.record({std::to_string(i), 0, {}, std::move(state), false});
  }
  int count = 0;
  for (; history.newest() != nullptr; ++count) {
    history.undo({history.newest()->what, 0, {}, {}, false});
  }
  EXPECT_EQ(count, 2) << "512 MB hold two states of 200 MB";
  EXPECT_FALSE(history.wants_field(0, History::kMostBytes + 1));
}

TEST(History, CountsLongStrokesToo) {
  History history;
  scene::Scene scene = scene::blank_scene("heat", {8, 8});
  scene.items.push_back(
      {.id = 1, .role = scene::Wall{}, .shape = scene::Stroke{}, .holes = {{{}, 1.0}}});
  scene.items.back().holes.back().points.resize(2'000'000);  // 32 MB
  for (int i = 0; i < 40; ++i) history.record({std::to_string(i), 0, scene, {}, false});
  int count = 0;
  for (; history.newest() != nullptr; ++count) history.undo({"", 0, {}, {}, false});
  EXPECT_LE(count, 16) << "512 MB hold sixteen scenes of 32 MB";
  EXPECT_GE(count, 14);
}

}  // namespace
}  // namespace heatwave::session
