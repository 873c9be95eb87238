// Regions that move with time: their cells follow the step however steps are grouped, in undo and
// in scenes that begin later.
#include <gtest/gtest.h>

#include <string>

#include "app/scene/rasterise.h"
#include "app/scene/scene_files.h"
#include "app/session/session.h"
#include "kernels/field/formula/formula.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

/// A disc that grows by a cell in eight steps.
const std::string kGrowing =
    "u' = D*lap(u)\nD = 0.2 in [0, 0.25]\nu(0) = 1\ninside = x^2 + y^2 < (6 + t/8)^2\n"
    "left: u = 0.5";

scene::Scene scene_of(const std::string& text, core::Extent extent) {
  return scene::formula_scene(field::formula::make_formula(text), extent);
}

std::vector<std::uint8_t> flags_at(const scene::Scene& scene, std::int64_t step) {
  return rasterise(scene, core::whole(scene.extent), step).flags;
}

TEST(MovingRegion, GivesTheBitsOfARegionThatAParameterMoves) {
  // Numbers are multiples of 1/8, so that both texts compute the same region.
  Session moving(scene_of(kGrowing, {70, 50}), cpu_options());
  Session moved(scene_of("u' = D*lap(u)\nD = 0.2 in [0, 0.25]\nu(0) = 1\nr = 6 in [0, 99]\n"
                         "inside = x^2 + y^2 < r^2\nleft: u = 0.5",
                         {70, 50}),
                cpu_options());
  for (int step = 1; step <= 200; ++step) {
    moving.run(1);
    moved.run(1);
    do_now(moved, SetParameter{.id = "r", .value = 6.0 + step / 8.0});
    ASSERT_EQ(moving.cell_flags(), moved.cell_flags()) << step;
    ASSERT_TRUE(moving.state() == moved.state()) << step;
  }
}

TEST(MovingRegion, GroupsAndThreadsChangeNoBit) {
  // One that grows, one that shrinks, and one that crosses periodic edges.
  for (const std::string& text :
       {kGrowing, std::string("u'' = 0.2*lap(u)\nu(0) = gauss(x, y, 5)\ninside = x^2 < 900 - 6*t"),
        std::string("u' = 0.2*lap(u) + 0.01*v\nv' = 0.1*lap(v) - 0.01*u\nu(0) = 1\nv(0) = "
                    "cos(x/9)\nedges: periodic\nstepping: heun\ndt = 0.5\n"
                    "inside = mod(x + y + 2*t, 30) < 21")}) {
    Session one(scene_of(text, {70, 50}), cpu_options(1));
    Session other(scene_of(text, {70, 50}), cpu_options(3));
    one.run(150);
    for (const int steps : {1, 2, 7, 140}) other.run(steps);
    EXPECT_TRUE(one.state() == other.state()) << text;
    EXPECT_EQ(one.cell_flags(), other.cell_flags());
    const scene::Scene& scene = one.snapshot().scene;
    EXPECT_EQ(one.cell_flags(), flags_at(scene, 150));
    EXPECT_NE(one.cell_flags(), flags_at(scene, 130));
  }
}

TEST(MovingRegion, ComesBackWithTheFieldThatIsRestored) {
  scene::Scene scene = scene_of(kGrowing, {70, 50});
  Session session(scene, cpu_options());
  session.run(100);
  // A field is saved with its scene once it was painted on.
  do_now(session, Paint{{{{30, 20}, {36, 20}}, 3}, 0.75});
  const field::FieldState middle = session.state();
  const ScratchFolder folder;
  const std::string file = (folder.path() / "later.json").string();
  do_now(session, SaveScene{file});
  do_now(session, Reset{});
  EXPECT_EQ(session.cell_flags(), flags_at(scene, 0));
  session.run(40);
  do_now(session, Undo{});
  EXPECT_TRUE(session.state() == middle);
  EXPECT_EQ(session.cell_flags(), flags_at(scene, 100));
  session.run(30);

  // A scene that was saved with its field goes on from its step.
  Session later(scene::load_scene(file), cpu_options());
  EXPECT_EQ(later.cell_flags(), flags_at(scene, 100));
  later.run(30);
  EXPECT_TRUE(later.state() == session.state());
}

TEST(MovingRegion, KeepsWhatIsDrawn) {
  scene::Scene scene = with_items(
      scene_of(kGrowing, {70, 50}),
      {disc_item(scene::Source{.value = 2}, {48, 25}, 3), disc_item(scene::Wall{}, {30, 25}, 2)});
  Session session(scene, cpu_options());
  session.run(60);
  EXPECT_EQ(session.cell_flags(), flags_at(scene, 60));
  EXPECT_EQ(session.state().planes[0][core::whole(scene.extent).index(48, 25)], 2.0F);
  do_now(session, SetParameter{.id = "D", .value = 0.1});
  EXPECT_EQ(session.cell_flags(), flags_at(scene, 60)) << "a slider does not reset the region";
}

}  // namespace
}  // namespace heatwave::session
