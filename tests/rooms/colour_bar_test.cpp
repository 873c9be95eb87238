// The labels at the ends of the colour bar.
#include "app/rooms/fields/colour_bar.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/lines/contours.h"

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

TEST(ColourBar, KeepsTheWordsThatExplainASoftenedScaleLongest) {
  EXPECT_TRUE(softened_words(6).empty());
  for (const float height : {10.0F, 13.0F, 16.0F}) {
    ASSERT_EQ(softened_words(height).size(), 1U) << height;
    EXPECT_EQ(softened_words(height).front(), "finer near 0") << height;
  }
  ASSERT_EQ(softened_words(20).size(), 2U);
  EXPECT_EQ(softened_words(20).back(), "finer near 0");
}

TEST(ColourBar, LeavesOutNoRoundValueBetweenTwoOthers) {
  // A bar above a chart, one beside compared fields and a presented one, in lines of text.
  for (const float height : {14.0F, 15.75F, 16.5F}) {
    const colour::ColourScale scale{.map = &colour::find_colour_map("viridis"),
                                    .bands = 0,
                                    .low = -2.6F,
                                    .high = 2.6F,
                                    .kind = colour::ScaleKind::softened};
    const lines::Levels levels = lines::levels_of(scale, ticks_on_bar(scale.kind, height));
    for (const double value : {0.0, 0.2, 0.5, 1.0, 2.0}) {
      EXPECT_TRUE(std::ranges::any_of(
          levels.values, [value](double level) { return std::abs(level - value) < 1e-6; }))
          << value << " of " << height;
    }
  }
}

}  // namespace
}  // namespace heatwave::fields_room
