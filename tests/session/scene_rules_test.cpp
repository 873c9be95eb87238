// Tests that files and commands follow the same rules: every scene that a session accepts can be
// saved and opened again.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/scene/mask.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_json.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Returns whether a session accepts the command without an error notice.
bool takes(Command command) {
  Session session(small_heat(), {.backend = field::Backend::cpu, .threads = 1});
  session.submit(std::move(command));
  session.frame(0.0);
  for (const Notice& notice : session.snapshot().notices) {
    if (notice.kind == Notice::Kind::error) return false;
  }
  // An accepted scene must read back unchanged from its file.
  scene::Scene shown = session.snapshot().scene;
  shown.name = "shown";
  scene::Scene read = scene::parse_scene(to_json(shown), "shown.json");
  for (std::size_t i = 0; i < read.items.size(); ++i) read.items[i].id = shown.items[i].id;
  EXPECT_EQ(to_json(read), to_json(shown));
  return true;
}

bool reads(const std::string& keys) {
  try {
    (void)scene::parse_scene("{" + keys + "}", "my.json");
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

TEST(SceneRules, ColoursThatNoFileHasAreNoCommandEither) {
  const auto coloured = [](double low, double high, int bands) {
    return takes(SetColours{{.bands = bands, .automatic = false, .low = low, .high = high}});
  };
  EXPECT_TRUE(coloured(-1, 1, 256));
  EXPECT_FALSE(coloured(1, 1, 0));
  EXPECT_FALSE(coloured(2, 1, 0));
  EXPECT_FALSE(coloured(0, kInfinity, 0));
  EXPECT_FALSE(coloured(std::nan(""), 1, 0));
  EXPECT_FALSE(coloured(0, 1, 257));
  EXPECT_FALSE(coloured(0, 1, -1));
  EXPECT_FALSE(reads("\"view\": {\"range\": [1, 1]}"));
  EXPECT_FALSE(reads("\"view\": {\"range\": [0, 1e39]}"));
  EXPECT_FALSE(reads("\"view\": {\"bands\": 257}"));
}

TEST(SceneRules, PlacesThatNoFileHasAreNoCommandEither) {
  const auto placed = [](double x, double radius) {
    return takes(AddItem{disc_item(scene::Source{}, {x, 3}, radius)});
  };
  EXPECT_TRUE(placed(scene::kFarthest, scene::kFarthest));
  EXPECT_FALSE(placed(1.1 * scene::kFarthest, 1));
  EXPECT_FALSE(placed(3, kInfinity));
  EXPECT_FALSE(placed(3, 0));
  EXPECT_TRUE(reads("\"walls\": [{\"shape\": \"line\", \"from\": [0, 0], \"to\": [1e9, 1]}]"));
  EXPECT_FALSE(reads("\"walls\": [{\"shape\": \"line\", \"from\": [0, 0], \"to\": [2e9, 1]}]"));
  EXPECT_FALSE(
      reads("\"initial\": [{\"form\": \"fill\", \"shape\": \"disc\", \"centre\": [0, 0], "
            "\"radius\": 1e300}]"));
}

TEST(SceneRules, ShapesDoNotGrowOutOfAllPlacesWithTheGrid) {
  Session session(scene::blank_scene("heat", {8, 8}),
                  {.backend = field::Backend::cpu, .threads = 1});
  session.submit(AddItem{box_item(scene::Wall{}, {-0.5 * scene::kFarthest, 0}, {4, 4})});
  session.submit(Resize{{64, 8}});
  session.frame(0.0);
  ASSERT_FALSE(session.snapshot().notices.empty());
  EXPECT_EQ(session.snapshot().notices.back().text, "A rectangle must lie within 1e+09 cells.");
  EXPECT_EQ(session.snapshot().scene.extent, (core::Extent{8, 8}));
}

TEST(SceneRules, ValuesThatNoCellHoldsAreRefused) {
  EXPECT_FALSE(takes(AddItem{disc_item(scene::Source{.value = 1e39}, {3, 3}, 2)}));
  EXPECT_FALSE(takes(Paint{{{{3, 3}}, 2}, 1e39}));
  EXPECT_FALSE(
      reads("\"sources\": [{\"shape\": \"disc\", \"centre\": [1, 2], \"radius\": 1, "
            "\"value\": 1e39}]"));
  EXPECT_FALSE(reads("\"edges\": {\"value\": 1e39}"));
}

TEST(SceneRules, PacesAndModesKeepToTheirBounds) {
  EXPECT_TRUE(takes(SetPace{{scene::kLargestPace}}));
  EXPECT_FALSE(takes(SetPace{{scene::kLargestPace + 1}}));
  scene::Scene scene = small_heat();
  scene.initial = {scene::Mode{scene::kHighestMode, 1, 1.0}};
  EXPECT_TRUE(takes(LoadScene{scene}));
  scene.initial = {scene::Mode{scene::kHighestMode + 1, 1, 1.0}};
  EXPECT_FALSE(takes(LoadScene{scene}));
  scene.initial = {};
  scene.title = "\xff";
  EXPECT_FALSE(takes(LoadScene{scene}));
}

TEST(SceneRules, AShapeWithoutAnEndIsNotCastToACell) {
  const scene::Line line{{-kInfinity, 0}, {kInfinity, 3}, 2};
  const scene::Mask mask = mask_of(scene::Shape(line), {0, 0, 8, 4});
  EXPECT_LE(mask.area.x1, 8);  // the conversion would otherwise be undefined behaviour, which traps
}

TEST(SceneRules, ManyKeysAreReadInNoTime) {
  std::string keys;
  for (int i = 0; i < 500'000; ++i) keys += "\"k" + std::to_string(i) + "\": 1,\n";
  // Comparing each key with each would take minutes.
  EXPECT_FALSE(reads(keys + "\"title\": \"t\""));
}

}  // namespace
}  // namespace heatwave::session
