// An automatic range grows at once, shrinks slowly, and reaches its target.
#include "app/view/steady_range.h"

#include <gtest/gtest.h>

namespace heatwave::view {
namespace {

constexpr double kFrame = 1.0 / 60;

TEST(SteadyRange, ComesToItsEndWhileAFieldRests) {
  SteadyRange range;
  range.follow(-3.0F, 5.0F, kFrame);
  for (int frame = 0; frame < 60; ++frame) range.follow(-0.3F, 0.7F, kFrame);
  EXPECT_LT(range.minimum(), -1.0F) << "it shrinks slowly";
  EXPECT_GT(range.maximum(), 2.0F);
  constexpr int kTwentySeconds = 1200;
  for (int frame = 0; frame < kTwentySeconds; ++frame) range.follow(-0.3F, 0.7F, kFrame);
  EXPECT_EQ(range.minimum(), -0.3F);
  EXPECT_EQ(range.maximum(), 0.7F);
}

}  // namespace
}  // namespace heatwave::view
