// Contours of fields whose lines are known.
#include "app/lines/contours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/lines/known_fields.h"

namespace heatwave::lines {
namespace {

TEST(Contours, OfASlopeAreStraightAtTheExactPlace) {
  const Samples samples = sampled({40, 30}, [](core::Point p) { return 0.25 * p.x; }, {2.5, 2.0});
  const auto lines = contours(samples, {.values = {5.0, 10.125}, .step = 5.125});
  ASSERT_EQ(lines.size(), 2U);
  for (const Contour& line : lines) {
    EXPECT_FALSE(line.closed);
    ASSERT_EQ(line.points.size(), 30U);
    for (const core::Point p : line.points) EXPECT_NEAR(p.x, 4 * line.level, 1e-5);
    EXPECT_NEAR(std::abs(line.points.front().y - line.points.back().y), 58.0, 1e-9);
  }
}

TEST(Contours, OfAConeAreOneClosedCircleALevel) {
  const core::Point top{50, 40};
  const Samples samples =
      sampled({100, 80}, [&](core::Point p) { return std::hypot(p.x - top.x, p.y - top.y); });
  const auto lines = contours(samples, {.values = {10, 20, 30}, .step = 10});
  ASSERT_EQ(lines.size(), 3U);
  for (const Contour& line : lines) {
    EXPECT_TRUE(line.closed);
    for (std::size_t i = 0; i < line.points.size(); ++i) {
      const core::Point p = line.points[i];
      const core::Point q = line.points[(i + 1) % line.points.size()];
      EXPECT_NEAR(std::hypot(p.x - top.x, p.y - top.y), line.level, 0.02);
      EXPECT_LT(std::hypot(p.x - q.x, p.y - q.y), 1.5) << "neighbours are joined";
    }
  }
}

TEST(Contours, OfASaddleDoNotCross) {
  const Samples samples =
      sampled({40, 40}, [](core::Point p) { return (p.x - 20.2) * (p.y - 20.3); });
  const auto lines = contours(samples, {.values = {0.1}, .step = 1});
  ASSERT_EQ(lines.size(), 2U);
  for (const Contour& line : lines) {
    const bool right = line.points.front().x > 20.2;
    for (const core::Point p : line.points) EXPECT_EQ(p.x > 20.2, right);
  }
}

TEST(Contours, LieOnNeitherWallsNorRounding) {
  Samples samples = sampled({40, 30}, [](core::Point p) { return p.x; });
  samples.walls.resize(samples.values.size());
  for (int y = 10; y < 20; ++y) samples.walls[samples.index(12, y)] = 1;
  for (const Contour& line : contours(samples, {.values = {12.25}, .step = 1})) {
    for (const core::Point p : line.points) EXPECT_TRUE(p.y <= 9.5 || p.y >= 20.5) << p.y;
  }
  const Samples still =
      sampled({40, 30}, [](core::Point p) { return 1e-7 * std::sin(40 * p.x + 7 * p.y); });
  EXPECT_TRUE(contours(still, {.values = {0.0}, .step = 0.1}).empty());
}

TEST(Contours, AreFewerWhereNobodyCouldTellThemApart) {
  // Up and down from sample to sample: every level crosses every square.
  const Samples rough = sampled({60, 40}, [](core::Point p) {
    return (static_cast<int>(p.x) + static_cast<int>(p.y)) % 2 == 0 ? 1.0 : -1.0;
  });
  const Levels levels{.values = {-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75}, .step = 0.25};
  const auto found = [&](std::size_t most) {
    std::size_t pieces = 0;
    std::set<double> seen;
    for (const Contour& line : contours(rough, levels, most)) {
      pieces += line.points.size() - (line.closed ? 0 : 1);
      seen.insert(line.level);
    }
    EXPECT_LE(pieces, most);
    return seen;
  };
  EXPECT_EQ(found(100'000).size(), 7U);
  EXPECT_EQ(found(20'000), (std::set<double>{-0.5, 0.0, 0.5}));
  EXPECT_EQ(found(6'000), (std::set<double>{0.0}));
  EXPECT_TRUE(found(1'000).empty());
}

TEST(Contours, OfNothingAreNone) {
  EXPECT_TRUE(contours({}, {.values = {1.0}, .step = 1}).empty());
  const Samples row = sampled({40, 1}, [](core::Point p) { return p.x; });
  EXPECT_TRUE(contours(row, {.values = {1.0}, .step = 1}).empty());
  Samples broken = sampled({8, 8}, [](core::Point p) { return p.x; });
  for (float& value : broken.values) value = NAN;
  EXPECT_TRUE(contours(broken, {.values = {1.0}, .step = 1}).empty());
}

}  // namespace
}  // namespace heatwave::lines
