// Axes and labels of the Lab's charts: round ticks, positions on the screen, no overlaps.
#include "app/ui/chart_axes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/words/numbers.h"

namespace heatwave::ui {
namespace {

const std::string kSpace = "\u00A0";

TEST(LinearTicks, AreRoundAndNoMoreThanAskedFor) {
  EXPECT_EQ(linear_ticks(0, 10, 6), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(linear_ticks(-3, 7, 3), (std::vector<double>{0, 5}));
  for (const double high : {0.003, 1.0, 7.7, 123.0, 9.1e9}) {
    const auto ticks = linear_ticks(0, high, 5);
    EXPECT_GE(ticks.size(), 2U) << high;
    EXPECT_LE(ticks.size(), 6U) << high;
    EXPECT_LE(ticks.back(), high * 1.000001);
  }
}

TEST(LinearTicks, AreNoneForARangeWithoutWidth) {
  EXPECT_TRUE(linear_ticks(1, 1, 5).empty());
  EXPECT_TRUE(linear_ticks(2, 1, 5).empty());
}

TEST(LogTicks, ArePowersOfTenOverManyDecades) {
  EXPECT_EQ(log_ticks(1e-3, 1e3, 10).size(), 7U);
  const auto thinned = log_ticks(1e-3, 1e3, 3);
  EXPECT_LE(thinned.size(), 3U);
  for (const double tick : thinned) {
    EXPECT_NEAR(std::log10(tick), std::round(std::log10(tick)), 1e-9);
  }
}

TEST(LogTicks, AreFinerWhereThereAreFewDecades) {
  const auto ticks = log_ticks(1.0, 60.0, 8);
  ASSERT_EQ(ticks.size(), 6U);
  EXPECT_DOUBLE_EQ(ticks[1], 2.0);
  EXPECT_DOUBLE_EQ(ticks[4], 20.0);
}

TEST(LogTicks, AreFinerOverManyDecadesWhereTheyFit) {
  EXPECT_EQ(log_ticks(1e-3, 1.0, 10).size(), 10U);
  EXPECT_EQ(log_ticks(1e-3, 1.0, 9).size(), 4U);
}

TEST(Axis, LabelsEachDecadeThatHasTheRoom) {
  const Axis axis{1e-3, 2.0, true, 0, 200};  // 3.3 decades, 60 apart
  EXPECT_EQ(axis.ticks(60).size(), 4U);
  EXPECT_EQ(axis.ticks(75).size(), 2U);
}

TEST(LogTicks, TellARangeWithinOneDecade) {
  const auto ticks = log_ticks(2.1, 4.9, 5);
  ASSERT_GE(ticks.size(), 2U);
  EXPECT_GE(ticks.front(), 2.1 * 0.999);
  EXPECT_LE(ticks.back(), 4.9 * 1.001);
}

TEST(LogTicks, AreNoneForWhatHasNoLogarithm) {
  EXPECT_TRUE(log_ticks(0, 10, 5).empty());
  EXPECT_TRUE(log_ticks(-1, 10, 5).empty());
}

TEST(TickLabel, HasAsManyDecimalsAsTheStep) {
  EXPECT_EQ(tick_label(0.5, 0.25), "0.5");
  EXPECT_EQ(tick_label(2, 1), "2");
  EXPECT_EQ(tick_label(-0.02, 0.01), "−0.02");
  EXPECT_EQ(tick_label(120000, 20000), "120" + kSpace + "000");
  EXPECT_EQ(tick_label(1e-17, 0.1), "0.0");
}

TEST(Axis, PutsDecadesAtEqualDistances) {
  const Axis axis{1.0, 1000.0, true, 100.0F, 400.0F};
  EXPECT_FLOAT_EQ(axis.at(1), 100);
  EXPECT_FLOAT_EQ(axis.at(10), 200);
  EXPECT_FLOAT_EQ(axis.at(1000), 400);
  EXPECT_NEAR(axis.value_at(300), 100, 1e-3);
}

TEST(Axis, RunsUpwardsWhenItsEndLiesAbove) {
  const Axis axis{0.0, 10.0, false, 300.0F, 100.0F};
  EXPECT_FLOAT_EQ(axis.at(10), 100);
  EXPECT_FLOAT_EQ(axis.at(2.5), 250);
  EXPECT_NEAR(axis.value_at(200), 5, 1e-6);
}

TEST(Axis, StaysFiniteForZeroOnALogarithmicAxis) {
  const Axis axis{1.0, 100.0, true, 0.0F, 100.0F};
  EXPECT_TRUE(std::isfinite(axis.at(0)));
  EXPECT_LT(axis.at(0), 0);
}

TEST(Axis, KeepsTicksApartOnAShortLine) {
  // Less than a decade in the height of three lines: the ticks must not overlap.
  const Axis logarithmic{1.4, 9.0, true, 94, 0};
  const std::vector<double> ticks = logarithmic.ticks(29);
  ASSERT_GE(ticks.size(), 2U);
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    EXPECT_GE(logarithmic.at(ticks[i - 1]) - logarithmic.at(ticks[i]), 16) << ticks[i];
  }
  const Axis linear{0, 520'000, false, 10, 0};
  EXPECT_EQ(linear.ticks(29), (std::vector<double>{500'000})) << "one tick alone must be the last";
}

TEST(LogRange, LeavesTheLeastValueAVisibleBar) {
  for (const double least : {1e-3, 1.5e-3, 0.999, 2.0}) {
    const Range range = log_range(least, 50, 1.6);
    EXPECT_LE(range.low * 1.599, least) << least;
    EXPECT_GT(range.low * 17, least) << least;
    EXPECT_GT(range.high, 50);
  }
}

TEST(LogRange, IsSomeRangeWhereNothingWasMeasured) {
  const Range range = log_range(0, 0, 1.6);
  EXPECT_GT(range.low, 0);
  EXPECT_GT(range.high, range.low);
}

TEST(Spread, LeavesWhatIsFarApartWhereItIs) {
  EXPECT_EQ(spread({30, 10, 80}, 10, 0, 100), (std::vector<float>{30, 10, 80}));
}

TEST(Spread, MovesNeighboursApartEvenly) {
  const auto places = spread({50, 50, 50}, 10, 0, 100);
  EXPECT_EQ(places, (std::vector<float>{40, 50, 60}));
}

TEST(Spread, KeepsOrderDistanceAndLimits) {
  const std::vector<float> wanted{5, 3, 97, 96, 95, 50, 52, 4};
  const auto places = spread(wanted, 8, 0, 100);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_GE(places[i], 0);
    EXPECT_LE(places[i], 100.001F);
    for (std::size_t j = 0; j < wanted.size(); ++j) {
      if (i == j) continue;
      EXPECT_GE(std::abs(places[i] - places[j]), 7.999F) << i << " and " << j;
      if (wanted[i] < wanted[j]) {
        EXPECT_LT(places[i], places[j]);
      }
    }
  }
}

TEST(Spread, ComesCloserWhereThereIsNoRoom) {
  const auto places = spread({1, 2, 3, 4, 5}, 50, 0, 100);
  EXPECT_FLOAT_EQ(places.front(), 0);
  EXPECT_FLOAT_EQ(places.back(), 100);
  EXPECT_FLOAT_EQ(places[2], 50);
}

TEST(Spread, OfNothingIsNothing) { EXPECT_TRUE(spread({}, 10, 0, 100).empty()); }

TEST(WithoutOverlap, DrawsAllWhereTheyFit) {
  const auto drawn = without_overlap({0, 100, 200}, {60, 60, 60}, 10);
  EXPECT_EQ(std::count(drawn.begin(), drawn.end(), true), 3);
}

TEST(WithoutOverlap, ThinsEvenlyAndKeepsTheLast) {
  const auto drawn = without_overlap({0, 50, 100, 150, 200}, {60, 60, 60, 60, 60}, 10);
  EXPECT_EQ(drawn, (std::vector<bool>{true, false, true, false, true}));
}

TEST(WithoutOverlap, FitsWhatItCanWhereValuesLieUnevenly) {
  const std::vector<float> centres{0, 1, 2, 3, 4, 5, 300};
  const std::vector<float> widths(7, 40.0F);
  const auto drawn = without_overlap(centres, widths, 10);
  EXPECT_TRUE(drawn.back());
  EXPECT_EQ(std::count(drawn.begin(), drawn.end(), true), 2);
}

TEST(LabelColumn, LeavesOutWhatMattersLeast) {
  const auto places = label_column({10, 11, 12, 13}, {0, 2, 1, 0}, 10, 0, 20);
  EXPECT_TRUE(places[0]);
  EXPECT_TRUE(places[1]);
  EXPECT_TRUE(places[2]);
  EXPECT_FALSE(places[3]);
  EXPECT_LT(*places[0], *places[1]);
  EXPECT_LT(*places[1], *places[2]);
}

TEST(MeasuredTime, HasThreeDigitsAndTheUnitOfItsSize) {
  EXPECT_EQ(words::measured_time(0.135), "0.135" + kSpace + "ms");
  EXPECT_EQ(words::measured_time(0.0972), "97.2" + kSpace + "µs");
  EXPECT_EQ(words::measured_time(1950), "1.95" + kSpace + "s");
  EXPECT_EQ(words::measured_time(607.4), "607" + kSpace + "ms");
  EXPECT_EQ(words::measured_time(0.00042), "420" + kSpace + "ns");
  EXPECT_EQ(words::measured_time(0), "–");
}

TEST(MeasuredTime, ChangesItsUnitWithoutAFourthDigit) {
  EXPECT_EQ(words::measured_time(999.6), "1.00" + kSpace + "s");
  EXPECT_EQ(words::measured_time(0.09996), "0.100" + kSpace + "ms");
  EXPECT_EQ(words::measured_time(9.996), "10.0" + kSpace + "ms");
}

TEST(RoundTime, StandsAtAnAxisWithoutNeedlessDecimals) {
  EXPECT_EQ(words::round_time(0.01), "10" + kSpace + "µs");
  EXPECT_EQ(words::round_time(0.1), "0.1" + kSpace + "ms");
  EXPECT_EQ(words::round_time(1000), "1" + kSpace + "s");
}

TEST(TimesAsFast, GroupsThousands) {
  EXPECT_EQ(words::faster_or_slower(4120.4), "4120×" + kSpace + "faster");
  EXPECT_EQ(words::faster_or_slower(165166), "165" + kSpace + "000×" + kSpace + "faster");
  EXPECT_EQ(words::faster_or_slower(1.324), "1.32×" + kSpace + "faster");
  EXPECT_EQ(words::faster_or_slower(0.0137), "73.0×" + kSpace + "slower")
      << "a slower time is a factor above 1";
  EXPECT_EQ(words::faster_or_slower(2e-5), "50" + kSpace + "000×" + kSpace + "slower");
  EXPECT_EQ(words::faster_or_slower(0.998), "as" + kSpace + "fast");
  EXPECT_EQ(words::faster_or_slower(0.0), "") << "an unmeasured time has no words";
  EXPECT_EQ(words::faster_or_slower(2.0, "one thread"),
            "2.00×" + kSpace + "faster than one thread");
  EXPECT_EQ(words::faster_or_slower(1.0, "one thread"), "as" + kSpace + "fast as one thread");
}

TEST(TitleOfAnAxis, StandsAtTheEndWhereTwoLabelsAreLeft) {
  const Span place = place_of_title({{0, 20}, {90, 110}, {180, 200}}, {0, 200}, 40, 8);
  EXPECT_EQ(place.from, 160);
  EXPECT_EQ(place.to, 200);
}

TEST(TitleOfAnAxis, StandsBetweenLabelsRatherThanOverTheSecond) {
  const Span place = place_of_title({{0, 20}, {160, 190}}, {0, 200}, 40, 8);
  EXPECT_EQ(place.from, 70);
  EXPECT_EQ(place.to, 110);
}

TEST(TitleOfAnAxis, TakesTheEndWhereNoGapIsWideEnough) {
  const Span place = place_of_title({{100, 130}, {160, 190}}, {0, 200}, 40, 8);
  EXPECT_EQ(place.to, 200);
}

}  // namespace
}  // namespace heatwave::ui
