// A formula stands in a scene and travels with it.
#include <gtest/gtest.h>

#include <string>

#include "app/scene/rasterise.h"
#include "app/scene/scene.h"
#include "app/scene/scene_edit.h"
#include "app/scene/scene_json.h"
#include "kernels/core/error.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::scene {
namespace {

constexpr const char* kText =
    "# Rings\nu' = D*lap(u) - u + v\nv' = 0.1*lap(v)\nD = 0.2 in [0, 0.25]\nu(0) = 1\n"
    "v(0) = gauss(x, y, 4)\nleft, right: periodic\ninside = x^2 + y^2 < 90";

Scene rings() { return formula_scene(field::formula::make_formula(kText), {24, 20}); }

TEST(FormulaScene, ReadsBackEqual) {
  Scene scene = rings();
  scene.parameters[0] = 0.1;
  EXPECT_EQ(scene.title, "Rings");
  EXPECT_EQ(scene.edges.left, field::EdgeKind::periodic);
  EXPECT_EQ(scene.edges.top, field::EdgeKind::reflecting);
  const Scene again = parse_scene(to_json(scene, ""), "formula.json");
  EXPECT_EQ(again, scene);
  EXPECT_EQ(again.formula->text(), kText);
  EXPECT_EQ(again.parameters[0], 0.1);
}

TEST(FormulaScene, KeepsTheWordsOnItsEquationWhileTheTextIsTheSame) {
  Scene scene = rings();
  scene.words.meaning = "One substance feeds the other.";
  scene.words.textbook = "Murray, Mathematical Biology II, ch. 2: patterns";
  const Scene same = with_formula(scene, field::formula::make_formula(kText));
  EXPECT_EQ(same.words.meaning, scene.words.meaning);
  EXPECT_EQ(same.words.textbook, scene.words.textbook);
  const Scene other = with_formula(scene, field::formula::make_formula("u' = -u"));
  EXPECT_EQ(other.words.meaning, "");
  EXPECT_EQ(other.words.textbook, "");
}

TEST(FormulaScene, TellsMistakesWithTheirPlace) {
  try {
    (void)parse_scene(R"({"formula": "u' = q"})", "bad.json");
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("line 1, column 6: unknown name 'q'"),
              std::string::npos)
        << error.what();
  }
  EXPECT_THROW((void)parse_scene(R"({"formula": "u' = u", "equation": "heat"})", "both.json"),
               core::Error);
}

TEST(FormulaScene, BeginsWithItsInitialConditionsInItsRegion) {
  Scene scene = rings();
  scene.initial.emplace_back(
      Fill{.shape = Rectangle{{0, 0}, {2, 2}}, .value = 3.0, .component = "u"});
  const auto planes = initial_planes(scene, core::whole(scene.extent));
  ASSERT_EQ(planes.size(), 2U);
  EXPECT_EQ(planes[0][10 * 24 + 12], 1.0F);
  EXPECT_EQ(planes[0][0], 4.0F) << "parts of the scene are added";
  EXPECT_GT(planes[1][10 * 24 + 12], 0.9F);
  const field::SetCells cells = rasterise(scene, core::whole(scene.extent), 0);
  EXPECT_NE(cells.flags[0] & field::kWall, 0);
  EXPECT_EQ(cells.flags[10 * 24 + 12] & field::kWall, 0);
}

TEST(FormulaScene, TakesTheEdgesOfItsTextUnlessItNamesOthers) {
  const char* const text = R"({"formula": "u' = 0.1*lap(u); edges: periodic")";
  const Scene scene = parse_scene(text + std::string("}"), "a.json");
  EXPECT_EQ(scene.edges.top, field::EdgeKind::periodic);
  EXPECT_EQ(to_json(scene, "").find("edges\""), std::string::npos);
  const Scene other = parse_scene(text + std::string(R"(, "edges": "reflecting"})"), "b.json");
  EXPECT_EQ(other.edges.top, field::EdgeKind::reflecting);
  EXPECT_EQ(parse_scene(to_json(other, ""), "b.json"), other);
}

}  // namespace
}  // namespace heatwave::scene
