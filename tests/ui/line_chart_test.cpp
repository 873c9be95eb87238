// The arithmetic of curves: the visible range, zoom, and colours that can be told apart.
#include "app/ui/line_chart.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "app/ui/chart_axes.h"
#include "app/words/numbers.h"

namespace heatwave::ui {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

TEST(LineChart, SpansAllCurvesAndZoomsAboutThePointer) {
  const std::vector<float> a(11, 1.0F);
  const std::vector<float> b(5, 2.0F);
  LineChart chart;
  chart.curves = {{.label = "a", .colour = {}, .values = a, .first = 10, .spacing = 2},
                  {.label = "b", .colour = {}, .values = b, .first = 4, .spacing = 1}};
  const Range whole = whole_range(chart);
  EXPECT_EQ(whole.low, 4);
  EXPECT_EQ(whole.high, 30);
  LineView view;
  zoom_about(view, whole, 20, 0.5);
  EXPECT_FALSE(view.whole);
  EXPECT_NEAR(view.high - view.low, 13, 1e-9);
  EXPECT_NEAR((20 - view.low) / 13, (20.0 - 4) / 26, 1e-9);
  move_view(view, whole, 100);
  EXPECT_NEAR(view.high, 30, 1e-9);
  for (int i = 0; i < 9; ++i) zoom_about(view, whole, 20, 1.25);
  EXPECT_TRUE(view.whole);
  // Zooming in stops before the range is empty.
  for (int i = 0; i < 200; ++i) zoom_about(view, whole, 20, 0.8);
  EXPECT_GT(view.high, view.low);
}

TEST(LineView, BeginsWithTheNewestPartAndFollowsItUntilItIsZoomed) {
  LineView view{.newest = 10};
  EXPECT_EQ(seen_range(view, {0, 6}).low, 0) << "there is no more yet";
  EXPECT_EQ(seen_range(view, {0, 100}).low, 90);
  EXPECT_EQ(seen_range(view, {0, 120}).low, 110);
  EXPECT_EQ(seen_range(view, {0, 120}).high, 120);
  zoom_about(view, {0, 120}, 115, 2);
  EXPECT_EQ(seen_range(view, {0, 120}).low, 100);
  EXPECT_EQ(seen_range(view, {0, 200}).low, 100) << "a chosen part stays";
  for (int i = 0; i < 9; ++i) zoom_about(view, {0, 200}, 115, 2);
  EXPECT_EQ(seen_range(view, {0, 200}).low, 0);
  EXPECT_EQ(seen_range(view, {0, 300}).high, 300) << "all of it stays all of it";
  zoom_about(view, {0, 300}, 150, 0.5);
  EXPECT_EQ(seen_range(view, {0, 300}).low, 75);
}

TEST(LineChart, FindsValuesByTheirPlaces) {
  const std::vector<float> values(5, 1.0F);
  LineCurve even{.label = "", .colour = {}, .values = values, .first = 10, .spacing = 2};
  EXPECT_EQ(index_at(even, 0), 0U);
  EXPECT_EQ(index_at(even, 12), 1U);
  EXPECT_EQ(index_at(even, 12.1), 2U);
  EXPECT_EQ(index_at(even, 99), 5U);
  const std::vector<double> places{1, 2, 4, 8, 16};
  even.places = places;
  EXPECT_EQ(index_at(even, 3), 2U);
  EXPECT_EQ(place_of(even, 3), 8);
}

TEST(LineChart, ItsAxisHoldsTheValuesThatAreSeenAndIsNeverEmpty) {
  const std::vector<float> values{kNothing, 1.0F, 3.0F, 100.0F};
  LineChart chart;
  chart.curves = {{.label = "", .colour = {}, .values = values}};
  const Range seen = value_range(chart, {0, 1.5});
  EXPECT_LE(seen.low, 1.0);
  EXPECT_GE(seen.high, 3.0);
  EXPECT_LT(seen.high, 100.0);
  for (const float value : {0.0F, 1.0F, -1e-9F, 1e30F, kNothing}) {
    const std::vector<float> one{value};
    chart.curves.front().values = one;
    const Range range = value_range(chart, {0, 1});
    EXPECT_LT(range.low, range.high) << value;
    EXPECT_TRUE(std::isfinite(range.low) && std::isfinite(range.high));
  }
}

TEST(LineChart, ASilentFieldIsGivenNoImaginedSize) {
  const std::vector<float> nothing(8, 0.0F);
  LineChart chart;
  chart.curves = {{.label = "", .colour = {}, .values = nothing}};
  const Range range = value_range(chart, {0, 7});
  EXPECT_EQ(range.low, -1.0);
  EXPECT_EQ(range.high, 1.0);
}

TEST(LineChart, NoDifferenceBelowTheLeastSpanFillsTheAxis) {
  const std::vector<float> noise{-5e-23F, 0.0F, 3e-23F};
  LineChart chart;
  chart.curves = {{.label = "", .colour = {}, .values = noise}};
  EXPECT_LT(value_range(chart, {0, 2}).high, 1e-20);
  chart.least_span = 0.01;
  const Range range = value_range(chart, {0, 2});
  EXPECT_GE(range.high - range.low, 0.01);
  EXPECT_LE(range.high - range.low, 0.03);
  EXPECT_LT(range.low, 0.0);
  EXPECT_GT(range.high, 0.0);
  const std::vector<float> nothing(3, 0.0F);
  chart.curves.front().values = nothing;
  EXPECT_LE(value_range(chart, {0, 2}).high, 0.03);
}

// Colours as people see them, by Machado, Oliveira and Fernandes (2009)
// -------------------------------------------------------------------------------------------

TEST(LineChart, LabelsOfEightCurvesHaveRoomInALowStrip) {
  constexpr float kLine = 19;
  const float height = 126;
  EXPECT_LE(7 * label_gap(8, kLine, height), height);
  EXPECT_EQ(label_gap(2, kLine, height), kLine) << "labels with room keep a full line";
  EXPECT_FLOAT_EQ(label_gap(80, 20, 100), 15) << "many labels must not overlap";
}

TEST(LineChart, TicksOfOneTinyValueAreToldApart) {
  const std::array values{1.234e-9F, 1.234e-9F};
  LineChart chart;
  chart.curves = {{.label = "", .colour = {}, .values = values}};
  const Range range = value_range(chart, {0, 1});
  const double step = words::tick_step(range.low, range.high, 4);
  std::set<std::string> labels;
  const std::vector<double> ticks = linear_ticks(range.low, range.high, 4);
  ASSERT_GT(ticks.size(), 1U);
  for (const double tick : ticks) labels.insert(axis_label(tick, step));
  EXPECT_EQ(labels.size(), ticks.size());
  EXPECT_EQ(axis_label(0.0, 1e-12), "0");
  EXPECT_EQ(axis_label(-1.234e-9, 2e-12), "-1.234e-09");
  EXPECT_EQ(axis_label(12'345'678, 2), "12345678");
}

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;
constexpr Matrix kAllColours{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kNoRed{{{0.152286, 1.052583, -0.204868},
                         {0.114503, 0.786281, 0.099216},
                         {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kNoGreen{{{0.367322, 0.860646, -0.227968},
                           {0.280085, 0.672501, 0.047413},
                           {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kNoBlue{{{1.255528, -0.076749, -0.178779},
                          {-0.078411, 0.930809, 0.147602},
                          {0.004733, 0.691367, 0.303900}}};

Triple times(const Matrix& m, const Triple& v) {
  Triple out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) out[i] += m[i][k] * v[k];
  }
  return out;
}

Triple linear(const ImVec4& colour) {
  const auto part = [](float c) {
    const double v = static_cast<double>(c);
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return {part(colour.x), part(colour.y), part(colour.z)};
}

/// CIE L*a*b*
Triple lab_of(Triple rgb) {
  for (double& c : rgb) c = std::clamp(c, 0.0, 1.0);
  const Triple xyz = times({{{0.4124564, 0.3575761, 0.1804375},
                             {0.2126729, 0.7151522, 0.0721750},
                             {0.0193339, 0.1191920, 0.9503041}}},
                           rgb);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f(xyz[0] / 0.95047);
  const double y = f(xyz[1]);
  const double z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(CurveColours, AreToldApartWithAnyColourVision) {
  constexpr double kToldApart = 12.0;  // a distance of five is visible side by side
  for (const bool dark : {true, false}) {
    for (const Matrix& eyes : {kAllColours, kNoRed, kNoGreen, kNoBlue}) {
      for (std::size_t i = 0; i < kCurveColours; ++i) {
        for (std::size_t k = 0; k < i; ++k) {
          const Triple a = lab_of(times(eyes, linear(curve_colour(dark, i))));
          const Triple b = lab_of(times(eyes, linear(curve_colour(dark, k))));
          EXPECT_GT(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), kToldApart)
              << (dark ? "dark " : "light ") << k << " and " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::ui
