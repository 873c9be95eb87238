// Labels of contours keep clear of each other.
#include "app/lines/contours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/lines/known_fields.h"

namespace heatwave::lines {
namespace {

constexpr Frame kArea{0, 0, 400, 300};

core::Point number_size(double /*level*/) { return {44, 20}; }

bool lies_on(const LevelLabel& label, const std::vector<Contour>& lines) {
  const core::Point middle{(label.place.left + label.place.right) / 2,
                           (label.place.top + label.place.bottom) / 2};
  for (const Contour& line : lines) {
    if (line.level != label.level) continue;
    for (const core::Point p : line.points) {
      if (std::hypot(p.x - middle.x, p.y - middle.y) < 6) return true;
    }
  }
  return false;
}

void expect_clear(const std::vector<LevelLabel>& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    EXPECT_TRUE(kArea.holds(labels[i].place));
    for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(labels[i].place.meets(labels[k].place));
  }
}

TEST(LevelLabels, StandOnTheirLinesAndOnNoOther) {
  for (const double wavelength : {23.0, 61.0, 140.0, 390.0}) {
    const Samples samples = sampled({100, 75},
                                    [&](core::Point p) {
                                      return std::sin(6.28 * p.x / wavelength) +
                                             std::cos(6.28 * (p.y - 0.3 * p.x) / wavelength);
                                    },
                                    {4.0, 4.0});
    const auto lines =
        contours(samples, {.values = {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5}, .step = 0.5});
    const auto labels = place_labels(lines, kArea, number_size);
    EXPECT_FALSE(labels.empty());
    expect_clear(labels);
    for (const LevelLabel& label : labels) EXPECT_TRUE(lies_on(label, lines)) << label.level;
  }
}

/// Returns a circle about the middle of the area; its level is its radius.
Contour ring(double radius) {
  Contour line{.level = radius, .closed = true, .points = {}};
  for (int i = 0; i < 60; ++i) {
    line.points.push_back(
        {200 + radius * std::cos(i * 0.1047), 150 + radius * std::sin(i * 0.1047)});
  }
  return line;
}

TEST(LevelLabels, GiveEachLevelOneBeforeAnyHasTwo) {
  // Around a hot plate the outer lines cross each guide first.
  const std::vector<Contour> lines{ring(145), ring(128), ring(112), ring(98), ring(86)};
  const auto labels = place_labels(lines, kArea, number_size);
  expect_clear(labels);
  for (const Contour& line : lines) {
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [&](const LevelLabel& label) {
      return label.level == line.level;
    })) << line.level;
  }
}

TEST(LevelLabels, AreNotLargerThanTheirLines) {
  const std::vector<Contour> lines{ring(6), ring(90)};
  const auto labels = place_labels(lines, kArea, number_size);
  ASSERT_FALSE(labels.empty());
  for (const LevelLabel& label : labels) EXPECT_EQ(label.level, 90);
}

TEST(LevelLabels, MoveWithTheirLinesAndDoNotJump) {
  const auto slope = [](double x) {
    return std::vector<Contour>{{.level = 1, .closed = false, .points = {{x, 0}, {x + 30, 300}}}};
  };
  const auto before = place_labels(slope(120), kArea, number_size);
  const auto after = place_labels(slope(120.5), kArea, number_size);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_LT(std::abs(before[i].place.left - after[i].place.left), 8);
    EXPECT_LT(std::abs(before[i].place.top - after[i].place.top), 8);
  }
}

}  // namespace
}  // namespace heatwave::lines
