// Tests scene files: reading back written files, and errors that name the line and the key.
#include "app/scene/scene_json.h"
#include "app/scene/views/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/export/npy.h"
#include "app/json/json_reader.h"
#include "app/scene/scene_files.h"
#include "app/system/write_files.h"
#include "app/words/formula_tex.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"
#include "tests/system/raised_memory.h"

namespace heatwave::session {
namespace {

std::string error_of(const std::string& text) {
  try {
    (void)scene::parse_scene(text, "my.json");
  } catch (const core::Error& error) {
    return error.what();
  }
  return "no error";
}

class SceneFiles : public testing::Test {
 protected:
  void SetUp() override { setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1); }
  void TearDown() override { unsetenv("HEATWAVE_ASSETS"); }
};

TEST_F(SceneFiles, AllBuiltInScenesReadBackEqual) {
  const std::vector<scene::SceneListing> scenes = scene::built_in_scenes();
  EXPECT_GE(scenes.size(), 10U);
  for (const scene::SceneListing& listing : scenes) {
    const scene::Scene scene = scene::find_scene(listing.name);
    EXPECT_EQ(scene::parse_scene(to_json(scene), scene.name + ".json"), scene) << listing.name;
    EXPECT_EQ(listing.title, scene.title);
    EXPECT_EQ(listing.watch, scene.words.watch);
    EXPECT_EQ(listing.equation, scene.equation);
    EXPECT_FALSE(scene.title.empty());
    EXPECT_FALSE(scene.words.watch.empty()) << listing.name;
    EXPECT_TRUE(scene.words.meaning.ends_with('.')) << listing.name;
    EXPECT_NE(scene.words.textbook.find(": "), std::string::npos) << listing.name;
    const std::string equation =
        scene.formula ? scene.formula->text() : scene::equation_of(scene).pde;
    EXPECT_FALSE(words::tex_of_formula(equation).empty()) << listing.name;
    EXPECT_GT(scene.pace.steps, 0) << listing.name;
    EXPECT_FALSE(shown_colours(scene).automatic) << listing.name;
  }
}

TEST_F(SceneFiles, TheLecturesScenesAreThere) {
  for (const char* name : {"heat-plate", "hot-bar", "two-metals", "radiator", "wave-drop",
                           "two-sources", "single-slit", "double-slit", "lens", "standing"}) {
    EXPECT_EQ(scene::find_scene(name).name, name);
  }
  EXPECT_EQ(scene::find_scene("wave-drop").extent, (core::Extent{480, 480}));
}

TEST_F(SceneFiles, AnUnknownNameIsAnsweredWithTheNamesThereAre) {
  try {
    (void)scene::find_scene("heat-plait");
    FAIL();
  } catch (const core::Error& error) {
    const std::string words = error.what();
    EXPECT_NE(words.find("'heat-plait'"), std::string::npos);
    EXPECT_NE(words.find("heat-plate"), std::string::npos);
  }
}

TEST_F(SceneFiles, AFileIsFoundByItsPathAndGivesItsName) {
  const ScratchFolder folder;
  scene::Scene scene = small_wave();
  scene.name = "mine";
  std::ofstream(folder.path() / "mine.json") << to_json(scene);
  EXPECT_EQ(scene::find_scene((folder.path() / "mine.json").string()).name, "mine");
  EXPECT_THROW(scene::find_scene((folder.path() / "other.json").string()), core::Error);
  EXPECT_THROW(scene::find_scene(folder.path().string()), core::Error);
}

TEST(SceneJson, EveryKindOfValueReadsBackEqual) {
  scene::Scene scene =
      with_items(scene::blank_scene("wave", {100, 50}),
                 {{.role = oscillating(12.5, 0.3), .shape = scene::Line{{1.25, 2}, {30, 4}, 2.5}},
                  {.role = scene::Source{-0.1}, .shape = scene::Stroke{{{1, 2}, {3.5, 4}}, 2}},
                  {.role = scene::Wall{},
                   .shape = scene::Rectangle{{5, 6}, {7, 8}},
                   .holes = {{{{6, 7}}, 1}, {{{1, 2}, {3, 4}}, 0.5}}},
                  {.role = scene::Medium{0.7}, .shape = scene::Disc{{0.1, 0.2}, 3}}});
  scene.name = "all";
  scene.title = "All \"kinds\"";
  scene.words.watch = "See ½.";
  scene.parameters = {0.1, 0.01};
  scene.guarded = false;
  scene.edges = {field::EdgeKind::periodic, field::EdgeKind::periodic, field::EdgeKind::held,
                 field::EdgeKind::absorbing, 0.5};
  scene.initial = {scene::Fill{scene::Disc{{1, 2}, 3}, 4}, scene::Gaussian{{1, 2}, 3, 4},
                   scene::Ridge{{1, 2}, 30, 4, 5}, scene::Mode{0, 3, 0.1}};
  scene.colours[0] = {.colormap = "turbo",
                      .bands = 8,
                      .automatic = false,
                      .low = -2,
                      .high = 3,
                      .positive = true,
                      .scale = colour::ScaleKind::softened};
  scene.view.kind = *core::find_named<scene::ViewKind>("arrows");
  scene.layers = {.contours = true, .relief = true, .range_outline = true};
  scene.pace = {7};
  EXPECT_EQ(scene::parse_scene(to_json(scene), "all.json"), scene);
}

TEST(SceneJson, ComponentsReadBackEqual) {
  scene::Scene scene =
      with_items(scene::blank_scene("gray-scott", {60, 40}),
                 {{.role = scene::Source{0.3, {}, "u"}, .shape = scene::Disc{{10, 10}, 3}},
                  {.role = oscillating(12.5, 0.3), .shape = scene::Disc{{30, 10}, 3}}});
  scene.name = "both";
  scene.initial = {scene::Fill{scene::Disc{{1, 2}, 3}, 4, "u"}, scene::Gaussian{{1, 2}, 3, 4, "v"},
                   scene::Mode{0, 3, 0.1}};
  for (const char* shown : {"", "u", "v"}) {
    scene.quantities.shown = shown;
    scene.colours = {{.colormap = "gray", .bands = 4}, {.automatic = false, .low = 0, .high = 0.4}};
    EXPECT_EQ(scene::parse_scene(to_json(scene), "both.json"), scene) << to_json(scene);
    scene.colours = {{}, {.colormap = "turbo"}};
    EXPECT_EQ(scene::parse_scene(to_json(scene), "both.json"), scene) << to_json(scene);
  }
  EXPECT_EQ(
      error_of("{\"equation\": \"gray-scott\", \"view\": {\"show\": \"w\"}}"),
      "my.json:1: key 'view.show': the gray-scott equation has no component 'w' (there are: u, "
      "v)");
  EXPECT_EQ(error_of("{\"sources\": [{\"shape\": \"disc\", \"centre\": [1, 2], \"radius\": 1, "
                     "\"component\": \"v\"}]}"),
            "my.json:1: key 'sources[0].component': must be one of u, is \"v\"");
  EXPECT_EQ(error_of("{\"view\": {\"others\": {\"v\": {}}}}")
                .find("my.json:1: key 'view.others': is not known here"),
            0U);
}

TEST(SceneJson, TheColoursOfAnAverageReadBackOnALineToo) {
  const scene::Scene scene = scene::parse_scene(
      R"({"equation": "wave", "size": [24, 1],
          "view": {"as": "intensity", "intensity": {"bands": 20, "range": [-1, 1]}}})",
      "line.json");
  EXPECT_EQ(scene.view.colours.bands, 20);
  EXPECT_EQ(scene::parse_scene(to_json(scene), "line.json"), scene);
}

TEST(SceneJson, ARangeThatIsNotInUseLeavesASceneThatCanBeRead) {
  scene::Scene scene = scene::blank_scene("gray-scott", {60, 40});
  scene.colours[1].low = -3;  // set, and then made automatic
  const scene::Scene again = scene::parse_scene(to_json(scene), "my.json");
  EXPECT_EQ(again.colours[0], colour::ColourChoice{});
  EXPECT_TRUE(again.colours[1].automatic);
}

TEST(SceneJson, OnlyWhatDiffersIsWritten) {
  const std::string text = to_json(scene::blank_scene("heat", {640, 480}));
  for (const char* key : {"edges", "view", "pace", "guarded", "parameters", "sources"}) {
    EXPECT_EQ(text.find(key), std::string::npos) << text;
  }
}

TEST(SceneJson, MistakesNameLineAndKey) {
  EXPECT_EQ(
      error_of("{\n\"sources\": [\n{\"shape\": \"disc\", \"centre\": [1, 2], \"radius\": 1},\n"
               "{\"shape\": \"disc\", \"centre\": [1, 2],\n \"radius\": \"abc\"}]}"),
      "my.json:5: key 'sources[1].radius': must be a positive number, is \"abc\"");
  EXPECT_EQ(error_of("{\n  \"sorces\": []\n}"),
            "my.json:2: key 'sorces': is not known here; perhaps 'sources' is meant");
  EXPECT_EQ(error_of("{\n\"size\":\n[0, 5]}"),
            "my.json:2: key 'size': must be two whole numbers from 1 to 1000000, is [0, 5]");
  EXPECT_EQ(error_of("{\"walls\": [{\"shape\": \"disc\"}]}"),
            "my.json:1: key 'walls[0].centre': is missing");
  EXPECT_EQ(error_of("[\n]"), "my.json:1: a scene must be an object, is an array of 0");
  EXPECT_EQ(error_of("{\"pace\": 3,\n\"pace\": 4}"), "my.json:2: key 'pace' comes twice");
  EXPECT_EQ(error_of("{\n\n\"title\": oops}").substr(0, 19), "my.json:3: not JSON");
}

TEST(SceneJson, ValuesAreHeldToTheEquation) {
  const auto refused = [](const std::string& inner, const std::string& words) {
    const std::string error = error_of("{" + inner + "}");
    EXPECT_NE(error.find(words), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  };
  refused(R"("equation": "head")",
          "must be one of heat, wave, gray-scott, fitzhugh-nagumo, is \"head\"");
  refused(R"("edges": "absorbing")", "must be one of held, insulated, periodic");
  refused(R"("edges": {"left": "periodic"})", "together with the opposite edge");
  refused(R"("parameters": {"alpha": 0.3})", "parameters.alpha");
  refused(R"("parameters": {"alpha": 3}, "guarded": false)", "must be from 0 to 1, is 3");
  refused(R"("parameters": {"beta": 1})", "there are: alpha");
  refused(R"("media": [{"shape": "disc", "centre": [1, 1], "radius": 1, "factor": 2}])",
          "breaks the stability rule");
  refused(R"("media": [{"shape": "disc", "centre": [1, 1], "radius": 1, "factor": 0}])",
          "must be a positive number, is 0");
  refused(R"("sources": [{"shape": "disc", "centre": [1, 1], "radius": 1,
              "oscillation": {"period": -1}}])",
          "sources[0].oscillation.period': must be a positive number, is -1");
  refused(R"("sources": [{"shape": "disc", "centre": [1, 1], "radius": 1,
              "oscillation": {"ramp": -1}}])",
          "sources[0].oscillation.ramp': must not be negative");
  refused(R"("sources": [{"shape": "disc", "centre": [1, 1e999], "radius": 1}])", "not JSON");
  refused(R"("view": {"colormap": "jet"})", "must be one of viridis");
  refused(R"("view": {"scale": "log"})", "linear, softened");
  refused(R"("view": {"as": "flt"})", "must be one of flat");
  refused(R"("view": {"range": [2, 1]})", "from a lower to a higher");
  refused(R"("view": {"range": "automatic"})", "must be one of auto");
  refused(R"("pace": -1)", "from 0 to");
  refused(R"("initial": [{"form": "bell"}])", "must be one of fill, gaussian, ridge, mode");
  refused(R"("title": 5)", "must be a text, is 5");
}

/// Repeats the part as often as it fits into this number of bytes.
std::string repeated(const std::string& part, std::size_t bytes) {
  std::string text;
  while (text.size() + part.size() <= bytes) text += part;
  return text;
}

TEST(SceneJson, WhatIsRefusedTakesLittleMemory) {
  constexpr std::size_t kAlmostAll = 15'900'000;
  const std::string disc = R"({"shape": "disc", "centre": [1, 1], "radius": 1},)";
  const std::string point = "[1,1],";
  const std::string word(kAlmostAll, 'a');
  for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
           {"{\"x\": [" + repeated("0,", kAlmostAll) + "0]}", "more than 500000 values"},
           {"{\"walls\": [" + repeated(disc, 1'000'000) + "0]}", "must be an object, is 0"},
           {"{\"walls\": [{\"shape\": \"stroke\", \"points\": [" + repeated(point, 900'000) +
                "0]}]}",
            "must be an array of points [[x, y], ...], is an array of 150001"},
           {"{\"title\": \"" + word + "\", \"x\": 1}", "key 'x': is not known here"},
           {"{\"view\": {\"as\": \"" + word + "\"}}", "is \"aaaaaaaaaa"},
           {"{\"" + word + "\": 1}", "a key has more than 1000 bytes"}}) {
    const RaisedMemory memory;
    const std::string error = error_of(text);
    EXPECT_LE(memory.peak(), kMostRaisedByRefusal) << error;
    EXPECT_NE(error.find(words), std::string::npos) << error;
    EXPECT_LT(error.size(), 400U);
  }
}

TEST(SceneJson, AnUnknownKeyIsNamedHoweverMuchItHolds) {
  EXPECT_NE(
      error_of("{\"x\": [" + repeated("[0,{}],", 200'000) + "0]}").find("key 'x': is not known"),
      std::string::npos);
}

TEST(SceneJson, CompressedPartsInflateToABoundedSize) {
  constexpr core::Extent kLarge{8000, 8000};
  const std::string places =
      text_of(scene::StencilPlaces(kLarge, std::string(scene::bit_bytes(kLarge), '\0')));
  const std::string stencil =
      R"({"shape": "stencil", "from": [0, 0], "to": [4, 4], "size": [8000, 8000], "places": ")" +
      places + "\"},";
  const RaisedMemory memory;
  const std::string error =
      error_of("{\"walls\": [" + repeated(stencil, 5 * stencil.size()) + "0]}");
  EXPECT_EQ(error, "my.json:1: key 'walls[4].places': inflates to more than a text may hold");
  EXPECT_LE(memory.peak(), kMostRaisedByRefusal);
}

TEST(SceneJson, NumbersAreReadToTheLastBit) {
  const scene::Scene scene = scene::parse_scene(
      R"({"guarded": false, "initial": [{"form": "gaussian", "centre": [-0.0, 5e-324],
          "radius": 0.1, "height": 1e-999}]})",
      "my.json");
  const auto& gaussian = std::get<scene::Gaussian>(scene.initial.at(0));
  EXPECT_TRUE(std::signbit(gaussian.centre.x));
  EXPECT_EQ(gaussian.centre.y, 5e-324);
  EXPECT_EQ(gaussian.radius, 0.1);
  EXPECT_EQ(gaussian.height, 0.0);
}

TEST(SceneJson, TextsShowAllThatTheyHold) {
  const std::string refused =
      "my.json:1: key 'title': a scene's title and words must be UTF-8 without control or "
      "invisible characters";
  for (const char* title : {"a\\u202eb", "a\\u200bb", "a\\u001b[31m", "a\\ufeffb"}) {
    EXPECT_NE(error_of(std::string("{\"title\": \"") + title + "\"}").find(refused),
              std::string::npos)
        << title;
  }
  EXPECT_EQ(error_of(R"({"title": "\"½\" \u00e6", "watch": "two\nlines"})"), "no error");
}

TEST_F(SceneFiles, AFieldOfAnotherSizeIsRefusedBeforeItIsRead) {
  const ScratchFolder folder;
  const core::Extent large{6000, 5000};
  std::vector<std::vector<float>> planes(1);
  planes[0].resize(static_cast<std::size_t>(large.cells()));
  system::write_whole_file(folder.path() / "f.npy", exporting::encoded_npy(large, planes),
                           system::Naming::exact);
  planes.clear();
  planes.shrink_to_fit();
  const RaisedMemory memory;
  try {
    (void)scene::parse_scene(R"({"size": [8, 8], "field": {"file": "f.npy"}})",
                             (folder.path() / "s.json").string());
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("holds 6000 × 5000 cells, and the scene has 8 × 8"),
              std::string::npos)
        << error.what();
  }
  EXPECT_LE(memory.peak(), 10'000'000U);
}

TEST_F(SceneFiles, TravelUnchanged) {
  for (const scene::SceneListing& listing : scene::built_in_scenes()) {
    scene::Scene scene = scene::find_scene(listing.name);
    std::reverse(scene.items.begin(), scene.items.end());
    for (std::size_t i = 0; i < scene.items.size(); ++i)
      scene.items[i].id = 7 + static_cast<int>(i);
    const std::string text = scene::json_value(scene).dump();
    json::JsonReader in(json::parse_json(text, "sent"), "", "sent");
    const scene::Scene again = scene::read_scene(in, {}, scene::SceneForm::travelling);
    EXPECT_EQ(again, scene) << listing.name;
    EXPECT_EQ(scene::json_value(again).dump(), text) << listing.name;
  }
}

TEST(SceneJson, EachFieldIsWrittenInItsPlace) {
  const std::string text = R"({
  "title": "Everything",
  "watch": "watch",
  "meaning": "meaning",
  "textbook": "textbook",
  "equation": "gray-scott",
  "size": [96, 64],
  "parameters": {"feed": 0.04},
  "guarded": false,
  "edges": {"left": "periodic", "right": "periodic", "top": "reflecting", "bottom": "held", "value": 0.5},
  "sources": [
    {"shape": "disc", "centre": [8, 8], "radius": 3.5, "component": "v", "oscillation": {"amplitude": 2, "period": 9, "phase": 3, "offset": 1, "ramp": 4, "still": 7}},
    {"shape": "line", "from": [1.5, 1.5], "to": [14, 14.5], "thickness": 6.5, "value": -0.25}
  ],
  "walls": [
    {"shape": "stroke", "points": [[1.5, 3], [4, 6]], "radius": 4, "holes": [{"points": [[3, 3]], "radius": 1.5}]},
    {"shape": "rectangle", "from": [2, 3], "to": [4, 6]}
  ],
  "media": [
    {"shape": "disc", "centre": [24, 8], "radius": 3, "factor": 0.25}
  ],
  "initial": [
    {"form": "fill", "shape": "disc", "centre": [14, 14], "radius": 4, "value": 2, "component": "u"},
    {"form": "gaussian", "centre": [14, 14], "radius": 4, "height": 1},
    {"form": "ridge", "centre": [6, 6], "angle": 30, "radius": 3, "height": 0.5},
    {"form": "mode", "p": 2, "q": 0, "height": 1}
  ],
  "view": {"as": "surface", "from_above": {"magnified": 2, "centre": [0.25, 0.5]}, "surface": {"turned": 10, "tilted": 20, "zoomed": 3, "moved": [0.5, 0]}, "contours": true, "arrows": true, "relief": true, "range_outline": true, "show": "v", "colormap": "inferno", "bands": 7, "range": [-1, 2.5], "positive": true, "others": {"u": {"colormap": "gray", "bands": 3}}},
  "pace": 12,
  "paused": true,
  "picture_step": 1500,
  "measure": {"probes": [{"at": [3, 4]}, {"number": 5, "at": [6.5, 7]}], "profile": [[1, 2], [30, 20]], "tape": [[0, 0], [5, 5]], "every": 3, "totals": true, "units": {"cell": 0.5, "rate": 0.25, "zero": 1, "one": 3}}
}
)";
  EXPECT_EQ(to_json(scene::parse_scene(text, "everything.json")), text);
}

TEST(SceneJson, APaceOfZeroFitsTheFrame) {
  EXPECT_EQ(scene::parse_scene(R"({"pace": 0})", "a.json"),
            scene::parse_scene(R"({"pace": "fit"})", "a.json"));
}

TEST(SceneJson, InsulatedAndReflectingAreTheSameEdge) {
  EXPECT_EQ(scene::parse_scene(R"({"edges": "insulated"})", "a.json"),
            scene::parse_scene(R"({"edges": "reflecting"})", "a.json"));
}

TEST(SceneJson, LiftingTheGuardAllowsWhatBlowsUp) {
  const scene::Scene scene =
      scene::parse_scene(R"({"guarded": false, "parameters": {"alpha": 0.3}})", "a.json");
  EXPECT_EQ(scene.parameters[0], 0.3);
}

}  // namespace
}  // namespace heatwave::session
