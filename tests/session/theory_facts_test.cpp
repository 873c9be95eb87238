// Tests what is known of scenes before the first step: directions of waves, and which scenes have a
// theory.
#include <gtest/gtest.h>

#include <cmath>

#include "app/scene/interference.h"
#include "app/session/field/theory.h"
#include "tests/session/scenes_for_tests.h"
#include "tests/session/shipped_scene.h"

namespace heatwave::session {
namespace {

using field::EdgeKind;

TEST(Interference, OfOneSlitTellsWhereItIsDark) {
  const auto found = scene::interference_of(shipped_scene("single-slit"));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_dark);
  EXPECT_NEAR(found->distance, 56, 1e-9);
  EXPECT_EQ(found->middle, (core::Point{126, 240}));
  ASSERT_EQ(found->sines.size(), 5U);
  EXPECT_NEAR(found->sines[3], 28.0 / 56, 1e-9) << "sin θ = λ/a";
}

TEST(Interference, OfTwoSourcesFollowsTheirDistance) {
  const auto found = scene::interference_of(shipped_scene("two-sources"));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->distance, 80, 1e-9);
  EXPECT_NEAR(found->wavelength, 24, 1e-9);
  EXPECT_EQ(found->middle, (core::Point{240, 240}));
  EXPECT_TRUE(found->both_sides);
  ASSERT_EQ(found->sines.size(), 7U);  // m from -3 to 3
  EXPECT_EQ(found->first_order, -3);
  EXPECT_NEAR(found->sines[4], 24.0 / 80, 1e-9);
}

TEST(Interference, OfSourcesOutOfStepLiesBetween) {
  scene::Scene scene = shipped_scene("two-sources");
  std::get<scene::Source>(scene.items[1].role).oscillation->phase = 180;
  const auto found = scene::interference_of(scene);
  ASSERT_TRUE(found);
  for (const double sine : found->sines) EXPECT_GT(std::abs(sine), 0.1);
  EXPECT_NEAR(found->sines.front(), -found->sines.back(), 1e-9);
  std::get<scene::Source>(scene.items[1].role).oscillation->period = 50;
  EXPECT_FALSE(scene::interference_of(scene));
}

TEST(Interference, OfTheDoubleSlitBeginsAtTheSlits) {
  const auto found = scene::interference_of(shipped_scene("double-slit"));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->distance, 108, 1e-9);
  EXPECT_NEAR(found->wavelength, 28, 1e-9);
  EXPECT_EQ(found->middle, (core::Point{126, 240}));
  EXPECT_NEAR(found->outward.x, 1, 1e-9);
  EXPECT_FALSE(found->both_sides);
  for (const char* name : {"prism", "lens", "heat-plate", "radiator", "standing"}) {
    EXPECT_FALSE(scene::interference_of(shipped_scene(name))) << name;
  }
}

TEST(Refraction, OfThePrismFollowsSnellsLaw) {
  const auto found = refraction_of(shipped_scene("prism"));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->index, 1 / std::sqrt(0.45), 1e-9);
  const auto sine = [](double degrees) { return std::sin(degrees * 3.14159265358979 / 180); };
  EXPECT_NEAR(sine(found->behind), found->index * sine(found->before), 1e-9);
  EXPECT_NEAR(std::hypot(found->way.x, found->way.y), 1, 1e-9);
  EXPECT_GT(found->way.y, 0.1) << "towards the thicker side, where it is slower";
  for (const char* name : {"lens", "two-sources", "hot-bar"}) {
    EXPECT_FALSE(refraction_of(shipped_scene(name))) << name;
  }
}

TEST(Refraction, OfAPlaneWaveOnAStraightFaceFollowsSnellsLaw) {
  const scene::Scene scene = shipped_scene("refraction");
  const auto found = refraction_of(scene);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->index, std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(found->before, 30, 0.01);
  EXPECT_NEAR(found->behind, 20.70, 0.01);
  const auto theory = theory_of(scene);
  ASSERT_TRUE(theory);
  EXPECT_FALSE(std::isfinite(theory->value({400, 240}, 2000))) << "the field is not filled yet";
  scene::Scene other = scene;
  std::get<scene::Source>(other.items[5].role).oscillation->phase += 10;
  EXPECT_FALSE(theory_of(other)) << "no plane wave";
  other = scene;
  std::get<scene::Medium>(other.items.back().role).factor = 4.1;
  EXPECT_FALSE(theory_of(other)) << "total reflection";
}

TEST(TheoryCurves, KeepSilentWhereTheyDoNotKnow) {
  for (const char* name : {"heat-plate", "two-sources", "spots", "lens"}) {
    EXPECT_FALSE(theory_of(shipped_scene(name))) << name;
  }
  scene::Scene scene = heat_scene(scene::Mode{3, 2, 1}, all_edges(EdgeKind::reflecting));
  EXPECT_FALSE(theory_of(scene)) << "the mode is zero at edges that are not held at zero";
  scene = heat_scene(scene::Gaussian{{30, 40}, 7, 1}, all_edges(EdgeKind::held));
  scene.edges.value = 1.0;
  EXPECT_FALSE(theory_of(scene));
  scene = shipped_scene("standing");
  scene.parameters[1] = 0.01;
  EXPECT_FALSE(theory_of(scene)) << "damped";
}

TEST(TheoryCurves, AreTamedOrSilentAtEveryCellAndStep) {
  for (const char* name : {"hot-bar", "standing", "free-end", "wave-drop", "refraction"}) {
    const scene::Scene scene = shipped_scene(name);
    const auto theory = theory_of(scene);
    ASSERT_TRUE(theory) << name;
    const double width = scene.extent.width;
    const double height = scene.extent.height;
    int known = 0;
    for (const double step : {0.0, 1.0, 300.0, 4000.0}) {
      for (const core::Point at :
           {core::Point{0, 0}, core::Point{width, height}, core::Point{0.5, height - 0.5},
            core::Point{width / 2, height / 2}, core::Point{width / 3, height / 5}}) {
        const double value = theory->value(at, step);
        if (!std::isfinite(value)) continue;
        ++known;
        EXPECT_LE(std::abs(value), 2.5) << name << " at " << at.x << ' ' << at.y << ' ' << step;
      }
    }
    EXPECT_GT(known, 2) << name;
  }
}

}  // namespace
}  // namespace heatwave::session
