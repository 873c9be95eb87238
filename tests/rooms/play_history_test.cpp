// Undo and redo of a lesson's settings.
#include "app/rooms/stage/stage_view.h"

#include <gtest/gtest.h>

namespace heatwave::stage_room {
namespace {

stage::PlaySettings with_x(double x) { return {.inputs = {{"x", {x}}}}; }

TEST(PlayHistory, GoesBackAndForth) {
  PlayHistory history;
  EXPECT_FALSE(history.can_undo());
  history.note(with_x(1), -1);
  EXPECT_FALSE(history.can_undo()) << "the first settings cannot be undone";
  history.note(with_x(2), -1);
  history.note(with_x(3), -1);
  EXPECT_EQ(history.undo(), with_x(2));
  EXPECT_EQ(history.undo(), with_x(1));
  EXPECT_FALSE(history.can_undo());
  EXPECT_EQ(history.redo(), with_x(2));
  EXPECT_EQ(history.redo(), with_x(3));
  EXPECT_FALSE(history.can_redo());
}

TEST(PlayHistory, PlayingTheSameAgainIsNoStep) {
  PlayHistory history;
  history.note(with_x(1), -1);
  history.note(with_x(1), -1);
  EXPECT_FALSE(history.can_undo());
  history.note(with_x(2), -1);
  (void)history.undo();
  history.note(with_x(1), -1);  // undo plays the same settings again
  EXPECT_TRUE(history.can_redo());
}

TEST(PlayHistory, AGestureIsUndoneAtOnce) {
  PlayHistory history;
  history.note(with_x(1), -1);
  for (int x = 2; x < 9; ++x) history.note(with_x(x), 4);
  history.note(with_x(20), 5);
  EXPECT_EQ(history.undo(), with_x(8));
  EXPECT_EQ(history.undo(), with_x(1));
}

TEST(PlayHistory, ANewSettingTakesThePlaceOfWhatWasUndone) {
  PlayHistory history;
  history.note(with_x(1), -1);
  history.note(with_x(2), 3);
  (void)history.undo();
  history.note(with_x(5), 3);
  EXPECT_FALSE(history.can_redo());
  EXPECT_EQ(history.undo(), with_x(1)) << "an undo ends the gesture before it";
}

TEST(PlayHistory, ForgetsTheOldest) {
  PlayHistory history;
  for (int x = 0; x < 3000; ++x) history.note(with_x(x), -1);
  int steps = 0;
  while (history.can_undo()) {
    (void)history.undo();
    ++steps;
  }
  EXPECT_EQ(steps, 199);
}

}  // namespace
}  // namespace heatwave::stage_room
