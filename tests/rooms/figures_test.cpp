// Ranges without flicker, times of the last two seconds, numbers as text.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "app/ui/figures.h"
#include "app/view/steady_range.h"
#include "app/words/numbers.h"

namespace heatwave {
namespace {

TEST(SteadyRange, GrowsAtOnceAndShrinksSlowly) {
  view::SteadyRange range;
  range.follow(0.0F, 1.0F, 0.016);
  range.follow(-3.0F, 5.0F, 0.016);
  EXPECT_EQ(range.minimum(), -3.0F);
  EXPECT_EQ(range.maximum(), 5.0F);
  range.follow(0.0F, 1.0F, 0.016);
  EXPECT_GT(range.maximum(), 4.9F);
  EXPECT_LT(range.maximum(), 5.0F);
  for (int i = 0; i < 2000; ++i) range.follow(0.0F, 1.0F, 0.016);
  EXPECT_NEAR(range.maximum(), 1.0F, 1e-3F);
  EXPECT_NEAR(range.minimum(), 0.0F, 1e-3F);
}

TEST(SteadyRange, TakesTheFirstValuesAfterForgettingAsTheyAre) {
  view::SteadyRange range;
  range.follow(-10.0F, 10.0F, 0.016);
  range.forget();
  range.follow(0.0F, 1.0F, 0.016);
  EXPECT_EQ(range.maximum(), 1.0F);
}

TEST(TimeSeries, CountsOnlyTheLastTwoSeconds) {
  ui::TimeSeries series;
  series.add(1.0, 90.0);
  series.add(4.0, 2.0);
  series.add(5.0, 4.0);
  const auto statistics = series.statistics(5.5);
  EXPECT_EQ(statistics.now, 4.0);
  EXPECT_EQ(statistics.mean, 3.0);
  EXPECT_EQ(statistics.worst, 4.0);
  EXPECT_EQ(series.newest(2), 90.0);
}

TEST(TimeSeries, GoesOnWhenItsRingIsFull) {
  ui::TimeSeries series;
  for (std::size_t i = 0; i < 3 * ui::TimeSeries::kSamples; ++i) {
    series.add(static_cast<double>(i) * 0.01, static_cast<double>(i));
  }
  EXPECT_EQ(series.newest(0), 3.0 * ui::TimeSeries::kSamples - 1);
  EXPECT_EQ(series.newest(ui::TimeSeries::kSamples), 0.0);
}

TEST(Numbers, GroupFiveDigitsAndMoreWithSpacesThatDoNotBreak) {
  EXPECT_EQ(words::grouped(0), "0");
  EXPECT_EQ(words::grouped(1024), "1024");
  EXPECT_EQ(words::grouped(-1024), "−1024");
  EXPECT_EQ(words::grouped(100000), "100\u00A0000");
  EXPECT_EQ(words::grouped("8389421.65"), "8\u00A0389\u00A0421.65");
  EXPECT_EQ(words::grouped("2.34552e13"), "2.34552e13");
  EXPECT_EQ(words::grouped("nan"), "nan");
  EXPECT_EQ(words::grouped(12400), "12\u00A0400");
  EXPECT_EQ(words::grouped(-1234567), "−1\u00A0234\u00A0567");
  EXPECT_EQ(words::grouped(std::numeric_limits<std::int64_t>::min()),
            "−9\u00A0223\u00A0372\u00A0036\u00A0854\u00A0775\u00A0808");
  EXPECT_EQ(words::measured_time(1e38), "1e+35\u00A0s")
      << "the value exceeds the range of integers";
}

TEST(Numbers, CarryTheirUnits) {
  EXPECT_EQ(words::with_prefix(789), "789");
  EXPECT_EQ(words::with_prefix(45.6e6), "45.6\u00A0M");
  EXPECT_EQ(words::with_prefix(1.234e9, "B/s"), "1.23\u00A0GB/s");
  EXPECT_EQ(words::with_prefix(999.7e3), "1.00\u00A0M");
  EXPECT_EQ(words::time_per_step(1.0, 100), "10.0\u00A0µs");
  EXPECT_EQ(words::time_per_step(0.0, 0), "–\u00A0µs");
  EXPECT_EQ(words::milliseconds(0.0), "–");
  EXPECT_EQ(words::duration(7.2), "8 s");
  EXPECT_EQ(words::duration(130), "2 min 10 s");
}

TEST(Numbers, AFieldsValueHasThreeDigitsAndIsZeroBelowAMillionthOfItsRange) {
  EXPECT_EQ(words::field_value(-0.25, 1.0), "−0.250");
  EXPECT_EQ(words::field_value(0.00321, 1.0), "0.00321");
  EXPECT_EQ(words::field_value(0.99951, 1.0), "1.00");
  EXPECT_EQ(words::field_value(250.0, 1.0), "250");
  EXPECT_EQ(words::field_value(-16158.4, 1.0), "−16\u00A0158");
  EXPECT_EQ(words::field_value(1.234e6, 1.0), "1.23e+06");
  EXPECT_EQ(words::field_value(2.356e-6, 1.0), "2.36e-06");
  EXPECT_EQ(words::field_value(9e-7, 1.0), "0");
  EXPECT_EQ(words::field_value(-5.19e-23, 0.9), "0");
  EXPECT_EQ(words::field_value(9e-7, 1e-3), "9.00e-07");
  EXPECT_EQ(words::field_value(0.0, 1.0), "0");
}

TEST(Numbers, AValueThatIsWatchedKeepsItsDecimals) {
  EXPECT_EQ(words::steady_value(0.189, 6.0), "0.189");
  EXPECT_EQ(words::steady_value(-0.00642, 6.0), "−0.006");
  EXPECT_EQ(words::steady_value(-0.0002, 6.0), "0.000") << "zero has no sign";
  EXPECT_EQ(words::steady_value(2.5, 1.0), "2.500");
  EXPECT_EQ(words::steady_value(21.37, 100.0), "21.4");
  EXPECT_EQ(words::steady_value(1234.4, 5000.0), "1234");
  EXPECT_EQ(words::steady_value(3e-9, 1e-8), words::field_value(3e-9, 1e-8)) << "too many zeros";
  EXPECT_EQ(words::steady_value(1e7, 1.0), words::field_value(1e7, 1.0));
  EXPECT_EQ(words::steady_value(std::numeric_limits<double>::quiet_NaN(), 1.0), "not a number");
}

TEST(Numbers, APartIsNeverNothing) {
  EXPECT_EQ(words::percent(0.24), "24\u00A0%");
  EXPECT_EQ(words::percent(0.0174), "1.7\u00A0%");
  EXPECT_EQ(words::percent(0.0005), "0.1\u00A0%");
  EXPECT_EQ(words::percent(0.00049), "< 0.1\u00A0%");
  EXPECT_EQ(words::percent(1.4), "140\u00A0%");
}

}  // namespace
}  // namespace heatwave
