// Tests the division of the window: the room keeps half of the width.
#include "app/shell/interface/layout.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/shell/lectures/lecture_card.h"

namespace heatwave::shell {
namespace {

TEST(WindowLayout, ThePanelNeverTakesMoreThanTheRoomHas) {
  for (const core::Extent window : {core::Extent{400, 300}, core::Extent{640, 480},
                                    core::Extent{1280, 800}, core::Extent{1920, 1080}}) {
    for (const float scale : {1.0F, 1.25F, 2.0F, 3.0F}) {
      const float unit = std::min(scale, largest_unit(window));
      const rooms::Layout layout = lay_out(window, unit, true);
      EXPECT_GE(layout.room.width(), layout.side.width()) << window.width << " at " << scale;
      // The controls of a panel need this width.
      EXPECT_GE(layout.side.width(), 319 * unit) << window.width << " at " << scale;
      EXPECT_LE(layout.side.width(), kPanelWidth * unit + 0.5F);
    }
  }
}

TEST(WindowLayout, ALecturesWordsLeaveThreeFifthsOfTheWidthToTheRoom) {
  for (const core::Extent window :
       {core::Extent{640, 480}, core::Extent{1280, 800}, core::Extent{1920, 1080}}) {
    for (const float scale : {1.0F, 1.25F, 2.0F, 3.0F}) {
      const float unit = std::min(scale, largest_unit(window));
      const rooms::Layout layout = lay_out(window, unit, true, 0.0F, card_width(window, unit));
      EXPECT_GE(layout.room.width(), 0.599F * static_cast<float>(window.width)) << scale;
    }
  }
}

TEST(WindowLayout, ALectureAtScale2LeavesTwoThirdsOfTheWidthAndMostOfTheHeight) {
  const core::Extent window{1280, 800};
  const rooms::Layout layout = lay_out(window, 2.0F, true, 0.0F, card_width(window, 2.0F));
  EXPECT_GE(layout.room.width(), 853);
  EXPECT_GE(layout.room.height(), 590);
  const rooms::Layout usual = lay_out(window, 1.0F, true);
  EXPECT_EQ(usual.transport.height(), 64) << "in a window that is not low";
}

TEST(WindowLayout, ThePanelFoldsInANarrowWindowAndWithLargeLetters) {
  EXPECT_FALSE(folds_panel({1280, 800}, 1.0F, 1.0F));
  EXPECT_TRUE(folds_panel({1099, 800}, 1.0F, 1.0F));
  EXPECT_TRUE(folds_panel({1280, 800}, 1.25F, 1.25F));
  EXPECT_TRUE(folds_panel({3840, 2160}, 2.0F, 2.0F));
  EXPECT_FALSE(folds_panel({3840, 2160}, 2.0F, 1.0F)) << "a fine screen with letters as usual";
}

}  // namespace
}  // namespace heatwave::shell
