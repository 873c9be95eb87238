// Values beyond a fixed range.
#include "app/view/range_marks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/field/equation_catalogue.h"

namespace heatwave::view {
namespace {

RangeMarks marks_of(const colour::ColourChoice& choice) {
  const auto& component = field::find_equation("wave").components[0];
  return range_marks(choice, colour::resolve(choice, component, -9.0F, 9.0F));
}

TEST(RangeMarks, BeginOneColourBeyondAFixedRange) {
  const RangeMarks marks = marks_of({.automatic = false, .low = -1.0, .high = 1.0});
  EXPECT_FLOAT_EQ(marks.above, 1.0F + 2.0F / 256.0F);
  EXPECT_FLOAT_EQ(marks.below, -1.0F - 2.0F / 256.0F);
}

TEST(RangeMarks, ThereAreNoneWhereTheRangeFollowsTheField) {
  const RangeMarks marks = marks_of({});
  EXPECT_FALSE(HUGE_VALF > marks.above);
  EXPECT_FALSE(-HUGE_VALF < marks.below);
}

TEST(RangeMarks, WhatIsToBeShownAsZeroIsNotMarked) {
  const RangeMarks marks =
      marks_of({.automatic = false, .low = -1.0, .high = 1.0, .positive = true});
  EXPECT_FALSE(-HUGE_VALF < marks.below);
  EXPECT_GT(marks.above, 1.0F);
}

}  // namespace
}  // namespace heatwave::view
