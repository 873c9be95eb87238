// Levels lie on the borders of bands or at round values.
#include "app/lines/contours.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace heatwave::lines {
namespace {

colour::ColourScale scale(float low, float high, int bands = 0) {
  return {.map = &colour::find_colour_map("viridis"), .bands = bands, .low = low, .high = high};
}

TEST(Levels, AreTheBordersOfBands) {
  for (const int bands : {2, 7, 13, 15}) {
    const colour::ColourScale colours = scale(-1, 1, bands);
    const Levels levels = levels_of(colours);
    EXPECT_EQ(levels.values.size(), static_cast<std::size_t>(bands) + 1);
    for (const double level : inner_levels(colours).values) {
      EXPECT_NE(colours.entry(static_cast<float>(level - 1e-3)),
                colours.entry(static_cast<float>(level + 1e-3)))
          << bands << " bands, at " << level;
    }
  }
}

TEST(Levels, OfManyBandsAreSomeOfTheirBorders) {
  for (const int bands : {16, 31, 64, 256}) {
    const colour::ColourScale colours = scale(0, 5, bands);
    const Levels levels = levels_of(colours);
    EXPECT_LE(levels.values.size(), 17U);
    EXPECT_GE(levels.values.size(), 8U);
    for (const double level : inner_levels(colours).values) {
      EXPECT_NE(colours.entry(static_cast<float>(level - 1e-3)),
                colours.entry(static_cast<float>(level + 1e-3)));
    }
  }
}

TEST(Levels, AreRoundWithoutBands) {
  const Levels fifths = levels_of(scale(0, 1), 6);
  EXPECT_DOUBLE_EQ(fifths.step, 0.2);
  ASSERT_EQ(fifths.values.size(), 6U);
  for (int i = 0; i < 6; ++i)
    EXPECT_DOUBLE_EQ(fifths.values.at(static_cast<std::size_t>(i)), 0.2 * i);
  EXPECT_FALSE(std::signbit(fifths.values.front()));
  EXPECT_EQ(inner_levels(scale(0, 1), 3).values, (std::vector<double>{0.5}));
  EXPECT_EQ(levels_of(scale(-0.3F, 2.4F), 4).values, (std::vector<double>{0, 1, 2}));
}

TEST(Levels, OfASoftenedScaleAreRoundAndCloserNearZero) {
  colour::ColourScale colours = scale(-2, 2);
  colours.kind = colour::ScaleKind::softened;
  const Levels levels = levels_of(colours, 11);
  EXPECT_EQ(levels.values, (std::vector<double>{-2, -0.5, -0.2, 0, 0.2, 0.5, 2}));
  for (const int most : {3, 5, 8, 12, 16}) {
    const Levels more = levels_of(colours, most);
    EXPECT_LE(more.values.size(), static_cast<std::size_t>(most) + 1);
    EXPECT_GE(more.values.size(), 3U);
    for (std::size_t i = 1; i < more.values.size(); ++i) {
      const double apart = colours.place_of(more.values[i - 1]) - colours.place_of(more.values[i]);
      EXPECT_GE(apart, 0.999 / most) << more.values[i] << " of " << most;
    }
    for (const double level : more.values) {
      EXPECT_NEAR(level / more.step, std::round(level / more.step), 1e-6);
    }
  }
  colours.bands = 13;
  for (const double level : inner_levels(colours).values) {
    EXPECT_NE(colours.entry(static_cast<float>(level - 1e-3)),
              colours.entry(static_cast<float>(level + 1e-3)))
        << level;
  }
}

TEST(Levels, OfASoftenedScaleAboutZeroHaveOneSignificantDigit) {
  for (const float high : {1.5F, 2.0F, 24.0F, 0.037F}) {
    for (const float low : {-high, 0.0F}) {
      colour::ColourScale colours = scale(low, high);
      colours.kind = colour::ScaleKind::softened;
      for (int most = 3; most <= 24; ++most) {
        const Levels levels = levels_of(colours, most);
        EXPECT_GE(levels.values.size(), 2U) << low << " to " << high << " by " << most;
        for (const double level : levels.values) {
          const std::string digits = fmt::format("{:.1e}", std::abs(level));
          EXPECT_EQ(digits.at(2), '0') << level << " by " << most;
        }
      }
    }
  }
}

TEST(Levels, OfASoftenedScaleMirrorEachOtherAtZero) {
  for (const float high : {1.5F, 3.0F, 4.7F, 24.0F, 0.037F}) {
    for (const int bands : {0, 13}) {
      colour::ColourScale colours = scale(-high, high);
      colours.kind = colour::ScaleKind::softened;
      colours.bands = bands;
      for (int most = 2; most <= 24; ++most) {
        const Levels levels = levels_of(colours, most);
        for (const double room : {0.0, 0.06, 0.11, 0.3}) {
          const std::vector<double> labelled = labelled_levels(colours, levels, room);
          EXPECT_FALSE(labelled.empty());
          for (const double level : labelled) {
            EXPECT_TRUE(std::any_of(
                labelled.begin(), labelled.end(),
                [&](double other) { return std::abs(other + level) < 1e-3 * levels.step; }))
                << level << " of " << high << " by " << most << " apart " << room;
          }
        }
      }
    }
  }
}

TEST(Levels, HaveLabelsAsFarApartAsAsked) {
  const colour::ColourScale colours = scale(-1, 1);
  const Levels levels = levels_of(colours, 10);
  EXPECT_EQ(labelled_levels(colours, levels, 0.0).size(), levels.values.size());
  const std::vector<double> few = labelled_levels(colours, levels, 0.2);
  ASSERT_GE(few.size(), 3U);
  EXPECT_EQ(few.front(), 0.0) << "the nearest to zero comes first";
  for (std::size_t i = 0; i < few.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      EXPECT_GE(std::abs(colours.place_of(few[i]) - colours.place_of(few[k])), 0.2);
    }
  }
}

TEST(Levels, LimitsOfARangeLieInOrderAmongThem) {
  const colour::ColourScale colours = scale(0, 1);
  EXPECT_TRUE(with_limits({}, colours, {}).values.empty());
  const Levels alone = with_limits({}, colours, {.below = -0.5F, .above = 1.5F});
  EXPECT_EQ(alone.values, (std::vector<double>{-0.5, 1.5}));
  EXPECT_DOUBLE_EQ(alone.step, 1.0);
  const Levels among = with_limits(inner_levels(colours, 3), colours, {.above = 1.5F});
  EXPECT_EQ(among.values, (std::vector<double>{0.5, 1.5}));
  EXPECT_DOUBLE_EQ(among.step, inner_levels(colours, 3).step);
}

TEST(Levels, OfFewReachBothEnds) {
  colour::ColourScale scale;
  scale.low = -0.45F;
  scale.high = 0.45F;
  const Levels levels = levels_of(scale, 2);
  ASSERT_EQ(levels.values.size(), 5U);
  EXPECT_DOUBLE_EQ(levels.values.front(), -levels.values.back());
}

TEST(Levels, AreRoundAsTheyAreSaid) {
  colour::ColourScale copper = scale(0, 1);
  copper.legend = {.zero = 20, .one = 100, .unit = "°C"};
  const Levels levels = levels_of(copper, 5);
  ASSERT_EQ(levels.values.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(levels.values[i], 0.25 * static_cast<double>(i), 1e-12);
  }
  EXPECT_EQ(level_text(copper, levels.values[1], levels.step), "40 °C");
  EXPECT_EQ(steps_from_zero(copper, levels.values[1], levels.step), 2);
  // The displayed value falls as the field's value grows.
  copper.legend = {.zero = 0, .one = -10, .unit = ""};
  const Levels fewer = levels_of(copper, 5);
  EXPECT_TRUE(std::is_sorted(fewer.values.begin(), fewer.values.end()));
  EXPECT_EQ(level_text(copper, fewer.values.back(), fewer.step), "−10");
  EXPECT_EQ(inner_levels(copper, 5).values.size(), fewer.values.size() - 2);
}

TEST(Levels, OfNoRangeAreNone) {
  EXPECT_TRUE(levels_of(scale(1, 1)).values.empty());
  EXPECT_TRUE(levels_of(scale(2, 1)).values.empty());
}

}  // namespace
}  // namespace heatwave::lines
