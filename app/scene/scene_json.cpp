// Describes a scene for its reader and its writer.
#include "app/scene/scene_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/export/npy.h"
#include "app/json/base64.h"
#include "app/json/deflate.h"
#include "app/json/field_reader.h"
#include "app/json/field_writer.h"
#include "app/scene/scene_checks.h"
#include "app/scene/views/catalogue.h"
#include "app/words/kernel_names.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {
namespace {

namespace fs = std::filesystem;
using field::EdgeKind;
using json::Between;
using json::FieldReader;
using json::FieldWriter;
using json::Json;
using json::JsonReader;
using json::Reads;

constexpr int kHighestId = std::numeric_limits<int>::max() / 2;

std::vector<std::string> component_ids(const field::EquationInfo& equation) {
  std::vector<std::string> ids;
  for (const field::ComponentInfo& component : equation.components) ids.push_back(component.id);
  return ids;
}

/// Refuses a component that the equation lacks; empty: the equation's main one.
void check_component(const std::string& id, const field::EquationInfo& equation) {
  const std::vector<std::string> ids = component_ids(equation);
  if (id.empty() || std::find(ids.begin(), ids.end(), id) != ids.end()) return;
  throw core::Error(fmt::format("must be one of {}, is \"{}\"", words::joined(ids), id));
}

// Edges are one word if all four are equal; a reflecting edge has the equation's own word.

EdgeKind read_edge(JsonReader& in, const char* key, const field::EquationInfo& equation) {
  EdgeKind kind = EdgeKind::held;
  if (in.has(key)) json::read(in, key, kind);
  if (const Flaw flaw = flaw_of_edge(equation, kind)) in.fail(key, *flaw);
  return kind;
}

field::Edges read_edges(JsonReader& root, const field::EquationInfo& equation,
                        const field::Edges& fallback) {
  if (!root.has("edges")) return fallback;
  if (root.is_text("edges")) {
    const EdgeKind kind = read_edge(root, "edges", equation);
    return {kind, kind, kind, kind, 0.0};
  }
  JsonReader in = root.object("edges");
  const field::Edges edges{read_edge(in, "left", equation), read_edge(in, "right", equation),
                           read_edge(in, "top", equation), read_edge(in, "bottom", equation),
                           in.number("value", 0.0)};
  in.done();
  if (const Flaw flaw = flaw_of_pairs(edges)) root.fail("edges", *flaw);
  return edges;
}

Json json_of(const field::Edges& e, const field::EquationInfo& equation) {
  if (e.value == 0.0 && e.left == e.right && e.left == e.top && e.left == e.bottom) {
    return name_of(e.left, equation);
  }
  return {{"left", name_of(e.left, equation)},
          {"right", name_of(e.right, equation)},
          {"top", name_of(e.top, equation)},
          {"bottom", name_of(e.bottom, equation)},
          {"value", json::json_value(e.value)}};
}

// The initial field is in the scene's text, or in a .npy file beside it.

/// The name contains no folder, so that a scene only opens files beside it.
bool is_bare(const std::string& name) {
  const fs::path path(name);
  return !name.empty() && path.filename() == path && name != "." && name != "..";
}

void read_planes(field::FieldState& state, const fs::path& path, const Scene& scene) {
  exporting::NpyFile file(path);
  state.extent = file.extent();
  if (state.extent != scene.extent) {
    throw core::Error(fmt::format("holds {} × {} cells, and the scene has {} × {}",
                                  state.extent.width, state.extent.height, scene.extent.width,
                                  scene.extent.height));
  }
  const field::EquationInfo& equation = scene::equation_of(scene);
  if (file.components() != field::plane_count(equation)) {
    throw core::Error(
        fmt::format("holds {}, and the {} equation takes {}",
                    words::counted(static_cast<std::int64_t>(file.components()), "plane", "planes"),
                    equation.id, field::plane_count(equation)));
  }
  const exporting::Array array = file.read();
  const auto cells = static_cast<std::ptrdiff_t>(array.extent.cells());
  for (std::size_t p = 0; p < array.components; ++p) {
    const auto begin = array.cells.begin() + static_cast<std::ptrdiff_t>(p) * cells;
    state.planes.emplace_back(begin, begin + cells);
  }
}

/// `file`: the name of the file with the planes; empty: they are in the text.
void field_fields(auto& state, std::string& file, auto&& visit) {
  visit.optional("file", file);
  if (file.empty()) {
    visit("size", state.extent, json::Sides{kLongestSide});
    visit("planes", state.planes);
  }
  visit.changed("step", state.step, 0);
  visit.optional("rim", state.rim);
}

void read_field(FieldReader& visit, Scene& scene, const fs::path& folder) {
  field::FieldState state;
  visit.group("field", true, [&](FieldReader inner) {
    std::string file;
    field_fields(state, file, inner);
    if (!inner.in().has("file")) return;
    if (folder.empty()) inner.in().fail("file", "files are read for scene files alone");
    if (!is_bare(file)) inner.in().fail("file", "must be the name of a file beside the scene");
    inner.check("file", [&] { read_planes(state, folder / file, scene); });
  });
  if (!visit.in().has("field")) return;
  visit.check("field", [&] { check_given(state, scene::equation_of(scene)); });
  scene.given = GivenField(std::make_shared<const field::FieldState>(std::move(state)));
}

// The range of colours is two numbers, or "auto".

struct Range {
  double low = 0.0;
  double high = 0.0;
  friend bool operator==(const Range&, const Range&) = default;
};
Json json_value(const Range& range) {
  return Json::array({json::json_value(range.low), json::json_value(range.high)});
}
void read(JsonReader& in, const char* key, Range& range) {
  const Point ends = in.value(key, "two numbers [a, b]", json::as_point);
  range.low = ends.x;
  range.high = ends.y;
}

/// None: the range follows the field.
using FixedRange = std::optional<Range>;
void read(JsonReader& in, const char* key, FixedRange& range) {
  range.reset();
  if (in.is_text(key)) {
    in.word(key, {"auto"});
  } else {
    read(in, key, range.emplace());
  }
}

Flaw flaw_of_fixed(const FixedRange& range) {
  return range ? flaw_of_range(range->low, range->high) : Flaw();
}

void colour_fields(auto& self, auto&& visit, SceneForm form) {
  visit.optional("colormap", self.colormap,
                 [](const std::string& id) { return id.empty() ? Flaw() : flaw_of_colormap(id); });
  visit.changed("bands", self.bands, 0, Between{0, kMostBands});
  const Range range{self.low, self.high};
  FixedRange fixed = self.automatic ? FixedRange() : FixedRange(range);
  visit.changed("range", fixed, FixedRange(), flaw_of_fixed);
  visit.changed("positive", self.positive, false);
  visit.changed("scale", self.scale, colour::ScaleKind::linear);
  const colour::ColourChoice fresh;
  FixedRange last;
  if (self.automatic && range != Range{fresh.low, fresh.high}) last = range;
  if (form == SceneForm::travelling) visit.optional("last_range", last);
  if constexpr (Reads<decltype(visit)>) {
    self.automatic = !fixed;
    const FixedRange& known = fixed ? fixed : last;
    if (known) std::tie(self.low, self.high) = std::tie(known->low, known->high);
  }
}

// The view begins with the shown component; the choices for other components follow.

void viewpoint_fields(auto& self, auto&& visit) {
  const Viewpoint usual;
  const bool is_moved = self.magnified != usual.magnified || self.centre != usual.centre;
  const bool is_turned = self.turned != usual.turned || self.tilted != usual.tilted ||
                         self.zoomed != usual.zoomed || self.moved != usual.moved;
  visit.group("from_above", is_moved, [&](auto&& inner) { Viewpoint::above_fields(self, inner); });
  visit.group("surface", is_turned, [&](auto&& inner) { Viewpoint::surface_fields(self, inner); });
  visit.check("surface", [&] { check_viewpoint(self); });
}

/// Shows the view, its parameters, and the colours of the quantity that only this view shows.
void choice_fields(ViewChoice& choice, auto&& visit, const field::EquationInfo& equation,
                   SceneForm form) {
  constexpr bool kReads = Reads<decltype(visit)>;
  visit.changed("as", choice.kind, ViewKind());
  const View& view = view_of(choice.kind);
  choice.parameters = view_parameters(choice);
  for (std::size_t i = 0; i < view.parameters.size(); ++i) {
    const field::ParameterInfo& info = view.parameters[i];
    visit.changed(info.id.c_str(), choice.parameters[i], info.initial,
                  [&](double value) { return flaw_of_parameter(info, value); });
  }
  if constexpr (kReads) {
    if (const Flaw flaw = flaw_of_view(choice, equation)) visit.in().fail("as", *flaw);
  }
  if (!view.averaged) return;
  visit.group(view.id.c_str(), true, [&](auto&& inner) {
    colour_fields(choice.colours, inner, form);
    if constexpr (!kReads) {
      // A person who reads the file could otherwise expect the range of the field here.
      if (choice.colours.automatic) inner.out()["range"] = "auto";
    }
  });
}

/// Shows the colours of each quantity; those of the chosen one are in the view itself.
void quantity_colours(auto& scene, auto&& visit, SceneForm form) {
  const std::size_t shown = chosen_quantity(scene);
  colour_fields(scene.colours[shown], visit, form);
  if (scene.colours.size() == 1) return;
  const std::vector<std::string> ids = quantity_ids(scene);
  visit.group("others", true, [&](auto&& others) {
    for (std::size_t i = 0; i < scene.colours.size(); ++i) {
      if (i == shown) continue;
      others.group(ids[i].c_str(), true,
                   [&](auto&& other) { colour_fields(scene.colours[i], other, form); });
    }
  });
}

/// Shows the expressions that have a name, as an object from names to texts.
void expression_fields(auto& scene, auto&& visit, const field::EquationInfo& equation) {
  if constexpr (Reads<decltype(visit)>) {
    if (!visit.in().has("views")) return;
    JsonReader views = visit.in().object("views");
    for (const std::string& name : views.keys()) {
      const std::string text = views.text(name);
      if (const Flaw flaw = flaw_of_expression_name(scene, name)) views.fail(name, *flaw);
      try {
        scene.quantities.expressions.emplace_back(name, equation, text);
      } catch (const core::Error& error) {
        views.fail(name, error.what());
      }
    }
    views.done();
    scene.colours.resize(equation.components.size() + scene.quantities.expressions.size());
  } else {
    for (const SceneExpression& expression : scene.quantities.expressions) {
      if (!expression.is_named()) continue;
      visit.out()["views"][expression.info().id] = expression.text();
    }
  }
}

void view_fields(auto& scene, auto&& visit, const field::EquationInfo& equation, SceneForm form) {
  ViewChoice choice = scene.view;
  choice_fields(choice, visit, equation, form);
  viewpoint_fields(scene.viewpoint, visit);
  visit.inner(scene.layers);
  std::vector<std::string> flow;
  for (const SceneExpression& expression : scene.quantities.flow) flow.push_back(expression.text());
  visit.optional("flow", flow);
  if constexpr (Reads<decltype(visit)>) {
    visit.check("flow", [&] { scene.quantities.flow = flow_of(equation, flow); });
  }
  std::string shown = scene.quantities.shown;
  visit.optional("show", shown);
  if constexpr (Reads<decltype(visit)>) {
    visit.check("show", [&] { show_quantity(scene, shown); });
  }
  std::string beside = scene.quantities.beside ? scene.quantities.beside->info().id : "";
  visit.optional("beside", beside);
  if constexpr (Reads<decltype(visit)>) {
    visit.check("beside", [&] { scene.quantities.beside = quantity_beside(scene, beside); });
  }
  quantity_colours(scene, visit, form);
  if constexpr (Reads<decltype(visit)>) {
    choose_view(scene, choice.kind, choice.parameters);
    // A field on a line keeps its choice, though it is drawn as a curve.
    const View& view = view_of(choice.kind);
    if (view.averaged && visit.in().has(view.id)) scene.view.colours = choice.colours;
  }
}

template <typename Kind>
void items_of(auto& scene, const char* key, auto&& visit, const field::EquationInfo& equation,
              SceneForm form) {
  const auto is_of_kind = [](const Item& item) { return std::holds_alternative<Kind>(item.role); };
  const Item fresh{.id = 0, .role = Kind{}, .shape = {}, .holes = {}};
  int newest = static_cast<int>(scene.items.size());
  visit.part(key, scene.items, is_of_kind, fresh, [&](auto& item, auto&& inner) {
    if (form == SceneForm::travelling) inner("id", item.id, Between{0, kHighestId});
    inner.inner(item);
    if constexpr (Reads<decltype(inner)>) {
      if (form == SceneForm::file) item.id = ++newest;
      inner.in().done();
      inner.check("shape", [&] { check_item(item); });
      const auto* source = std::get_if<Source>(&item.role);
      if (source == nullptr) return;
      inner.check("component", [&] { check_component(source->component, equation); });
    }
  });
}

void initial_fields(auto& scene, auto&& visit, const field::EquationInfo& equation) {
  const auto all = [](const Initial& /*initial*/) { return true; };
  visit.part("initial", scene.initial, all, Initial(), [&](auto& initial, auto&& inner) {
    inner.variant("form", initial);
    inner.check("form", [&] { check_initial(initial); });
    inner.check("component", [&] {
      std::visit([&](const auto& part) { check_component(part.component, equation); }, initial);
    });
  });
}

void parameter_fields(auto& scene, auto&& visit, const field::EquationInfo& equation) {
  visit.group("parameters", true, [&](auto&& inner) {
    for (std::size_t i = 0; i < equation.parameters.size(); ++i) {
      const field::ParameterInfo& info = equation.parameters[i];
      inner.changed(info.id.c_str(), scene.parameters[i], info.initial,
                    [&](double value) { return flaw_of_parameter(info, value); });
    }
  });
}

/// Refuses parameters that break the stability rule, unless the scene lifts the guard.
void check_stability(FieldReader& visit, const Scene& scene, const field::EquationInfo& equation) {
  const auto broken = scene.guarded ? broken_stability_rule(scene) : std::nullopt;
  if (!broken) return;
  const std::string reason = *broken + "; \"guarded\": false allows it";
  if (!visit.in().has("parameters")) visit.in().fail("parameters", reason);
  const std::string& id = equation.parameters[*unstable_parameter(scene)].id;
  visit.in().object("parameters").fail(id, reason);
}

/// Parameters of a scene's text besides the scene.
struct Setting {
  SceneForm form = SceneForm::file;
  std::string file;  ///< for writing: name of the file with its field; empty: none
  fs::path folder;   ///< for reading: folder of the file with its field; empty: none is read
};

/// Resets the values that follow from the equation.
void begin_with(Scene& scene, const field::EquationInfo& equation) {
  scene.parameters = field::initial_parameters(equation);
  scene.colours.resize(equation.components.size());
}

/// A scene has the text of its formula, or the id of an equation.
void formula_field(auto& scene, auto&& visit) {
  std::string text = scene.formula ? scene.formula->text() : std::string();
  visit.optional("formula", text);
  if constexpr (Reads<decltype(visit)>) {
    if (!visit.in().has("formula")) return;
    if (visit.in().has("equation")) {
      visit.in().fail("equation", "a scene has either an equation or a formula");
    }
    visit.check("formula", [&] {
      scene.formula = SceneFormula(field::formula::make_formula(text));
      scene.equation = kFormulaEquation;
    });
  }
}

/// Shows the picture that the formula reads, compressed.
void picture_field(auto& scene, auto&& visit) {
  GrayPicture picture;
  std::string shades;
  if constexpr (!Reads<decltype(visit)>) {
    if (!scene.formula.picture()) return;
    picture.extent = scene.formula.picture()->extent;
    const std::vector<std::uint8_t>& bytes = scene.formula.picture()->shades;
    shades = json::as_base64(
        json::deflated({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  }
  visit.group("picture", true, [&](auto&& inner) {
    inner("size", picture.extent, json::Sides{kMostKeptSide});
    inner("shades", shades);
  });
  if constexpr (Reads<decltype(visit)>) {
    if (!visit.in().has("picture")) return;
    visit.check("picture", [&] {
      if (!scene.formula) throw core::Error("only a formula reads a picture");
      std::string bytes(static_cast<std::size_t>(picture.extent.cells()), '\0');
      const std::optional<std::string> deflated = json::bytes_from_base64(shades);
      if (!deflated || !json::inflate_into(bytes, *deflated)) {
        throw core::Error("its shades must be a byte for each pixel, compressed, in base64");
      }
      picture.shades.assign(bytes.begin(), bytes.end());
      scene.formula = SceneFormula(scene.formula.shared(), ScenePicture(std::move(picture)));
    });
  }
}

constexpr int kLatestPicture = 1'000'000;

/// Shows the scene's title and words. `usual_title`: the title of a text without one.
void word_fields(auto& scene, auto&& visit, const std::string& usual_title) {
  visit.changed("title", scene.title, usual_title);
  visit.optional("watch", scene.words.watch);
  visit.optional("meaning", scene.words.meaning);
  visit.optional("textbook", scene.words.textbook);
  visit.check("title", [&] {
    check_description({scene.title, scene.words.watch, scene.words.meaning, scene.words.textbook});
  });
}

void scene_fields(auto& scene, auto&& visit, const Setting& setting) {
  constexpr bool kReads = Reads<decltype(visit)>;
  const SceneForm form = setting.form;
  if (form == SceneForm::travelling) visit("name", scene.name);
  // Names of files need not be text; titles are shown and saved.
  const bool is_named_by_file = kReads && form == SceneForm::file;
  word_fields(scene, visit,
              is_named_by_file ? words::printable(scene.name) : std::string(scene.name));
  formula_field(scene, visit);
  if (!scene.formula) {
    visit.optional("equation", scene.equation, json::OneOf{words::ids_of(field::equations())});
  }
  const field::EquationInfo& equation = scene::equation_of(scene);
  if constexpr (kReads) begin_with(scene, equation);
  visit.optional("size", scene.extent, json::Sides{kLongestSide});
  parameter_fields(scene, visit, equation);
  visit.changed("guarded", scene.guarded, true);
  const field::Edges usual_edges =
      scene.formula ? edges_of(*scene.formula.shared()) : field::Edges{};
  if constexpr (kReads) {
    scene.edges = read_edges(visit.in(), equation, usual_edges);
  } else if (scene.edges != usual_edges) {
    visit.out()["edges"] = json_of(scene.edges, equation);
  }
  items_of<Source>(scene, "sources", visit, equation, form);
  items_of<Wall>(scene, "walls", visit, equation, form);
  items_of<Medium>(scene, "media", visit, equation, form);
  initial_fields(scene, visit, equation);
  picture_field(scene, visit);
  if constexpr (kReads) {
    // The file lists sources, walls and media apart; sorting by id restores the order of the items.
    std::stable_sort(scene.items.begin(), scene.items.end(),
                     [](const Item& a, const Item& b) { return a.id < b.id; });
    read_field(visit, scene, setting.folder);
    check_stability(visit, scene, equation);
  } else if (scene.given) {
    std::string file = setting.file;
    visit.group("field", true, [&](auto&& inner) { field_fields(*scene.given, file, inner); });
  }
  expression_fields(scene, visit, equation);
  visit.group("view", true, [&](auto&& inner) { view_fields(scene, inner, equation, form); });
  visit.changed("pace", scene.pace, Pace{.steps = 0, .paused = scene.pace.paused});
  visit.changed("paused", scene.pace.paused, false);
  visit.changed("picture_step", scene.words.picture_step, 0, Between{0, kLatestPicture});
  visit.group("measure", true, [&](auto&& inner) { inner.inner(scene.measures); });
}

/// Returns the text on one line, with a space after each comma and colon.
std::string flat(const Json& json) {
  if (!json.is_structured()) return json.dump();
  std::string inner;
  for (const auto& [key, value] : json.items()) {
    if (!inner.empty()) inner += ", ";
    inner += (json.is_object() ? Json(key).dump() + ": " : "") + flat(value);
  }
  return json.is_object() ? "{" + inner + "}" : "[" + inner + "]";
}

std::string top_value(const Json& json) {
  const bool list = json.is_array() && !json.empty() && json.front().is_object();
  if (!list) return flat(json);
  std::string lines;
  for (const Json& entry : json) lines += (lines.empty() ? "\n    " : ",\n    ") + flat(entry);
  return "[" + lines + "\n  ]";
}

/// Shows an item as in commands, with the kind of its role.
void carried_fields(auto& item, auto&& visit) {
  visit.changed("id", item.id, 0, Between{0, std::numeric_limits<int>::max()});
  visit.kind("is", item.role);
  visit.inner(item);
}

JsonReader root_of(std::string_view text, const std::string& where) {
  return {json::parse_json(text, where, 1, json::kSceneBudget), "", where};
}

}  // namespace

Scene read_scene(JsonReader& root, const std::string& name, SceneForm form,
                 const fs::path& folder) {
  Scene scene;
  scene.name = name;
  FieldReader reader(root);
  scene_fields(scene, reader, {.form = form, .file = {}, .folder = folder});
  root.done();
  reader.check("edges", [&] { check_scene(scene); });
  return scene;
}

Scene parse_scene(std::string_view text, const std::string& where) {
  JsonReader root = root_of(text, where);
  const fs::path path(where);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  return read_scene(root, path.stem().string(), SceneForm::file, folder);
}

SceneHead parse_scene_head(std::string_view text, const std::string& where) {
  JsonReader root = root_of(text, where);
  SceneHead head{.name = fs::path(where).stem().string()};
  word_fields(head, FieldReader(root), words::printable(head.name));
  head.equation = root.has("formula") ? kFormulaEquation : root.text("equation", Scene().equation);
  return head;
}

Json json_of(const Scene& scene, SceneForm form, const std::string& field_file) {
  Json out = Json::object();
  scene_fields(scene, FieldWriter(out), {.form = form, .file = field_file, .folder = {}});
  return out;
}

std::string to_json(const Scene& scene, const std::string& field_file) {
  const Json json = json_of(scene, SceneForm::file, field_file);
  std::string lines;
  for (const auto& [key, value] : json.items()) {
    lines += (lines.empty() ? "\n  " : ",\n  ") + Json(key).dump() + ": " + top_value(value);
  }
  return "{" + lines + "\n}\n";
}

Json json_value(const Scene& scene) { return json_of(scene, SceneForm::travelling); }
void read(JsonReader& in, const char* key, Scene& scene) {
  JsonReader object = in.object(key);
  scene = read_scene(object, {}, SceneForm::travelling);
}

Json json_value(const Item& item) {
  Json out = Json::object();
  carried_fields(item, FieldWriter(out));
  return out;
}
void read(JsonReader& in, const char* key, Item& item) {
  JsonReader object = in.object(key);
  carried_fields(item, FieldReader(object));
  object.done();
}

Json json_value(Pace pace) { return pace.steps == 0 ? Json("fit") : Json(pace.steps); }
void read(JsonReader& in, const char* key, Pace& pace) {
  pace = {};
  if (in.is_text(key)) {
    in.word(key, {"fit"});
  } else {
    pace.steps = in.integer(key, 0, kLargestPace);
  }
}

Json json_value(const Segment& line) {
  return json::json_value(std::vector<Point>{line.from, line.to});
}
void read(JsonReader& in, const char* key, Segment& line) {
  std::vector<Point> ends;
  read(in, key, ends);
  if (ends.size() != 2) in.fail(key, "must be two points, as in [[10, 20], [90, 20]]");
  line = {ends[0], ends[1]};
}

}  // namespace heatwave::scene
