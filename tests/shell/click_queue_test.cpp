// Clicks that come faster than frames.
#include "app/shell/window/click_queue.h"

#include <gtest/gtest.h>

namespace heatwave::shell {
namespace {

TEST(ClickQueue, TwoClicksBetweenTwoFramesAreTwoWhereThePointerWas) {
  ClickQueue clicks;
  clicks.move(3, 4);
  clicks.add(0, true);
  clicks.move(5, 6);
  clicks.add(0, false);
  clicks.add(0, true);
  clicks.add(0, false);
  clicks.move(7, 8);
  const Click press{.button = 0, .down = true, .x = 3, .y = 4};
  const Click release{.button = 0, .down = false, .x = 5, .y = 6};
  const Click again{.button = 0, .down = true, .x = 5, .y = 6};
  for (const Click& click : {press, release, again, release}) {
    EXPECT_FALSE(clicks.empty());
    EXPECT_EQ(clicks.take(), click);
    EXPECT_EQ(clicks.down()[0], click.down);
  }
  EXPECT_TRUE(clicks.empty());
  EXPECT_EQ(clicks.take(), std::nullopt);
}

TEST(ClickQueue, ButtonsThatDearImGuiDoesNotKnowAreNone) {
  ClickQueue clicks;
  clicks.add(7, true);
  clicks.add(-1, true);
  EXPECT_TRUE(clicks.empty());
}

}  // namespace
}  // namespace heatwave::shell
