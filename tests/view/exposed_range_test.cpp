// An automatic range shows most of the field, whatever a small source does.
#include "app/view/exposed_range.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heatwave::view {
namespace {

/// Returns samples of waves of this height over half of the field, and of a source at 1 in every
/// hundredth sample.
lines::Samples waves_and_a_source(float height) {
  lines::Samples samples{.extent = {100, 100}};
  for (int i = 0; i < 10'000; ++i) {
    const float wave = height * std::sin(0.1F * static_cast<float>(i));
    samples.values.push_back(i % 100 == 7 ? 1.0F : i % 2 == 0 ? wave : 0.0F);
  }
  return samples;
}

TEST(ExposedRange, LeavesASmallSourceOutSoThatItsWavesAreSeen) {
  const ValueRange range = exposed_range(waves_and_a_source(0.1F), {-0.1F, 1.0F}, true);
  EXPECT_NEAR(range.maximum, 0.145F, 0.01F);
  EXPECT_EQ(range.minimum, -0.1F);
}

TEST(ExposedRange, LeavesASmallHotSourceOut) {
  lines::Samples warm = waves_and_a_source(0.1F);
  for (float& value : warm.values) value = std::abs(value);
  const ValueRange range = exposed_range(warm, {0.0F, 1.0F}, false);
  EXPECT_NEAR(range.maximum, 0.145F, 0.01F);
  EXPECT_EQ(range.minimum, 0.0F);
}

TEST(ExposedRange, ReachesTheCrestsOfAStandingWave) {
  lines::Samples samples{.extent = {64, 64}};
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      samples.values.push_back(std::sin(0.1F * static_cast<float>(x)) *
                               std::sin(0.1F * static_cast<float>(y)));
    }
  }
  EXPECT_EQ(exposed_range(samples, {-1.0F, 1.0F}, true), (ValueRange{-1.0F, 1.0F}));
}

TEST(ExposedRange, IsTheWholeRangeWhereAllIsAtRest) {
  const lines::Samples samples{.extent = {10, 10}, .values = std::vector<float>(100)};
  EXPECT_EQ(exposed_range(samples, {0.0F, 2.0F}, true), (ValueRange{0.0F, 2.0F}));
  EXPECT_EQ(exposed_range(samples, {0.0F, 0.0F}, false), (ValueRange{0.0F, 0.0F}));
}

TEST(ExposedRange, CountsNoWalls) {
  lines::Samples samples = waves_and_a_source(0.1F);
  samples.walls.assign(samples.values.size(), 0);
  for (std::size_t i = 0; i < samples.values.size(); i += 3) {
    samples.values[i] = 0.9F;
    samples.walls[i] = 1;
  }
  EXPECT_LT(exposed_range(samples, {-0.1F, 1.0F}, true).maximum, 0.2F);
}

}  // namespace
}  // namespace heatwave::view
