// Tests presenting without a window: keys disappear, and the magnified point stays under the
// pointer.
#include "app/shell/presenter/presenter.h"

#include <gtest/gtest.h>

namespace heatwave::shell {
namespace {

TEST(Present, ThePlaceUnderThePointerStaysWhereItIsWhateverIsMagnified) {
  PresentModel model;
  const ImVec2 window{1280, 800};
  for (const float factor : {1.0F, 1.25F, 2.0F, 8.0F}) {
    model.magnified = factor;
    for (const ImVec2 at : {ImVec2{0, 0}, ImVec2{640, 400}, ImVec2{1279, 3}, ImVec2{100, 800}}) {
      model.pointer = at;
      const ui::Box seen = model.seen(window);
      // Maps from the window to the screen, as the picture is stretched.
      EXPECT_NEAR((at.x - seen.left) * window.x / seen.width(), at.x, 0.01);
      EXPECT_NEAR((at.y - seen.top) * window.y / seen.height(), at.y, 0.01);
      EXPECT_GE(seen.left, 0);
      EXPECT_LE(seen.right, window.x + 0.01F);
      EXPECT_LE(seen.bottom, window.y + 0.01F);
    }
  }
}

TEST(Present, MagnifyingEndsAtTheWholeWindowAndAtEightTimes) {
  PresentModel model;
  for (int i = 0; i < 50; ++i) model.magnify(1.25F);
  EXPECT_EQ(model.magnified, 8.0F);
  for (int i = 0; i < 50; ++i) model.magnify(1 / 1.25F);
  EXPECT_EQ(model.magnified, 1.0F);
}

TEST(Present, KeysAreShownForAWhileAndCountedWhereTheyAreRepeated) {
  PresentModel model;
  model.note_key(name_of({'N'}), "next scene", 0.0);
  model.note_key(name_of({'N'}), "next scene", 0.5);
  model.note_key(name_of({'Z', true, true}), "redo", 1.0);
  model.note_key("", "", 1.0);
  ASSERT_EQ(model.keys.size(), 2U);
  EXPECT_EQ(model.keys[0].times, 2);
  EXPECT_EQ(model.keys[1].keys, "Ctrl Shift Z");
  EXPECT_TRUE(model.shows_keys(3.6));
  EXPECT_EQ(model.keys.size(), 1U);
  EXPECT_FALSE(model.shows_keys(9.0));
  for (char letter = 'A'; letter <= 'Z'; ++letter) model.note_key(name_of({letter}), "", 10.0);
  EXPECT_LE(model.keys.size(), 5U);
}

TEST(Present, AShownKeyTellsNoOtherKeyOfItsAction) {
  PresentModel model;
  model.note_key("Right", "one step; or Right", 0.0);
  EXPECT_EQ(model.keys.back().what, "one step");
}

TEST(Present, APointerThatRestsIsMarkedForAWhile) {
  PresentModel model;
  model.pointed_at = 10;
  EXPECT_TRUE(model.marks_pointer(10 + PresentModel::kMarkSeconds / 2));
  EXPECT_FALSE(model.marks_pointer(10 + PresentModel::kMarkSeconds));
}

TEST(Present, TheRingAboutThePointerIsWholeAtTheEdgesOfTheScreen) {
  const ui::Box window{0, 0, 1280, 800};
  for (const float unit : {1.0F, 2.0F}) {
    EXPECT_EQ(halo_centre({640, 400}, window, unit).x, 640);
    const ImVec2 corner = halo_centre({0, 799}, window, unit);
    EXPECT_GE(corner.x, 20 * unit);
    EXPECT_LE(corner.y, 800 - 20 * unit);
    EXPECT_LE(halo_centre({1279, 0}, window, unit).x, 1280 - 20 * unit);
  }
}

TEST(Present, KeysAreCalledAsTheyAreInTheTables) {
  EXPECT_EQ(name_of({rooms::key::kSpace}), "Space");
  EXPECT_EQ(name_of({rooms::key::kF5}), "F5");
  EXPECT_EQ(name_of({rooms::key::kF11}), "F11");
  EXPECT_EQ(name_of({rooms::key::kPageDown}), "Page Down");
  EXPECT_EQ(name_of({'.'}), "Full stop") << "the last row does not see a dot";
  EXPECT_EQ(name_of({340}), "") << "a modifier by itself";
}

TEST(Present, EscapeLeavesOneThingAfterTheOther) {
  PresentModel model;
  model.on = model.drawing = model.held = model.spotlight = model.blank = true;
  model.magnified = 2.0F;
  model.ink.draw_to({1, 1}, {0, 0, 100, 100}, 5);
  EXPECT_TRUE(model.leave_one());
  EXPECT_FALSE(model.blank);
  EXPECT_TRUE(model.leave_one());
  EXPECT_FALSE(model.drawing);
  EXPECT_FALSE(model.ink.strokes().empty()) << "strokes stay";
  EXPECT_TRUE(model.leave_one());
  EXPECT_FALSE(model.spotlight);
  EXPECT_TRUE(model.leave_one());
  EXPECT_FALSE(model.held);
  EXPECT_TRUE(model.leave_one());
  EXPECT_EQ(model.magnified, 1.0F);
  EXPECT_TRUE(model.on);
  EXPECT_TRUE(model.leave_one());
  EXPECT_FALSE(model.on);
  EXPECT_TRUE(model.ink.strokes().empty());
  EXPECT_FALSE(model.leave_one());
}

TEST(Present, TheInkOfALecturesStepOutlivesPresenting) {
  PresentModel model;
  model.on = true;
  model.ink.turn_to("step 1");
  model.ink.draw_to({1, 1}, {0, 0, 100, 100}, 5);
  model.end();
  EXPECT_EQ(model.ink.strokes().size(), 1U);
}

}  // namespace
}  // namespace heatwave::shell
