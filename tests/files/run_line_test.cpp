// Tests the command line of a picture: options, if they can express the scene's differences.
#include "app/files/share_text.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "app/scene/scene_files.h"
#include "app/scene/views/catalogue.h"

namespace heatwave::files {
namespace {

class RunLine : public ::testing::Test {
 protected:
  void SetUp() override { setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1); }
};

TEST_F(RunLine, NamesEachViewWithTheParametersThatWereChanged) {
  for (std::size_t i = 0; i < scene::views().size(); ++i) {
    scene::Scene shown = scene::find_scene("double-slit");
    choose_view(shown, static_cast<scene::ViewKind>(i), {});
    const std::string view = i == 0 ? "" : " --view " + scene::views()[i].id;
    EXPECT_EQ(scene_options(shown), "--scene double-slit" + view);
  }
  scene::Scene shown = scene::find_scene("double-slit");
  choose_view(shown, *core::find_named<scene::ViewKind>("intensity"), {4, 1120});
  EXPECT_EQ(scene_options(shown), "--scene double-slit --view intensity:over=1120");
  scene::shown_colours(shown).bands = 7;
  EXPECT_EQ(scene_options(shown), "--scene double-slit --view intensity:over=1120 --bands 7");
}

TEST_F(RunLine, NamesAScaleOfColoursThatIsNotTheScenes) {
  scene::Scene drop = scene::find_scene("wave-drop");
  scene::shown_colours(drop).scale = colour::ScaleKind::softened;
  EXPECT_EQ(scene_options(drop), "--scene wave-drop --colour-scale softened");
  scene::Scene slits = scene::find_scene("double-slit");
  scene::shown_colours(slits).scale = colour::ScaleKind::linear;
  EXPECT_EQ(scene_options(slits), "--scene double-slit --colour-scale linear");
}

TEST_F(RunLine, NamesAnExpressionThatIsShown) {
  scene::Scene shown = scene::find_scene("mitosis");
  show_quantity(shown, "u*v");
  EXPECT_EQ(scene_options(shown), "--scene mitosis --show 'u*v'");
  EXPECT_EQ(scene::shown_quantity(scene_from_text(share_text(shown))).id, "u*v");
  scene::shown_colours(shown).bands = 7;
  EXPECT_EQ(scene_options(shown), "--scene mitosis --show 'u*v' --bands 7");
  scene::Scene both = scene::find_scene("mitosis");
  both.quantities.beside = quantity_beside(both, "u_x");
  EXPECT_EQ(scene_options(both), "--scene mitosis --show v --show u_x");
  both.quantities.beside = quantity_beside(both, "u");
  EXPECT_EQ(scene_options(both), "--scene mitosis --show v --show u");
  both.colours[0].bands = 5;
  EXPECT_EQ(scene_options(both).find("--scene mitosis"), std::string::npos)
      << "no option is for the second quantity's colours";
}

TEST_F(RunLine, NamesThePartsOfThePicture) {
  EXPECT_EQ(run_line("--scene lens", 40, "a.png", {}),
            "heatwave run --scene lens --steps 40 --png a.png");
  EXPECT_EQ(run_line("--scene lens", 40, "a.png", {.bar = true, .title = true, .smooth = true}),
            "heatwave run --scene lens --steps 40 --with bar,title --smooth --png a.png");
  EXPECT_EQ(run_line("--scene lens", 40, "a.png", {.size = {.times = 2}}),
            "heatwave run --scene lens --steps 40 --png-size 2 --png a.png");
  EXPECT_EQ(run_line("--scene lens", 40, "a.png", {.size = {.exact = {3840, 2160}}}),
            "heatwave run --scene lens --steps 40 --png-size 3840x2160 --png a.png");
}

}  // namespace
}  // namespace heatwave::files
