// Tests crests and spectra of waves with known length.
#include "app/session/field/wave_figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace heatwave::session {
namespace {

std::vector<float> waves(std::size_t count, double length, double amplitude = 1.0,
                         double fading = 0.0) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<double>(i);
    values.push_back(static_cast<float>(amplitude * std::exp(-fading * x) *
                                        std::sin(2 * std::numbers::pi * x / length)));
  }
  return values;
}

TEST(Crests, TellTheWavelengthBetweenTheCells) {
  for (const double length : {7.3, 24.0, 55.5}) {
    const auto crests = crests_along(waves(400, length));
    ASSERT_TRUE(crests) << length;
    EXPECT_NEAR(crests->spacing, length, 0.02 * length);
    EXPECT_EQ(crests->count, static_cast<int>(std::floor(400 / length + 0.75)));
  }
}

TEST(Crests, AreNotSeenInWhatIsNoWave) {
  EXPECT_FALSE(crests_along({}));
  EXPECT_FALSE(crests_along(std::vector<float>(50, 1.0F)));
  EXPECT_FALSE(crests_along(waves(50, 200)));
  std::vector<float> noisy = waves(300, 30);
  for (std::size_t i = 0; i < noisy.size(); ++i) noisy[i] += i % 2 == 0 ? 0.02F : -0.02F;
  EXPECT_NEAR(crests_along(noisy)->spacing, 30, 0.6);
}

TEST(Crests, AreNotTheStepsOfALineThatLiesAslant) {
  std::vector<float> hill;
  for (int i = 0; i < 60; ++i) {
    const float step = i % 6 == 0 ? 0.08F : 0.0F;
    hill.push_back(std::exp(-0.01F * static_cast<float>((i - 30) * (i - 30))) + step);
  }
  EXPECT_FALSE(crests_along(hill));
}

TEST(Crests, FadeAndAreStillCounted) {
  const auto crests = crests_along(waves(300, 25, 1.0, 0.001));
  ASSERT_TRUE(crests);
  EXPECT_NEAR(crests->spacing, 25, 0.3);
}

TEST(SpectrumOf, HasItsPeakAtTheFrequencyAndAsHighAsTheAmplitude) {
  for (const double period : {5.0, 48.0, 61.7}) {
    std::vector<float> values = waves(1000, period, 0.7);
    for (float& value : values) value += 3.0F;  // the mean must not matter
    const Spectrum spectrum = spectrum_of(values, 8192);
    EXPECT_EQ(spectrum.used, 1000U);
    const auto peak = peak_of(spectrum);
    ASSERT_TRUE(peak);
    EXPECT_NEAR(*peak * period, 1.0, 0.01) << period;
    const auto top = static_cast<std::size_t>(std::lround(*peak / spectrum.spacing));
    EXPECT_NEAR(static_cast<double>(spectrum.amplitudes[top]), 0.7, 0.04);
  }
}

TEST(SpectrumOf, TakesTheNewestValuesWithoutAGap) {
  std::vector<float> values = waves(300, 10);
  values[99] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(spectrum_of(values, 8192).used, 200U);
  EXPECT_EQ(spectrum_of(values, 64).used, 64U);
  EXPECT_TRUE(spectrum_of(std::vector<float>(5, 1.0F), 64).amplitudes.empty());
  EXPECT_FALSE(peak_of(spectrum_of(std::vector<float>(64, 1.0F), 64)));
}

}  // namespace
}  // namespace heatwave::session
