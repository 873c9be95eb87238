// Arrows of fields with a known slope.
#include "app/lines/arrows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/lines/known_fields.h"

namespace heatwave::lines {
namespace {

constexpr double kAlpha = 0.2;

TEST(Arrows, OfHeatGoDownTheSlopeByTheCoefficient) {
  const Samples samples = sampled({60, 40}, [](core::Point p) { return 3 * p.x - 4 * p.y; });
  const auto found =
      arrows(samples, {0, 0, 60, 40}, 10, [](core::Point p) { return p.x < 30 ? 1 : kAlpha; });
  ASSERT_EQ(found.size(), 24U);
  for (const Arrow& arrow : found) {
    const double factor = arrow.at.x < 30 ? 1 : kAlpha;
    EXPECT_NEAR(arrow.flux.x, -3 * factor, 1e-4);
    EXPECT_NEAR(arrow.flux.y, 4 * factor, 1e-4);
  }
}

TEST(Arrows, OfABumpPointAwayFromItsTop) {
  const core::Point top{31, 17};
  const Samples samples = sampled({60, 40}, [&](core::Point p) {
    return std::exp(-0.01 * (std::pow(p.x - top.x, 2) + std::pow(p.y - top.y, 2)));
  });
  for (const Arrow& arrow : arrows(samples, {2, 2, 58, 38}, 7, [](core::Point) { return 1.0; })) {
    const core::Point out{arrow.at.x - top.x, arrow.at.y - top.y};
    const double cosine = (out.x * arrow.flux.x + out.y * arrow.flux.y) /
                          (std::hypot(out.x, out.y) * std::hypot(arrow.flux.x, arrow.flux.y));
    EXPECT_GT(cosine, 0.99) << arrow.at.x << ", " << arrow.at.y;
  }
}

TEST(Arrows, OfVectorsAreTheVectorsWithUpwardsAsUp) {
  Samples samples = sampled({60, 40}, [](core::Point p) { return p.x * p.y; });
  samples.right.assign(samples.values.size(), 3.0F);
  samples.up.assign(samples.values.size(), 4.0F);
  const auto found = arrows(samples, {0, 0, 60, 40}, 10, [](core::Point) { return 7.0; });
  ASSERT_EQ(found.size(), 24U);
  for (const Arrow& arrow : found) EXPECT_EQ(arrow.flux, (core::Point{3, -4}));
}

TEST(Arrows, OfWavesGoTheWayTheWaveGoes) {
  const double speed = 0.5;
  const auto wave = [&](double step) {
    return sampled({80, 40}, [=](core::Point p) { return std::sin(0.3 * (p.x - speed * step)); });
  };
  Samples samples = wave(5);
  samples.before = wave(4).values;
  const auto found = arrows(samples, {2, 2, 78, 38}, 5, [](core::Point) { return 0.25; });
  ASSERT_FALSE(found.empty());
  double sum = 0.0;
  for (const Arrow& arrow : found) {
    EXPECT_GT(arrow.flux.x, -1e-4);
    EXPECT_NEAR(arrow.flux.y, 0.0, 1e-4);
    sum += arrow.flux.x;
  }
  // The average over crests and troughs is c²·k·ω/2.
  EXPECT_NEAR(sum / static_cast<double>(found.size()), 0.25 * 0.3 * 0.3 * speed / 2, 3e-4);
}

TEST(Arrows, StandNowhereBesideAWall) {
  Samples samples = sampled({60, 40}, [](core::Point p) { return p.x; });
  samples.walls.resize(samples.values.size());
  for (int y = 0; y < 40; ++y) samples.walls[samples.index(25, y)] = 1;
  for (const Arrow& arrow : arrows(samples, {0, 0, 60, 40}, 1, [](core::Point) { return 1.0; })) {
    EXPECT_GT(std::abs(arrow.at.x - 25.5), 1.0);
  }
}

TEST(Arrows, LieOnTheSameLatticeWhereverTheAreaBegins) {
  const Samples samples = sampled({60, 40}, [](core::Point p) { return p.x; });
  const auto all = arrows(samples, {0, 0, 60, 40}, 8, [](core::Point) { return 1.0; });
  for (const Arrow& some : arrows(samples, {13, 9, 50, 31}, 8, [](core::Point) { return 1.0; })) {
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [&](const Arrow& arrow) { return arrow.at == some.at; }));
  }
}

TEST(Arrows, AreDrawnByTheRootOfTheirFlux) {
  EXPECT_DOUBLE_EQ(drawn_part(4, 4), 1.0);
  EXPECT_DOUBLE_EQ(drawn_part(1, 4), 0.5);
  EXPECT_DOUBLE_EQ(drawn_part(9, 4), 1.0);
  EXPECT_DOUBLE_EQ(drawn_part(1e-6, 4), 0.0);
  EXPECT_DOUBLE_EQ(drawn_part(1, 0), 0.0);
}

}  // namespace
}  // namespace heatwave::lines
