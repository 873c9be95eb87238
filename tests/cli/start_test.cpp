// Tests the start of the window and of a run: scenes by equation, and commands checked beforehand.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/course.h"
#include "app/cli/field_setup.h"
#include "app/scene/scene_files.h"
#include "app/session/field/live_field.h"
#include "kernels/field/equation_catalogue.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::cli {
namespace {

using testing::error_of;

class Start : public ::testing::Test {
 protected:
  Start() { ::setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1); }
  ~Start() override { ::unsetenv("HEATWAVE_ASSETS"); }
};

TEST_F(Start, EachEquationOpensItsOwnScene) {
  for (const field::EquationInfo& equation : field::equations()) {
    EXPECT_EQ(chosen_scene("", equation.id).name, equation.default_scene);
    EXPECT_EQ(chosen_scene("", equation.id).equation, equation.id);
  }
  EXPECT_EQ(chosen_scene("", "").equation, field::equations().front().id);
  EXPECT_EQ(chosen_scene("lens", "heat").name, "lens");
}

TEST_F(Start, AGridThatTakesLongToBeSeenSaysWhatItCosts) {
  scene::Scene scene = chosen_scene("heat-plate", "");
  EXPECT_EQ(session::cost_of(scene), "");
  scene.extent = {8192, 8192};
  EXPECT_EQ(session::cost_of(scene), "");
  scene.extent = {40'000, 40'000};
  EXPECT_EQ(session::cost_of(scene),
            "40000 × 40000 cells take at least 16.0 GB of memory, and take a while to appear");
}

TEST_F(Start, AnEquationWithoutItsSceneOpensABlankOne) {
  const testing::TemporaryFolder empty;
  std::filesystem::create_directory(empty.path() / "scenes");
  ::setenv("HEATWAVE_ASSETS", empty.path().c_str(), 1);
  const scene::Scene scene = chosen_scene("", "wave");
  EXPECT_EQ(scene.name, "wave");
  EXPECT_EQ(scene.equation, "wave");
  EXPECT_EQ(scene.extent, (core::Extent{640, 480}));
  EXPECT_TRUE(scene.items.empty());
  EXPECT_EQ(scene::scene_or_blank("wave"), scene);
}

TEST_F(Start, SettingsComeInTheirOrderAfterTheSize) {
  const scene::Scene scene = chosen_scene("", "heat");
  FieldOptions options;
  options.size = core::Extent{9, 9};
  options.settings = {{"alpha", 0.1}, {"alpha", 0.25}};
  const auto commands = field_commands(options, scene, false, "no");
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(std::get<session::Resize>(commands[0]).extent, (core::Extent{9, 9}));
  EXPECT_EQ(std::get<session::SetParameter>(commands[2]).value, 0.25);
}

TEST_F(Start, AGuardThatIsOffForbidsNothing) {
  scene::Scene scene = chosen_scene("", "heat");
  FieldOptions options;
  options.settings = {{"alpha", 0.5}};
  EXPECT_EQ(error_of([&] { (void)field_commands(options, scene, false, "go away"); }),
            "diffusivity α = 0.5 breaks the stability rule α ≤ 1/4; go away");
  EXPECT_EQ(field_commands(options, scene, true, "").size(), 2U);
  scene.guarded = false;
  EXPECT_EQ(field_commands(options, scene, false, "").size(), 1U);
}

TEST_F(Start, AWrongFolderOfAssetsIsSaidAndNoBlankFieldShown) {
  const testing::TemporaryFolder wrong;
  ::setenv("HEATWAVE_ASSETS", wrong.path().c_str(), 1);
  EXPECT_EQ(error_of([] { (void)chosen_scene("", "wave"); }),
            "HEATWAVE_ASSETS names " + testing::quoted(wrong.path()) +
                ", which is no folder with scenes in it");
}

TEST(Warnings, AreALineEachOnStandardError) {
  using Kind = session::Notice::Kind;
  session::Snapshot snapshot;
  snapshot.notices.push_back({.id = 1, .kind = Kind::warning, .text = "The device is lost:\nbad."});
  snapshot.notices.push_back({.id = 2, .kind = Kind::error, .text = "No memory."});
  snapshot.notices.push_back({.id = 3, .kind = Kind::info, .text = "It is slow now."});
  ::testing::internal::CaptureStderr();
  warn(snapshot);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "heatwave: The device is lost: bad.\nheatwave: It is slow now.\n");
}

}  // namespace
}  // namespace heatwave::cli
