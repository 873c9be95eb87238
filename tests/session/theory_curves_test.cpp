// What theory says of scenes, against the fields that steps make of them.
#include "app/session/field/theory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/scene/scene_json.h"
#include "app/session/field/interference.h"
#include "app/session/field/refraction.h"
#include "app/session/session.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using field::EdgeKind;

Scene shipped_scene(const std::string& name) {
  return load_scene(std::filesystem::path(HEATWAVE_ASSET_FOLDER) / "scenes" / (name + ".json"));
}

/// The largest difference between the field and its theory, by the largest value that theory says.
double error_after(const Scene& scene, int steps) {
  const auto theory = theory_of(scene);
  EXPECT_TRUE(theory);
  if (!theory) return 1.0;
  Session session(scene, cpu_options());
  session.run(steps);
  const field::FieldState state = session.state();
  double worst = 0.0;
  double most = 0.0;
  for (int y = 0; y < scene.extent.height; ++y) {
    for (int x = 0; x < scene.extent.width; ++x) {
      const double exact = theory->value({x + 0.5, y + 0.5}, steps);
      const double is = static_cast<double>(state.planes[0][core::whole(scene.extent).index(x, y)]);
      worst = std::max(worst, std::abs(is - exact));
      most = std::max(most, std::abs(exact));
    }
  }
  return worst / most;
}

Scene heat_scene(Initial initial, const field::Edges& edges) {
  Scene scene = blank_scene("heat", {96, 72});
  scene.initial = {std::move(initial)};
  scene.edges = edges;
  return scene;
}

TEST(TheoryCurves, OfHeatHoldBetweenEdgesOfEveryKind) {
  for (const EdgeKind kind : {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic}) {
    const field::Edges edges = all_edges(kind);
    // Long enough for the edges to count.
    EXPECT_LT(error_after(heat_scene(Gaussian{{30, 40}, 7, 1}, edges), 2000), 0.01);
    EXPECT_LT(error_after(heat_scene(Fill{Rectangle{{20, 10}, {50, 30}}, 2}, edges), 2000), 0.01);
  }
  field::Edges mixed = all_edges(EdgeKind::reflecting);
  mixed.left = EdgeKind::held;
  EXPECT_LT(error_after(heat_scene(Ridge{{20, 0}, 0, 6, 1}, mixed), 3000), 0.01);
  EXPECT_LT(error_after(heat_scene(Mode{3, 2, 1}, all_edges(EdgeKind::held)), 300), 0.01);
}

TEST(TheoryCurves, BeginWithTheFieldItself) {
  EXPECT_LT(error_after(heat_scene(Gaussian{{30, 40}, 7, 1}, all_edges(EdgeKind::periodic)), 0),
            1e-4);
  EXPECT_LT(
      error_after(
          heat_scene(Fill{Rectangle{{20, 10}, {50, 30}}, 2}, all_edges(EdgeKind::reflecting)), 0),
      1e-6);
}

TEST(TheoryCurves, OfBuiltInScenesHold) {
  EXPECT_LT(error_after(shipped_scene("hot-bar"), 400), 0.01);
  EXPECT_LT(error_after(shipped_scene("standing"), 300), 0.02);
  // Out, back from a free and from a held end, and through each other again.
  EXPECT_LT(error_after(shipped_scene("free-end"), 1000), 0.03);
}

TEST(TheoryCurves, KeepSilentWhereTheyDoNotKnow) {
  for (const char* name : {"heat-plate", "two-sources", "spots", "lens"}) {
    EXPECT_FALSE(theory_of(shipped_scene(name))) << name;
  }
  Scene scene = heat_scene(Mode{3, 2, 1}, all_edges(EdgeKind::reflecting));
  EXPECT_FALSE(theory_of(scene)) << "a mode that is zero at edges which are not held at zero";
  scene = heat_scene(Gaussian{{30, 40}, 7, 1}, all_edges(EdgeKind::held));
  scene.edges.value = 1.0;
  EXPECT_FALSE(theory_of(scene));
  scene = shipped_scene("standing");
  scene.parameters[1] = 0.01;
  EXPECT_FALSE(theory_of(scene)) << "damped";
}

TEST(TheoryCurves, OfADropHoldAlsoWhenItsRingHasComeBackFromTheRim) {
  Scene scene = shipped_scene("wave-drop");
  EXPECT_LT(error_after(scene, 100), 0.03);
  EXPECT_LT(error_after(scene, 700), 0.06) << "mirrored at the rim held still";
  EXPECT_TRUE(theory_of(scene)->is_costly);
}

TEST(TheoryCurves, OfASlantingFrontHoldWhereNoEdgeIsFeltYet) {
  Scene scene = shipped_scene("wave-drop");
  scene.initial = {Ridge{{240, 240}, 30, 10, 1}};
  EXPECT_LT(error_after(scene, 200), 0.03);
  const auto theory = theory_of(scene);
  EXPECT_TRUE(std::isfinite(theory->value({240, 240}, 200)));
  EXPECT_FALSE(std::isfinite(theory->value({20, 240}, 200))) << "an edge is 20 cells away";
}

TEST(Interference, OfOneSlitTellsWhereItIsDark) {
  const auto found = interference_of(shipped_scene("single-slit"));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_dark);
  EXPECT_NEAR(found->distance, 56, 1e-9);
  EXPECT_EQ(found->middle, (Point{121, 240}));
  ASSERT_EQ(found->sines.size(), 5U);
  EXPECT_NEAR(found->sines[3], 28.0 / 56, 1e-9) << "sin θ = λ/a";
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

TEST(Refraction, OfAPlaneWaveOnAStraightFaceFollowsSnellsLawAndHasItsWholeField) {
  const Scene scene = shipped_scene("refraction");
  const auto found = refraction_of(scene);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->index, std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(found->before, 30, 0.01);
  EXPECT_NEAR(found->behind, 20.70, 0.01);
  const auto theory = theory_of(scene);
  ASSERT_TRUE(theory);
  EXPECT_FALSE(std::isfinite(theory->value({400, 240}, 2000))) << "the field is not filled yet";
  EXPECT_LT(error_after(scene, 3000), 0.1);
  Scene other = scene;
  std::get<Source>(other.items[5].role).oscillation->phase += 10;
  EXPECT_FALSE(theory_of(other)) << "no plane wave";
  other = scene;
  std::get<Medium>(other.items.back().role).factor = 4.1;
  EXPECT_FALSE(theory_of(other)) << "all of it is thrown back";
}

TEST(Interference, OfTwoSourcesFollowsTheirDistance) {
  const auto found = interference_of(shipped_scene("two-sources"));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->distance, 80, 1e-9);
  EXPECT_NEAR(found->wavelength, 24, 1e-9);
  EXPECT_EQ(found->middle, (Point{240, 240}));
  EXPECT_TRUE(found->both_sides);
  ASSERT_EQ(found->sines.size(), 7U);  // m from −3 to 3
  EXPECT_EQ(found->first_order, -3);
  EXPECT_NEAR(found->sines[4], 24.0 / 80, 1e-9);
}

TEST(Interference, OfSourcesOutOfStepLiesBetween) {
  Scene scene = shipped_scene("two-sources");
  std::get<Source>(scene.items[1].role).oscillation->phase = 3.14159265358979;
  const auto found = interference_of(scene);
  ASSERT_TRUE(found);
  for (const double sine : found->sines) EXPECT_GT(std::abs(sine), 0.1);
  std::get<Source>(scene.items[1].role).oscillation->period = 50;
  EXPECT_FALSE(interference_of(scene));
}

TEST(Interference, OfTheDoubleSlitBeginsAtTheSlits) {
  const auto found = interference_of(shipped_scene("double-slit"));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->distance, 108, 1e-9);
  EXPECT_NEAR(found->wavelength, 28, 1e-9);
  EXPECT_EQ(found->middle, (Point{121, 240}));
  EXPECT_NEAR(found->outward.x, 1, 1e-9);
  EXPECT_FALSE(found->both_sides);
  for (const char* name : {"prism", "lens", "heat-plate", "radiator", "standing"}) {
    EXPECT_FALSE(interference_of(shipped_scene(name))) << name;
  }
}

}  // namespace
}  // namespace heatwave::session
