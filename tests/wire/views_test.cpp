// Tests every view of the catalogue: found by name, converted to JSON and back, drawn, and
// described in the README.
#include "app/scene/views/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "app/export/export_queue.h"
#include "app/json/json_reader.h"
#include "app/scene/scene_json.h"
#include "app/session/field/picture_exports.h"
#include "app/session/session.h"
#include "app/wire/command_json.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::wire {
namespace {

using namespace scene;
using namespace session;

/// Returns a choice of this view in which no parameter has its initial value.
ViewChoice changed(ViewKind kind) {
  ViewChoice choice{.kind = kind};
  for (const field::ParameterInfo& info : view_of(kind).parameters) {
    choice.parameters.push_back(info.initial + 1);
  }
  return choice;
}

TEST(ViewCatalogue, EachViewIsFoundByItsNameAndHasWords) {
  std::set<std::string> ids;
  for (const View& view : views()) {
    EXPECT_TRUE(ids.insert(view.id).second) << view.id;
    EXPECT_EQ(&view_of(*core::find_named<ViewKind>(view.id)), &view);
    EXPECT_FALSE(view.title.empty()) << view.id;
    EXPECT_EQ(view.help.back(), '.') << view.id;
    EXPECT_EQ(view.suits == nullptr, view.suits_what.empty()) << view.id;
    for (const field::ParameterInfo& info : view.parameters) {
      EXPECT_LE(info.minimum, info.initial) << info.id;
      EXPECT_LE(info.initial, info.maximum) << info.id;
    }
  }
  EXPECT_EQ(core::all_names<ViewKind>().size(), views().size());
  EXPECT_FALSE(core::find_named<ViewKind>("relief"));
}

TEST(ViewCatalogue, EachViewIsReadBackFromASceneAndACommand) {
  for (std::size_t i = 0; i < views().size(); ++i) {
    Scene scene = small_scene_for(views()[i]);
    const ViewChoice choice = changed(static_cast<ViewKind>(i));
    choose_view(scene, choice.kind, choice.parameters);
    scene.layers = {.contours = true, .raised = true};
    if (views()[i].averaged) scene.view.colours = {.colormap = "gray", .bands = 7};
    EXPECT_EQ(parse_scene(to_json(scene), "small.json").view, scene.view) << views()[i].id;
    EXPECT_EQ(parse_scene(to_json(scene), "small.json").layers, scene.layers);
    const SetView command{scene.view.kind, scene.view.parameters, scene.layers};
    const std::string text = json_of(command).dump();
    EXPECT_NE(text.find('"' + views()[i].id + '"'), std::string::npos) << text;
    json::JsonReader line(json::parse_json(text, "talk", 7), "", "talk", "a line");
    const auto read = std::get<SetView>(read_command(line));
    EXPECT_EQ(read.view, command.view);
    EXPECT_EQ(read.parameters, command.parameters);
    EXPECT_EQ(read.layers, command.layers);
  }
}

TEST(ViewCatalogue, AViewsOwnColoursStandInAnObjectOfItsNameWithTheirRange) {
  Scene scene = small_wave();
  choose_view(scene, *core::find_named<ViewKind>("intensity"), {4, 1120});
  scene.view.colours = {.colormap = "gray", .positive = true};
  const auto written = [](const Scene& shown) {
    return json_of(shown, SceneForm::file).at("view").at("intensity").dump();
  };
  EXPECT_EQ(written(scene), R"({"colormap":"gray","positive":true,"range":"auto"})");
  scene.view.colours = {.automatic = false, .low = 0, .high = 2};
  EXPECT_EQ(written(scene), R"({"range":[0,2]})");
}

TEST(ViewCatalogue, AWrongViewInASceneIsRefusedWithWhatWouldBeRight) {
  const auto refusal = [](const std::string& view) -> std::string {
    try {
      (void)parse_scene(R"({"equation": "heat", "view": )" + view + "}", "s.json");
    } catch (const core::Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(R"({"as": "contour"})").find("contours"), std::string::npos);
  EXPECT_NE(refusal(R"({"as": "intensity"})").find("waves only"), std::string::npos);
  EXPECT_NE(refusal(R"({"as": "flat", "every": 4})").find("every"), std::string::npos);
  EXPECT_EQ(refusal(R"({"as": "surface", "contours": true})"), "") << "written by an older version";
}

TEST(ViewCatalogue, TheKeyGoesThroughTheViewsThatSuitTheEquation) {
  for (Scene shown : {small_heat(), small_wave(), small_line()}) {
    shown.view.kind = view_in_use(shown).kind;
    const ViewKind first = shown.view.kind;
    std::set<ViewKind> seen;
    do {
      EXPECT_TRUE(suits(view_of(shown), shown));
      seen.insert(shown.view.kind);
      const ViewKind next = neighbour_view(shown, 1);
      shown.view.kind = next;
      Scene back = shown;
      back.view.kind = neighbour_view(shown, -1);
      EXPECT_TRUE(seen.contains(back.view.kind));
    } while (shown.view.kind != first);
    const auto suiting = std::count_if(views().begin(), views().end(),
                                       [&](const View& view) { return suits(view, shown); });
    EXPECT_EQ(std::ssize(seen), suiting) << shown.equation;
  }
}

TEST(ViewCatalogue, EachViewDrawsSomething) {
  for (std::size_t i = 0; i < views().size(); ++i) {
    Session session(small_scene_for(views()[i]), cpu_options());
    do_now(session, SetView{static_cast<ViewKind>(i), {}, {}});
    session.run(60);
    const exporting::Image image = exporting::coloured(picture_of(
        session.snapshot().scene, session.state(), session.cell_flags(), {}, session.derived()));
    std::set<std::array<std::uint8_t, 3>> colours;
    for (std::size_t p = 0; p < image.rgb.size(); p += 3) {
      colours.insert({image.rgb[p], image.rgb[p + 1], image.rgb[p + 2]});
    }
    EXPECT_GT(colours.size(), 20U) << views()[i].id;
  }
}

TEST(ViewCatalogue, TheReadmeNamesEachViewAndItsParameters) {
  std::ifstream file(HEATWAVE_ASSET_FOLDER "/../app/rooms/fields/README.md");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  for (const View& view : views()) {
    const std::size_t row = text.find("| `" + view.id + "` |");
    ASSERT_NE(row, std::string::npos) << view.id;
    const std::string line = text.substr(row, text.find('\n', row) - row);
    for (const field::ParameterInfo& info : view.parameters) {
      EXPECT_NE(line.find("`" + info.id + "`"), std::string::npos) << view.id << ": " << info.id;
    }
  }
}

}  // namespace
}  // namespace heatwave::wire
