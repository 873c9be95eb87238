// The scenes with typed equations: all of them run, and some are known by theory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "app/scene/scene_files.h"
#include "kernels/field/formula/formula.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

class TypedScenes : public testing::Test {
 protected:
  void SetUp() override { setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1); }
  void TearDown() override { unsetenv("HEATWAVE_ASSETS"); }
};

TEST_F(TypedScenes, RunAndStayFinite) {
  std::set<std::string> texts;
  for (const scene::SceneListing& listing : scene::built_in_scenes()) {
    if (listing.equation != scene::kFormulaEquation) continue;
    const scene::Scene found = scene::find_scene(listing.name);
    const scene::Scene scene =
        scene::is_line(found) ? found : scene::scaled(found, core::Extent{80, 60});
    EXPECT_TRUE(texts.insert(scene.formula->text()).second) << listing.name;
    EXPECT_TRUE(scene.guarded) << listing.name;
    Session session(scene, cpu_options());
    const field::FieldState before = session.state();
    session.run(1000);
    const field::FieldState after = session.state();
    EXPECT_NE(before.planes, after.planes) << listing.name;
    for (const std::vector<float>& plane : after.planes) {
      EXPECT_TRUE(std::all_of(plane.begin(), plane.end(), [](float v) { return std::isfinite(v); }))
          << listing.name;
    }
  }
  EXPECT_GE(texts.size(), 30U);
}

TEST_F(TypedScenes, StandAfterTheOthersByTheFamilyThatTheirFolderNames) {
  const std::vector<scene::SceneListing> scenes = scene::built_in_scenes();
  EXPECT_EQ(scenes.front().family, "Heat");
  EXPECT_EQ(scenes.back().family, "Transport");
  const auto is_typed = [](const scene::SceneListing& s) {
    return s.equation == scene::kFormulaEquation;
  };
  EXPECT_TRUE(std::is_partitioned(scenes.begin(), scenes.end(), std::not_fn(is_typed)));
  const auto found =
      std::find_if(scenes.begin(), scenes.end(), [](const auto& s) { return s.name == "rabi"; });
  ASSERT_NE(found, scenes.end());
  EXPECT_EQ(found->family, "Quantum mechanics");
}

/// Returns how far right of the middle the middle row first falls below one half.
double front_of(Session& session) {
  const field::FieldState state = session.state();
  const core::Extent extent = session.snapshot().scene.extent;
  const auto row = state.planes[0].begin() + static_cast<std::ptrdiff_t>(extent.height / 2) *
                                                 static_cast<std::ptrdiff_t>(extent.width);
  const auto middle = row + extent.width / 2;
  return static_cast<double>(
      std::find_if(middle, row + extent.width, [](float v) { return v < 0.5F; }) - middle);
}

TEST_F(TypedScenes, FishersFrontHasItsSpeed) {
  Session session(scene::find_scene("fisher"), cpu_options());
  session.run(300);
  const double early = front_of(session);
  session.run(300);
  // It tends to 2√(rD) = 0.2 from below, by 3/(2λt) with λ = √(r/D); whole cells are counted.
  EXPECT_NEAR((front_of(session) - early) / 300, 0.19, 0.01);
}

TEST_F(TypedScenes, ParticlesKeepTheirNumber) {
  for (const char* name : {"tunnelling", "quantum-well", "matter-slits"}) {
    Session session(scene::find_scene(name), cpu_options());
    const auto norm = [&session] {
      const field::FieldState state = session.state();
      double sum = 0;
      for (const std::vector<float>& plane : state.planes) {
        for (const float value : plane) sum += static_cast<double>(value) * value;
      }
      return sum;
    };
    const double before = norm();
    session.run(300);
    EXPECT_NEAR(norm() / before, 1, 0.03) << name;
  }
}

TEST_F(TypedScenes, WhatOnlyFlowsKeepsItsAmount) {
  for (const char* name : {"porous-rock", "wood", "cahn-hilliard"}) {
    Session session(scene::find_scene(name), cpu_options());
    const auto amount = [&session] {
      const field::FieldState state = session.state();
      double sum = 0;
      for (const float value : state.planes[0]) sum += static_cast<double>(value);
      return sum;
    };
    const double before = amount();
    session.run(200);
    EXPECT_NEAR(amount(), before, 1e-4 * std::abs(before) + 0.5) << name;
  }
}

TEST_F(TypedScenes, TheWallOfARegionFollowsItsParameter) {
  Session session(scene::find_scene("matter-slits"), cpu_options());
  const auto wall_at = [&session](int x, int y) {
    const std::size_t cell = core::whole(session.snapshot().scene.extent).index(x, y);
    return (session.cell_flags()[cell] & field::kWall) != 0;
  };
  EXPECT_TRUE(wall_at(130, 90));
  EXPECT_FALSE(wall_at(130, 119 - 16)) << "a slit";
  session.run(10);
  do_now(session, SetParameter{.id = "gap", .value = 30});
  EXPECT_FALSE(wall_at(130, 90));
  EXPECT_TRUE(wall_at(130, 119 - 16));
  do_now(session, Undo{});
  EXPECT_TRUE(wall_at(130, 90));
}

}  // namespace
}  // namespace heatwave::session
