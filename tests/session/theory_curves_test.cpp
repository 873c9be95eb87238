// Compares the theory of scenes with the fields that their steps compute.
#include "app/session/field/theory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/session/session.h"
#include "tests/session/scenes_for_tests.h"
#include "tests/session/shipped_scene.h"

namespace heatwave::session {
namespace {

using field::EdgeKind;

/// Returns the largest difference between the field and its theory, divided by the theory's largest
/// value.
double error_after(const scene::Scene& scene, int steps) {
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

TEST(TheoryCurves, OfHeatHoldBetweenEdgesOfEveryKind) {
  for (const EdgeKind kind : {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic}) {
    const field::Edges edges = all_edges(kind);
    // The run is long enough for the edges to have an effect.
    EXPECT_LT(error_after(heat_scene(scene::Gaussian{{30, 40}, 7, 1}, edges), 2000), 0.01);
    EXPECT_LT(
        error_after(heat_scene(scene::Fill{scene::Rectangle{{20, 10}, {50, 30}}, 2}, edges), 2000),
        0.01);
  }
  field::Edges mixed = all_edges(EdgeKind::reflecting);
  mixed.left = EdgeKind::held;
  EXPECT_LT(error_after(heat_scene(scene::Ridge{{20, 0}, 0, 6, 1}, mixed), 3000), 0.01);
  EXPECT_LT(error_after(heat_scene(scene::Mode{3, 2, 1}, all_edges(EdgeKind::held)), 300), 0.01);
}

TEST(TheoryCurves, BeginWithTheFieldItself) {
  EXPECT_LT(
      error_after(heat_scene(scene::Gaussian{{30, 40}, 7, 1}, all_edges(EdgeKind::periodic)), 0),
      1e-4);
  EXPECT_LT(error_after(heat_scene(scene::Fill{scene::Rectangle{{20, 10}, {50, 30}}, 2},
                                   all_edges(EdgeKind::reflecting)),
                        0),
            1e-6);
}

TEST(TheoryCurves, OfBuiltInScenesHold) {
  EXPECT_LT(error_after(shipped_scene("hot-bar"), 400), 0.01);
  EXPECT_LT(error_after(shipped_scene("standing"), 300), 0.02);
  // The pulses travel out, are reflected by a free and a fixed end, and cross again.
  EXPECT_LT(error_after(shipped_scene("free-end"), 1000), 0.03);
}

TEST(TheoryCurves, OfADropHoldAlsoWhenItsRingHasComeBackFromTheRim) {
  scene::Scene scene = shipped_scene("wave-drop");
  EXPECT_LT(error_after(scene, 100), 0.03);
  EXPECT_LT(error_after(scene, 700), 0.06) << "reflected at the fixed rim";
  EXPECT_TRUE(theory_of(scene)->is_costly);
}

TEST(TheoryCurves, OfASlantingFrontHoldWhereNoEdgeIsFeltYet) {
  scene::Scene scene = shipped_scene("wave-drop");
  scene.initial = {scene::Ridge{{240, 240}, 30, 10, 1}};
  EXPECT_LT(error_after(scene, 200), 0.03);
  const auto theory = theory_of(scene);
  EXPECT_TRUE(std::isfinite(theory->value({240, 240}, 200)));
  EXPECT_FALSE(std::isfinite(theory->value({20, 240}, 200))) << "an edge is 20 cells away";
}

TEST(TheoryCurves, OfAPlaneWaveRefractedHoldForTheWholeField) {
  EXPECT_LT(error_after(shipped_scene("refraction"), 3300), 0.1);
}

}  // namespace
}  // namespace heatwave::session
