// Tests colour maps and the mapping from a value to a colour.
#include "app/colour/colouring.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::colour {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kLargest = std::numeric_limits<float>::max();

const field::ComponentInfo& component_of(const char* equation) {
  return field::find_equation(equation).components.front();
}

ColourScale scale(float low, float high, int bands = 0) {
  return {.map = &find_colour_map("gray"), .bands = bands, .low = low, .high = high};
}

TEST(ColourMaps, AreOfferedInOrder) {
  std::vector<std::string> ids;
  for (const ColourMap& map : colour_maps()) ids.push_back(map.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"viridis", "cividis", "inferno", "magma", "plasma",
                                           "turbo", "coolwarm", "ember", "orchid", "gray"}));
}

TEST(ColourMaps, HaveTheirPublishedEnds) {
  const auto ends = [](const char* id) {
    const ColourMap& map = find_colour_map(id);
    return std::pair(map.table.front(), map.table.back());
  };
  EXPECT_EQ(ends("viridis"), std::pair(Rgb{0x44, 0x01, 0x54}, Rgb{0xfd, 0xe7, 0x25}));
  EXPECT_EQ(ends("cividis"), std::pair(Rgb{0x00, 0x22, 0x4e}, Rgb{0xfe, 0xe8, 0x38}));
  EXPECT_EQ(ends("inferno"), std::pair(Rgb{0x00, 0x00, 0x04}, Rgb{0xfc, 0xff, 0xa4}));
  EXPECT_EQ(ends("magma"), std::pair(Rgb{0x00, 0x00, 0x04}, Rgb{0xfc, 0xfd, 0xbf}));
  EXPECT_EQ(ends("plasma"), std::pair(Rgb{0x0d, 0x08, 0x87}, Rgb{0xf0, 0xf9, 0x21}));
  EXPECT_EQ(ends("turbo"), std::pair(Rgb{0x30, 0x12, 0x3b}, Rgb{0x7a, 0x04, 0x03}));
  EXPECT_EQ(ends("coolwarm"), std::pair(Rgb{0x3b, 0x4c, 0xc0}, Rgb{0xb4, 0x04, 0x26}));
  EXPECT_EQ(ends("gray"), std::pair(Rgb{0, 0, 0}, Rgb{255, 255, 255}));
}

TEST(ColourMaps, AnUnknownOneIsRefusedWithTheKnown) {
  try {
    (void)find_colour_map("virdis");
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_STREQ(error.what(),
                 "unknown colour map 'virdis' (there are: viridis, cividis, inferno, magma, "
                 "plasma, turbo, coolwarm, ember, orchid, gray)");
  }
}

TEST(ColourScale, GivesEachEntryAnEqualShareOfTheRange) {
  const ColourScale s = scale(0.0F, 256.0F);
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(s.entry(static_cast<float>(i)), i);
    EXPECT_EQ(s.entry(static_cast<float>(i) + 0.75F), i);
  }
  EXPECT_EQ(s.entry(256.0F), 255);
}

TEST(ColourScale, ClampsAndKnowsNoUndefinedValue) {
  for (const int bands : {0, 1, 2, 12}) {
    const ColourScale s = scale(-1.0F, 1.0F, bands);
    const int top = bands == 1 ? 0 : 255;
    EXPECT_EQ(s.entry(-5.0F), 0);
    EXPECT_EQ(s.entry(5.0F), top);
    EXPECT_EQ(s.entry(kInfinity), top);
    EXPECT_EQ(s.entry(-kInfinity), 0);
    EXPECT_EQ(s.entry(kLargest), top);
    EXPECT_EQ(s.entry(-kLargest), 0);
    EXPECT_EQ(s.entry(kNaN), 0);
  }
}

TEST(ColourScale, BandsAreFlatAndReachBothEnds) {
  for (const int bands : {2, 3, 12, 64, 256}) {
    const ColourScale s = scale(0.0F, 1.0F, bands);
    std::set<int> entries;
    int last = 0;
    for (int i = 0; i <= 10000; ++i) {
      const int entry = s.entry(static_cast<float>(i) / 10000.0F);
      EXPECT_GE(entry, last);
      last = entry;
      entries.insert(entry);
    }
    EXPECT_EQ(entries.size(), static_cast<std::size_t>(bands));
    EXPECT_EQ(*entries.begin(), 0);
    EXPECT_EQ(*entries.rbegin(), 255);
  }
  EXPECT_EQ(scale(0.0F, 1.0F, 3).entry(0.5F), 128);
}

TEST(Resolve, AnAutomaticRangeFollowsTheFieldOfHeat) {
  const ColourScale s = resolve({}, component_of("heat"), 2.0F, 7.0F);
  EXPECT_EQ(s.low, 2.0F);
  EXPECT_EQ(s.high, 7.0F);
  EXPECT_EQ(s.map->id, "inferno");
}

TEST(Resolve, AnAutomaticRangeOfWavesIsSymmetric) {
  const ColourScale s = resolve({}, component_of("wave"), -3.0F, 2.0F);
  EXPECT_EQ(s.low, -3.0F);
  EXPECT_EQ(s.high, 3.0F);
  EXPECT_EQ(s.map->id, "coolwarm");
}

ColourScale softened(float low, float high, int bands = 0) {
  ColourScale soft = scale(low, high, bands);
  soft.kind = ScaleKind::softened;
  return soft;
}

TEST(SoftenedScale, GivesHalfOfTheColoursToAnEighthOfTheRange) {
  EXPECT_EQ(softened(0, 8).entry(1.01F), 128);
  EXPECT_EQ(softened(0, 8).entry(0.99F), 127);
  EXPECT_EQ(softened(-8, 8).entry(1.01F), 192);
  EXPECT_EQ(softened(-8, 8).entry(-1.01F), 63);
  EXPECT_EQ(softened(-8, 0).entry(-1.01F), 127);
  EXPECT_EQ(softened(3, 11).entry(4.01F), 128) << "about the end that is nearest to zero";
}

TEST(SoftenedScale, IsSymmetricAboutZeroAndReachesBothEnds) {
  const ColourScale s = softened(-2, 2);
  for (int i = 1; i < 1000; ++i) {
    const float value = 0.0021F * static_cast<float>(i);
    EXPECT_EQ(s.entry(value) + s.entry(-value), 255) << value;
    EXPECT_GE(s.entry(value), s.entry(value - 0.0021F));
  }
  EXPECT_EQ(s.entry(2.0F), 255);
  EXPECT_EQ(s.entry(-2.0F), 0);
  const ColourScale tilted = softened(-1, 3, 13);
  EXPECT_EQ(tilted.entry(3.0F), 255);
  EXPECT_EQ(tilted.entry(-1.0F), 0);
}

TEST(SoftenedScale, ClampsLikeALinearOne) {
  for (const int bands : {0, 2, 13}) {
    const ColourScale s = softened(-1, 1, bands);
    for (const float above : {5.0F, kInfinity, kLargest}) {
      EXPECT_EQ(s.entry(above), 255);
      EXPECT_EQ(s.entry(-above), 0);
    }
    EXPECT_EQ(s.entry(kNaN), 0);
  }
}

TEST(ColourScale, APlaceOnTheBarIsThatOfItsValue) {
  for (const ColourScale& s :
       {scale(-2, 2), softened(-2, 2), softened(0, 5), softened(-1, 3), softened(20, 100)}) {
    EXPECT_NEAR(s.place_of(static_cast<double>(s.high)), 0.0, 1e-6);
    EXPECT_NEAR(s.place_of(static_cast<double>(s.low)), 1.0, 1e-6);
    for (int i = 0; i < 256; ++i) {
      const float place = (static_cast<float>(i) + 0.5F) / 256;
      const float value = s.value_at(place);
      EXPECT_NEAR(s.place_of(static_cast<double>(value)), static_cast<double>(place), 1e-5);
      EXPECT_EQ(s.entry(value), 255 - i) << "the bar shows every colour at equal heights";
    }
  }
  EXPECT_DOUBLE_EQ(softened(-2, 2).place_of(0.0), 0.5);
}

/// A light picture beside a dark one would be all that the last row sees.
TEST(DifferenceMap, DivergesAndIsDarkBesideADarkOne) {
  for (const ColourMap& shown : colour_maps()) {
    const ColourMap& map = difference_map(shown);
    EXPECT_EQ(map.kind, MapKind::diverging) << shown.id;
    const bool is_dark = shown.id == "ember" || shown.id == "orchid";
    EXPECT_EQ(map.id == "coolwarm", !is_dark) << shown.id;
    EXPECT_TRUE(!is_dark || map.id != shown.id) << "the difference is not mistaken for the field";
  }
}

TEST(Resolve, AScaleIsTheChosenOne) {
  const auto& wave = component_of("wave");
  EXPECT_EQ(resolve({}, wave, -1.0F, 1.0F).kind, ScaleKind::linear);
  const ColourChoice choice{.scale = ScaleKind::softened};
  const ColourScale soft = resolve(choice, wave, -1.0F, 2.0F);
  EXPECT_EQ(soft.kind, ScaleKind::softened);
  const ColourLimits limits = limits_of(choice, soft);
  EXPECT_GT(limits.above, 2.0F);
  EXPECT_LT(limits.above, 2.11F) << "one colour beyond the end";
  EXPECT_FLOAT_EQ(limits.below, -limits.above);
}

TEST(Relief, LightComesFromTheUpperLeftAndLevelGroundKeepsItsColour) {
  const Rgb grey{120, 120, 120};
  EXPECT_EQ(lit(grey, 0, 0), grey);
  EXPECT_GT(lit(grey, 1, 1).r, 140) << "it rises to the lower right";
  EXPECT_LT(lit(grey, -1, -1).r, 100);
  EXPECT_GT(lit(grey, -100, -100).r, 20) << "no slope is black";
  EXPECT_EQ(lit(grey, kNaN, 0), grey);
}

TEST(Relief, IsAsSteepForAnyUnitOfTheValues) {
  const core::Extent grid{100, 100};
  EXPECT_FLOAT_EQ(steepness_of(grid, scale(0, 1)), 4.0F);
  EXPECT_FLOAT_EQ(steepness_of(grid, scale(-10, 10)), 0.2F);
}

TEST(Resolve, AMapThatWasNotChosenSuitsTheRange) {
  const auto map_of = [](const ColourChoice& choice, const char* equation) {
    return resolve(choice, component_of(equation), -1.0F, 2.0F).map->id;
  };
  EXPECT_EQ(map_of({}, "wave"), "coolwarm");
  EXPECT_EQ(map_of({.positive = true}, "wave"), "inferno");
  EXPECT_EQ(map_of({.automatic = false, .low = 0, .high = 1}, "wave"), "inferno");
  EXPECT_EQ(map_of({.automatic = false, .low = -1, .high = 1}, "heat"), "coolwarm");
  EXPECT_EQ(map_of({.automatic = false, .low = -0.5, .high = 1}, "heat"), "inferno");
  EXPECT_EQ(map_of({}, "heat"), "inferno");
  EXPECT_EQ(map_of({.colormap = "gray", .positive = true}, "wave"), "gray");
}

TEST(Resolve, PositiveOnlyStartsAtZero) {
  const auto& wave = component_of("wave");
  const ColourScale automatic = resolve({.positive = true}, wave, -3.0F, 2.0F);
  EXPECT_EQ(automatic.low, 0.0F);
  EXPECT_EQ(automatic.high, 2.0F);
  EXPECT_EQ(automatic.entry(-2.5F), automatic.entry(0.0F));
  const ColourScale fixed =
      resolve({.automatic = false, .low = -4.0, .high = 4.0, .positive = true}, wave, -3.0F, 2.0F);
  EXPECT_EQ(fixed.low, 0.0F);
  EXPECT_EQ(fixed.high, 4.0F);
}

TEST(Resolve, AFixedRangeIsKept) {
  const ColourScale s = resolve({.colormap = "gray", .automatic = false, .low = -0.5, .high = 9.0},
                                component_of("heat"), 100.0F, 200.0F);
  EXPECT_EQ(s.low, -0.5F);
  EXPECT_EQ(s.high, 9.0F);
  EXPECT_EQ(s.map->id, "gray");
}

ColourLimits limits_for(const ColourChoice& choice) {
  return limits_of(choice, resolve(choice, component_of("wave"), -9.0F, 9.0F));
}

TEST(ColourLimits, LieOneColourBeyondTheRange) {
  const ColourLimits limits = limits_for({.automatic = false, .low = -1.0, .high = 1.0});
  EXPECT_FLOAT_EQ(limits.above, 1.0F + 2.0F / 256.0F);
  EXPECT_FLOAT_EQ(limits.below, -1.0F - 2.0F / 256.0F);
}

TEST(ColourLimits, NoValueLiesBeyondARangeFromTheLeastToTheGreatest) {
  const ColourLimits limits = limits_for({});
  EXPECT_GT(limits.above, 9.0F);
  EXPECT_LT(limits.below, -9.0F);
}

TEST(ColourLimits, ValuesThatAreShownAsZeroOnPurposeLieBeyondNone) {
  const ColourLimits limits =
      limits_for({.automatic = false, .low = -1.0, .high = 1.0, .positive = true});
  EXPECT_EQ(limits.below, -kInfinity);
  EXPECT_GT(limits.above, 1.0F);
}

TEST(Resolve, NeverGivesAnEmptyRange) {
  for (const char* equation : {"heat", "wave"}) {
    for (const bool automatic : {true, false}) {
      for (const bool positive : {true, false}) {
        for (const float value :
             {0.0F, 5.0F, -5.0F, 1e30F, -1e30F, kLargest, kInfinity, -kInfinity, kNaN}) {
          const ColourChoice choice{.automatic = automatic,
                                    .low = double{value},
                                    .high = double{value},
                                    .positive = positive};
          const ColourScale s = resolve(choice, component_of(equation), value, value);
          EXPECT_LT(s.low, s.high) << equation << " " << value;
          EXPECT_TRUE(std::isfinite(s.high - s.low)) << equation << " " << value;
        }
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::colour
