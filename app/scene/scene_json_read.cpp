// Scene files to scenes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "app/scene/field_json.h"
#include "app/scene/json_reader.h"
#include "app/scene/measures_json.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_json.h"
#include "app/scene/scene_parts_json.h"
#include "app/scene/viewpoint_json.h"
#include "app/scene/views/catalogue.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {
namespace {

using field::EdgeKind;

constexpr int kHighestId = std::numeric_limits<int>::max() / 2;

Stencil read_stencil(JsonReader& r) {
  Stencil stencil{r.point("from"), r.point("to"), {}};
  const core::Extent extent = r.extent("size", kLongestSide);
  r.spend_inflated("places", bit_bytes(extent));
  try {
    stencil.places = places_of(extent, r.text("places"));
  } catch (const core::Error& error) {
    r.fail("places", error.what());
  }
  return stencil;
}

Shape read_shape(JsonReader& r) {
  const std::string kind = r.word("shape", {"disc", "rectangle", "line", "stroke", "stencil"});
  if (kind == "disc") return Disc{r.point("centre"), r.positive("radius")};
  if (kind == "rectangle") return Rectangle{r.point("from"), r.point("to")};
  if (kind == "line") {
    return Line{r.point("from"), r.point("to"), r.positive("thickness", Line{}.thickness)};
  }
  if (kind == "stencil") return read_stencil(r);
  return Stroke{r.points("points"), r.positive("radius", Stroke{}.radius)};
}

std::vector<Stroke> read_holes(JsonReader& r) {
  std::vector<Stroke> holes;
  for (JsonReader& hole : r.objects("holes")) {
    holes.push_back({hole.points("points"), hole.positive("radius", Stroke{}.radius)});
    hole.done();
  }
  return holes;
}

/// The rules that commands are held to as well.
template <typename Check>
void within_rules(const JsonReader& r, std::string_view key, Check check) {
  try {
    check();
  } catch (const core::Error& error) {
    r.fail(key, error.what());
  }
}

/// Empty where none is named: the equation's main one. Any where the equation is not known here.
std::string read_component(JsonReader& r, const field::EquationInfo* equation,
                           std::string_view key = "component") {
  if (equation == nullptr) return r.text(key, std::string());
  std::vector<std::string> ids;
  for (const field::ComponentInfo& component : equation->components) ids.push_back(component.id);
  return r.word(key, ids, std::string());
}

Role read_source(JsonReader& r, const field::EquationInfo* equation) {
  Source source;
  source.component = read_component(r, equation);
  if (r.has("value") && r.has("oscillation")) {
    r.fail("oscillation", "a source has either a value or an oscillation");
  }
  source.value = r.number("value", source.value);
  if (r.has("oscillation")) {
    JsonReader o = r.object("oscillation");
    field::Oscillation oscillation;
    oscillation.amplitude = o.number("amplitude", oscillation.amplitude);
    oscillation.period = o.positive("period", oscillation.period);
    oscillation.phase = o.number("phase", oscillation.phase);
    oscillation.offset = o.number("offset", oscillation.offset);
    oscillation.ramp = o.number("ramp", oscillation.ramp);
    if (oscillation.ramp < 0) o.fail("ramp", "must not be negative");
    source.value = o.number("still", source.value);
    o.done();
    source.oscillation = oscillation;
  }
  return source;
}

Role read_role(JsonReader& r, std::string_view kind, const field::EquationInfo* equation) {
  if (kind == "source") return read_source(r, equation);
  if (kind == "wall") return Wall{};
  return Medium{r.positive("factor", Medium{}.factor)};
}

void read_items(Scene& scene, JsonReader& root, std::string_view key, std::string_view kind,
                SceneForm form, const field::EquationInfo& equation) {
  for (JsonReader& r : root.objects(key)) {
    Item item = read_item(r, kind, &equation);
    item.id = form == SceneForm::file ? static_cast<int>(scene.items.size()) + 1
                                      : r.integer("id", 0, kHighestId);
    r.done();
    within_rules(r, "shape", [&] { check_item(item); });
    scene.items.push_back(std::move(item));
  }
}

Initial read_form(JsonReader& r) {
  const std::string form = r.word("form", {"fill", "gaussian", "ridge", "mode"});
  if (form == "fill") return Fill{read_shape(r), r.number("value", 1.0), {}};
  if (form == "gaussian") {
    return Gaussian{r.point("centre"), r.positive("radius"), r.number("height", 1.0), {}};
  }
  if (form == "ridge") {
    return Ridge{r.point("centre"),
                 r.number("angle", 0.0),
                 r.positive("radius"),
                 r.number("height", 1.0),
                 {}};
  }
  return Mode{r.integer("p", 0, kHighestMode, 1),
              r.integer("q", 0, kHighestMode, 1),
              r.number("height", 1.0),
              {}};
}

Initial read_initial(JsonReader& r, const field::EquationInfo& equation) {
  Initial initial = read_form(r);
  const std::string component = read_component(r, &equation);
  std::visit([&](auto& part) { part.component = component; }, initial);
  return initial;
}

EdgeKind read_edge(JsonReader& r, std::string_view key, const field::EquationInfo& equation) {
  const std::string word = r.word(key, {"held", "insulated", "reflecting", "periodic", "absorbing"},
                                  std::string("held"));
  EdgeKind kind = EdgeKind::reflecting;
  if (word == "held") kind = EdgeKind::held;
  if (word == "periodic") kind = EdgeKind::periodic;
  if (word == "absorbing") kind = EdgeKind::absorbing;
  if (const Flaw flaw = flaw_of_edge(equation, kind)) r.fail(key, *flaw);
  return kind;
}

field::Edges read_edges(JsonReader& root, const field::EquationInfo& equation) {
  if (!root.has("edges")) return {};
  if (root.is_text("edges")) {
    const EdgeKind kind = read_edge(root, "edges", equation);
    return {kind, kind, kind, kind, 0.0};
  }
  JsonReader r = root.object("edges");
  const field::Edges edges{read_edge(r, "left", equation), read_edge(r, "right", equation),
                           read_edge(r, "top", equation), read_edge(r, "bottom", equation),
                           r.number("value", 0.0)};
  r.done();
  if (const Flaw flaw = flaw_of_pairs(edges)) root.fail("edges", *flaw);
  return edges;
}

void read_parameters(Scene& scene, JsonReader& root, const field::EquationInfo& equation) {
  if (!root.has("parameters")) return;
  JsonReader r = root.object("parameters");
  for (std::size_t i = 0; i < equation.parameters.size(); ++i) {
    const field::ParameterInfo& info = equation.parameters[i];
    scene.parameters[i] = r.number(info.id, info.initial);
    if (const Flaw flaw = flaw_of_parameter(info, scene.parameters[i])) r.fail(info.id, *flaw);
  }
  r.done();
  if (!scene.guarded) return;
  if (const auto broken = broken_stability_rule(scene)) {
    r.fail(equation.parameters[*unstable_parameter(scene)].id,
           *broken + "; \"guarded\": false allows it");
  }
}

colour::ColourChoice read_colours(JsonReader& r, SceneForm form) {
  colour::ColourChoice colours;
  colours.colormap = r.text("colormap", std::string());
  if (!colours.colormap.empty()) {
    if (const Flaw flaw = flaw_of_colormap(colours.colormap)) r.fail("colormap", *flaw);
  }
  colours.bands = r.integer("bands", 0, kMostBands, 0);
  colours.positive = r.flag("positive", false);
  if (r.has("range") && !r.is_text("range")) {
    std::tie(colours.low, colours.high) = r.pair("range");
    colours.automatic = false;
    if (const Flaw flaw = flaw_of_range(colours.low, colours.high)) r.fail("range", *flaw);
  } else {
    r.word("range", {"auto"}, std::string("auto"));
    if (form == SceneForm::travelling && r.has("last_range")) {
      std::tie(colours.low, colours.high) = r.pair("last_range");
    }
  }
  return colours;
}

ViewChoice read_choice(JsonReader& r, const std::string& equation) {
  const std::vector<std::string> ids = view_ids();
  ViewChoice choice{.kind = view_named(r.word("as", ids, ids.front()))};
  const View& view = view_of(choice.kind);
  for (const field::ParameterInfo& info : view.parameters) {
    choice.parameters.push_back(r.number(info.id, info.initial));
    if (const Flaw flaw = flaw_of_parameter(info, choice.parameters.back())) r.fail(info.id, *flaw);
  }
  if (const Flaw flaw = flaw_of_view(choice, equation)) r.fail("as", *flaw);
  return choice;
}

/// What stands in the view itself is of the component that is shown.
void read_view(Scene& scene, JsonReader& root, const field::EquationInfo& equation,
               SceneForm form) {
  if (!root.has("view")) return;
  JsonReader r = root.object("view");
  const ViewChoice chosen = read_choice(r, equation.id);
  scene.viewpoint = read_viewpoint(r);
  scene.layers = {.contours = r.flag("contours", false),
                  .arrows = r.flag("arrows", false),
                  .raised = r.flag("raised", false),
                  .range_outline = r.flag("range_outline", false)};
  scene.shown = read_component(r, &equation, "show");
  const std::size_t shown = shown_component(scene);
  scene.colours[shown] = read_colours(r, form);
  if (scene.colours.size() > 1 && r.has("others")) {
    JsonReader others = r.object("others");
    for (std::size_t c = 0; c < scene.colours.size(); ++c) {
      const std::string& id = equation.components[c].id;
      if (c == shown || !others.has(id)) continue;
      JsonReader other = others.object(id);
      scene.colours[c] = read_colours(other, form);
      other.done();
    }
    others.done();
  }
  choose_view(scene, chosen.kind, chosen.parameters);
  const View& view = view_of(scene);
  if (view.averaged && r.has(view.id)) {
    JsonReader own = r.object(view.id);
    scene.view.colours = read_colours(own, form);
    own.done();
  }
  r.done();
}

Pace read_pace(JsonReader& root) {
  if (!root.has("pace") || root.is_text("pace")) {
    root.word("pace", {"fit"}, std::string("fit"));
    return {};
  }
  return {root.integer("pace", 1, kLargestPace)};
}

}  // namespace

Item read_item(JsonReader& r, std::string_view kind, const field::EquationInfo* equation) {
  Item item;
  item.shape = read_shape(r);
  item.role = read_role(r, kind, equation);
  item.holes = read_holes(r);
  return item;
}

Scene read_scene(JsonReader& root, const std::string& name, SceneForm form,
                 const std::filesystem::path& folder) {
  std::vector<std::string> ids;
  for (const field::EquationInfo& equation : field::equations()) ids.push_back(equation.id);
  const std::string id = root.word("equation", ids, Scene{}.equation);
  const field::EquationInfo& equation = field::find_equation(id);
  Scene scene =
      blank_scene(id, root.has("size") ? root.extent("size", kLongestSide) : Scene{}.extent);
  const bool travels = form == SceneForm::travelling;
  scene.name = travels ? root.text("name") : name;
  // Names of files need not be text; titles are shown and saved.
  scene.title = root.text("title", travels ? scene.name : words::printable(scene.name));
  scene.watch = root.text("watch", std::string());
  within_rules(root, "title", [&] { check_description(scene.title, scene.watch); });
  scene.guarded = root.flag("guarded", true);
  scene.edges = read_edges(root, equation);
  read_items(scene, root, "sources", "source", form, equation);
  read_items(scene, root, "walls", "wall", form, equation);
  read_items(scene, root, "media", "medium", form, equation);
  // Lists by kind part what stood in one order, which is that of the ids.
  std::stable_sort(scene.items.begin(), scene.items.end(),
                   [](const Item& a, const Item& b) { return a.id < b.id; });
  for (JsonReader& r : root.objects("initial")) {
    scene.initial.push_back(read_initial(r, equation));
    r.done();
    within_rules(r, "form", [&] { check_initial(scene.initial.back()); });
  }
  scene.given = read_field(root, scene, folder);
  read_parameters(scene, root, equation);
  read_view(scene, root, equation, form);
  scene.pace = read_pace(root);
  scene.paused = root.flag("paused", false);
  scene.measures = read_measures(root);
  root.done();
  if (const auto broken = broken_stability_rule(scene); broken && scene.guarded) {
    root.fail("parameters", *broken + "; \"guarded\": false allows it");
  }
  within_rules(root, "edges", [&] { check_scene(scene); });
  return scene;
}

Scene parse_scene(std::string_view text, const std::string& where) {
  JsonReader root(parse_json(text, where, 1, exporting::kSceneBudget), "", where);
  const std::filesystem::path path(where);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  return read_scene(root, path.stem().string(), SceneForm::file, folder);
}

}  // namespace heatwave::scene
