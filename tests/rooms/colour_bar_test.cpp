// The labels at the ends of the colour bar.
#include "app/rooms/fields/colour_bar.h"

#include <gtest/gtest.h>

namespace heatwave::fields_room {
namespace {

TEST(ColourBar, SaysHowFarValuesGoInFewerDigitsWhereThereIsLessRoom) {
  EXPECT_EQ(end_labels({.unit = "K"}, 1.25, true), (EndLabels{"max 1.25 K", "max 1.25", "max 1"}));
  EXPECT_EQ(end_labels({}, -12'345.0, false),
            (EndLabels{"min −1.23e+04", "min −1.23e+04", "min −1e+04"}));
}

TEST(ColourBar, KeepsItsDigitsWhereTheLastIsZero) {
  EXPECT_EQ(end_labels({}, -1.3, false), (EndLabels{"min −1.30", "min −1.30", "min −1"}));
}

TEST(ColourBar, ZeroIsNoSmallNumber) {
  EXPECT_EQ(end_labels({}, 0.0, false), (EndLabels{"min 0", "min 0", "min 0"}));
}

TEST(ColourBar, NamesTheExtremeOfTheDisplayedValueWhereThatFalls) {
  const colour::Legend falling{.zero = 1.0, .one = 0.0};
  EXPECT_EQ(end_labels(falling, 2.0, true).back(), "min −1");
  EXPECT_EQ(end_labels(falling, -1.0, false).back(), "max 2");
}

}  // namespace
}  // namespace heatwave::fields_room
