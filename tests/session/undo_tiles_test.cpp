// Tests undo of strokes: it saves only changed tiles, and restores the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "app/session/field/field_tiles.h"
#include "app/session/session.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

Paint painted(core::Point from, core::Point to, double value) { return {{{from, to}, 3}, value}; }

/// Undoes and redoes everything; expects each earlier field again.
void expect_all_comes_back(Session& session, const std::vector<field::FieldState>& fields) {
  for (std::size_t i = fields.size() - 1; i-- > 0;) {
    do_now(session, Undo{});
    EXPECT_EQ(session.state(), fields[i]) << "after undoing, " << i;
  }
  for (std::size_t i = 1; i < fields.size(); ++i) {
    do_now(session, Redo{});
    EXPECT_EQ(session.state(), fields[i]) << "after redoing, " << i;
  }
}

TEST(UndoTiles, StrokesComeBackToTheBitBetweenSteps) {
  for (const scene::Scene& small : {small_heat(), small_wave()}) {
    Session session(scaled(small, {200, 150}), cpu_options());
    session.run(11);
    std::vector<field::FieldState> fields{session.state()};
    for (int i = 0; i < 4; ++i) {
      do_now(session, painted({20.0 + 30 * i, 30}, {60.0 + 30 * i, 100}, 0.5 + i));
      fields.push_back(session.state());
    }
    do_now(session, Erase{{{{60, 70}, {90, 80}}, 12}});
    fields.push_back(session.state());
    expect_all_comes_back(session, fields);
  }
}

TEST(UndoTiles, AFieldThatIsReplacedInAStrokesOwnGestureComesBackWhole) {
  Session session(scaled(small_heat(), {200, 150}), cpu_options());
  session.run(11);
  const field::FieldState before = session.state();
  constexpr Gesture kOne = 7;
  session.submit(Erase{{{{60, 70}, {90, 80}}, 12}}, kOne);
  session.submit(Resize{{64, 48}}, kOne);
  session.frame(0.0);
  ASSERT_EQ(session.state().extent, (core::Extent{64, 48}));
  do_now(session, Undo{});
  EXPECT_EQ(session.state(), before);
  EXPECT_FALSE(session.snapshot().can_undo);
}

TEST(UndoTiles, StrokesBeforeAStepComeBackWithThatStep) {
  Session session(scaled(small_heat(), {200, 150}), cpu_options());
  session.run(3);
  const field::FieldState first = session.state();
  do_now(session, painted({20, 30}, {100, 100}, 2.0));
  const field::FieldState second = session.state();
  do_now(session, painted({60, 30}, {150, 40}, -1.0));
  session.run(25);
  do_now(session, Undo{});
  EXPECT_EQ(session.state(), second);
  session.run(7);
  const field::FieldState later = session.state();
  do_now(session, Undo{});
  EXPECT_EQ(session.state(), first) << "the field took steps in between";
  session.run(2);
  do_now(session, Redo{});
  EXPECT_EQ(session.state(), later) << "redo repeats the stroke";
}

TEST(UndoTiles, AGestureIsOneWhetherTheFieldGoesOnInItOrNot) {
  for (const int steps : {0, 4}) {
    Session session(scaled(small_heat(), {200, 150}), cpu_options());
    session.run(3);
    const field::FieldState first = session.state();
    for (int i = 0; i < 5; ++i) {
      do_now(session, painted({20.0 + 30 * i, 30}, {50.0 + 30 * i, 40}, 2.0), 8);
      session.run(steps);
    }
    do_now(session, Undo{});
    EXPECT_EQ(session.state(), first) << steps;
    EXPECT_FALSE(session.snapshot().can_undo);
  }
}

TEST(UndoTiles, AFieldTooLargeToKeepStillPlaysAndItsStrokesAreUndone) {
  SessionOptions options = cpu_options();
  options.most_undo_bytes = 100'000;
  Session session(scaled(small_heat(), {300, 200}), options);
  const field::FieldState first = session.state();
  do_now(session, painted({200, 100}, {210, 100}, 2.0));
  const field::FieldState stroke = session.state();
  EXPECT_TRUE(session.snapshot().can_undo);
  do_now(session, Undo{});
  EXPECT_EQ(session.state(), first);
  do_now(session, Redo{});
  EXPECT_EQ(session.state(), stroke);
  do_now(session, AddItem{disc_item(scene::Wall{}, {200, 50}, 4)});
  session.run(1);
  EXPECT_EQ(session.snapshot().step, 1);
  EXPECT_EQ(session.snapshot().undo_what, "add wall");
  do_now(session, Undo{});
  EXPECT_FALSE(session.snapshot().can_undo) << "the stroke's field is gone";
}

TEST(UndoTiles, NothingIsUndoneOfAStrokeBesideTheGrid) {
  Session session(small_heat(), cpu_options());
  do_now(session, AddItem{disc_item(scene::Wall{}, {40, 5}, 2)});
  do_now(session, painted({-90, -90}, {-80, -80}, 2.0));
  EXPECT_EQ(session.snapshot().undo_what, "add wall");
}

TEST(FieldTiles, AreThoseWithACellUnderTheStroke) {
  const core::Extent grid{200, 150};
  const scene::Mask mask = mask_of(scene::Stroke{{{10, 10}, {140, 140}}, 2}, core::whole(grid));
  const auto tiles = tiles_under(mask, grid);
  EXPECT_TRUE(std::count(tiles.begin(), tiles.end(), core::Rect{0, 0, 64, 64}));
  EXPECT_TRUE(std::count(tiles.begin(), tiles.end(), core::Rect{128, 128, 192, 150}));
  EXPECT_FALSE(std::count(tiles.begin(), tiles.end(), core::Rect{128, 0, 192, 64}));
  EXPECT_FALSE(std::count(tiles.begin(), tiles.end(), core::Rect{192, 128, 200, 150}));
}

}  // namespace
}  // namespace heatwave::session
