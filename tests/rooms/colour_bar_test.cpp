// The labels at the ends of the colour bar.
#include "app/rooms/fields/colour_bar.h"

#include <gtest/gtest.h>

namespace heatwave::fields_room {
namespace {

TEST(ColourBar, SaysHowFarValuesGoInFewerDigitsWhereThereIsLessRoom) {
  EXPECT_EQ(end_labels({}, 1.25), (EndLabels{"to 1.25", "1.25", "1.25", "1"}));
  EXPECT_EQ(end_labels({}, -12'345.0),
            (EndLabels{"to −1.23e+04", "−1.23e+04", "−1.23e+04", "−1e+04"}));
}

TEST(ColourBar, KeepsItsDigitsWhereTheLastIsZero) {
  EXPECT_EQ(end_labels({}, -1.3), (EndLabels{"to −1.30", "−1.30", "−1.30", "−1"}));
}

TEST(ColourBar, ZeroIsNoSmallNumber) {
  EXPECT_EQ(end_labels({}, 0.0), (EndLabels{"to 0", "0", "0", "0"}));
}

}  // namespace
}  // namespace heatwave::fields_room
