// A formula reads a picture: as a component that stays, in initial conditions and in its region.
// The picture travels with the scene.
#include <gtest/gtest.h>

#include <string>

#include "app/scene/picture_use.h"
#include "app/scene/rasterise.h"
#include "app/scene/scene_edit.h"
#include "app/scene/scene_json.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/field/formula/formula.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

constexpr core::Extent kReadingGrid{60, 40};

/// A picture with the proportion of the grid that is black at the left and gray or white at the
/// right.
scene::GrayPicture dark_at_left() {
  scene::GrayPicture picture{{30, 20}, {}};
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) {
      picture.shades.push_back(static_cast<std::uint8_t>(x < 15 ? 0 : y < 10 ? 51 : 255));
    }
  }
  return picture;
}

scene::Scene reading(const std::string& text, const scene::PictureChoice& choice = {}) {
  return read_by_formula(scene::formula_scene(field::formula::make_formula(text), kReadingGrid),
                         dark_at_left(), choice);
}

std::size_t index_of(int x, int y) { return core::whole(kReadingGrid).index(x, y); }

const std::string kConducting =
    "u' = 0.2*div(p*grad(u)) + s*p\np = picture\ns = 0.01 in [0, 1]\nu(0) = gauss(x, y, 9)";

TEST(PictureInput, IsAComponentThatStays) {
  Session session(reading(kConducting), cpu_options());
  const std::vector<float> begun = session.state().planes[1];
  EXPECT_EQ(begun[index_of(29, 5)], 0.0F);
  EXPECT_EQ(begun[index_of(30, 5)], 51.0F / 255.0F);
  EXPECT_EQ(begun[index_of(30, 35)], 1.0F);
  const float dark = session.state().planes[0][index_of(20, 20)];
  session.run(100);
  EXPECT_EQ(session.state().planes[1], begun);
  EXPECT_EQ(session.state().planes[0][index_of(20, 20)], dark) << "nothing flows in the black half";
  EXPECT_NEAR(session.state().planes[0][index_of(55, 38)], 1.0F, 0.1F) << "a hundred times s";
}

TEST(PictureInput, GivesTheBitsOfAComponentWithItsValues) {
  for (const std::string stepping : {"euler", "midpoint", "heun", "rk4", "ab2"}) {
    Session read(reading(kConducting + "\nstepping: " + stepping), cpu_options(3));
    // Another session loads its second component.
    std::string text = kConducting + "\nstepping: " + stepping;
    text.replace(text.find("p = picture"), 11, "p' = 0");
    Session loaded(scene::formula_scene(field::formula::make_formula(text), kReadingGrid),
                   cpu_options(1));
    const std::vector<std::vector<float>> begun = read.state().planes;
    LoadField load;
    for (std::size_t c = 0; c < 2; ++c) {
      load.cells.insert(load.cells.end(), begun[c].begin(), begun[c].end());
    }
    // Components of the time stepping begin at 0.
    load.cells.resize(begun.size() * static_cast<std::size_t>(kReadingGrid.cells()));
    do_now(loaded, load);
    read.run(50);
    for (const int steps : {1, 7, 42}) loaded.run(steps);
    EXPECT_EQ(read.state().planes, loaded.state().planes) << stepping;
  }
}

TEST(PictureInput, StandsInInitialConditionsAndRegions) {
  Session session(reading("u' = 0.1*lap(u)\nu(0) = 2*picture\ninside = picture > 0.5 - t/40",
                          {.inverted = true}),
                  cpu_options());
  EXPECT_EQ(session.state().planes[0][index_of(5, 5)], 2.0F);
  const auto is_wall = [&](int x, int y) {
    return (session.cell_flags()[index_of(x, y)] & field::kWall) != 0;
  };
  EXPECT_FALSE(is_wall(5, 5));
  EXPECT_FALSE(is_wall(50, 5)) << "a light gray that is a dark one, inverted";
  EXPECT_TRUE(is_wall(50, 35));
  session.run(21);
  EXPECT_FALSE(is_wall(50, 35)) << "the region grows over the picture";
}

TEST(PictureInput, TravelsWithTheSceneAndIsFittedToAnyGrid) {
  const scene::Scene scene = reading(kConducting);
  const scene::Scene again = scene::parse_scene(to_json(scene, ""), "formula.json");
  EXPECT_EQ(again.formula.picture()->shades, dark_at_left().shades);
  EXPECT_TRUE(again == scene);
  Session session(again, cpu_options());
  do_now(session, Resize{{30, 20}});
  EXPECT_EQ(session.state().planes[1][15], 51.0F / 255.0F);
  do_now(session, SetFormula{.text = kConducting + "\n# again", .restart = true});
  EXPECT_EQ(session.state().planes[1][15], 51.0F / 255.0F) << "another text keeps the picture";
  do_now(session,
         LoadScene{read_by_formula(session.snapshot().scene, dark_at_left(), {.inverted = true})});
  EXPECT_EQ(session.state().planes[1][15], 204.0F / 255.0F);
  do_now(session, Undo{});
  EXPECT_EQ(session.state().planes[1][15], 51.0F / 255.0F);
}

TEST(PictureInput, IsKeptSmall) {
  const scene::GrayPicture large{{2000, 1000}, std::vector<std::uint8_t>(2'000'000, 7)};
  const scene::Scene scene = read_by_formula(
      scene::formula_scene(field::formula::make_formula(kConducting), kReadingGrid), large, {});
  EXPECT_EQ(scene.formula.picture()->extent, (core::Extent{512, 256}));
  EXPECT_LT(to_json(scene, "").size(), 2000U);
}

TEST(PictureInput, IsRefusedWhereNothingReadsIt) {
  EXPECT_THROW((void)reading("u' = 0.1*lap(u)"), core::Error);
  EXPECT_THROW((void)read_by_formula(scene::blank_scene("heat", kReadingGrid), dark_at_left(), {}),
               core::Error);
  const std::string formula = R"({"formula": "u' = 0.1*lap(u); u(0) = picture", "picture": )";
  const auto refusal = [](const std::string& text) {
    try {
      (void)scene::parse_scene(text, "bad.json");
    } catch (const core::Error& error) {
      return std::string(error.what());
    }
    return std::string("it was read");
  };
  EXPECT_NE(
      refusal(formula + R"({"size": [3, 2], "shades": "AAAA"}})").find("a byte for each pixel"),
      std::string::npos);
  EXPECT_NE(refusal(formula + R"({"size": [3, 2], "shades": "?"}})").find("a byte for each pixel"),
            std::string::npos);
  EXPECT_NE(refusal(formula + R"({"size": [3000, 2], "shades": "AAAA"}})").find("512"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"picture": {"size": [3, 2], "shades": "AAAA"}})").find("only a formula"),
            std::string::npos);
}

}  // namespace
}  // namespace heatwave::session
