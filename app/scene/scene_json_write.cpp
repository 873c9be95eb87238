// Scenes to scene files: one line for each key, one for each item.
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/scene/field_json.h"
#include "app/scene/measures_json.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_json.h"
#include "app/scene/scene_parts_json.h"
#include "app/scene/viewpoint_json.h"
#include "app/scene/views/catalogue.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {
namespace {

Json number(double v) { return json_number(v); }
Json point(Point p) { return json_point(p); }
Json points(const std::vector<Point>& list) { return json_points(list); }

void put(Json& out, const Disc& d) {
  out["shape"] = "disc";
  out["centre"] = point(d.centre);
  out["radius"] = number(d.radius);
}
void put(Json& out, const Rectangle& r) {
  out["shape"] = "rectangle";
  out["from"] = point(r.from);
  out["to"] = point(r.to);
}
void put(Json& out, const Line& l) {
  out["shape"] = "line";
  out["from"] = point(l.from);
  out["to"] = point(l.to);
  out["thickness"] = number(l.thickness);
}
void put(Json& out, const Stroke& s) {
  out["shape"] = "stroke";
  out["points"] = points(s.points);
  out["radius"] = number(s.radius);
}

void put(Json& out, const Stencil& s) {
  const core::Extent extent = s.places.extent();
  out["shape"] = "stencil";
  out["from"] = point(s.from);
  out["to"] = point(s.to);
  out["size"] = {extent.width, extent.height};
  out["places"] = text_of(s.places);
}

void put_component(Json& out, const std::string& component) {
  if (!component.empty()) out["component"] = component;
}

void put(Json& out, const Source& s) {
  put_component(out, s.component);
  if (!s.oscillation) {
    out["value"] = number(s.value);
    return;
  }
  out["oscillation"] = {{"amplitude", number(s.oscillation->amplitude)},
                        {"period", number(s.oscillation->period)},
                        {"phase", number(s.oscillation->phase)},
                        {"offset", number(s.oscillation->offset)}};
  if (s.oscillation->ramp != 0.0) out["oscillation"]["ramp"] = number(s.oscillation->ramp);
  // What it is held at once it oscillates no longer.
  if (s.value != Source{}.value) out["oscillation"]["still"] = number(s.value);
}
void put(Json& /*out*/, const Wall& /*wall*/) {}
void put(Json& out, const Medium& m) { out["factor"] = number(m.factor); }

void put(Json& out, const Fill& f) {
  out["form"] = "fill";
  std::visit([&](const auto& s) { put(out, s); }, f.shape);
  out["value"] = number(f.value);
}
void put(Json& out, const Gaussian& g) {
  out["form"] = "gaussian";
  out["centre"] = point(g.centre);
  out["radius"] = number(g.radius);
  out["height"] = number(g.height);
}
void put(Json& out, const Ridge& r) {
  out["form"] = "ridge";
  out["centre"] = point(r.centre);
  out["angle"] = number(r.angle);
  out["radius"] = number(r.radius);
  out["height"] = number(r.height);
}
void put(Json& out, const Mode& m) {
  out["form"] = "mode";
  out["p"] = m.p;
  out["q"] = m.q;
  out["height"] = number(m.height);
}

template <typename RoleType>
void put_items(Json& out, const char* key, const Scene& scene, SceneForm form) {
  for (const Item& item : scene.items) {
    if (!std::holds_alternative<RoleType>(item.role)) continue;
    Json entry;
    if (form == SceneForm::travelling) entry["id"] = item.id;
    put_item(entry, item);
    out[key].push_back(std::move(entry));
  }
}

void put_edges(Json& out, const field::Edges& e, const field::EquationInfo& equation) {
  if (e == field::Edges{}) return;
  if (e.value == 0.0 && e.left == e.right && e.left == e.top && e.left == e.bottom) {
    out["edges"] = name_of(e.left, equation);
    return;
  }
  out["edges"] = {{"left", name_of(e.left, equation)},
                  {"right", name_of(e.right, equation)},
                  {"top", name_of(e.top, equation)},
                  {"bottom", name_of(e.bottom, equation)},
                  {"value", number(e.value)}};
}

void put_colours(Json& out, const colour::ColourChoice& c, SceneForm form) {
  if (!c.colormap.empty()) out["colormap"] = c.colormap;
  if (c.bands != 0) out["bands"] = c.bands;
  if (!c.automatic) out["range"] = Json::array({number(c.low), number(c.high)});
  if (c.positive) out["positive"] = true;
  const colour::ColourChoice fresh;
  if (form == SceneForm::travelling && c.automatic &&
      (c.low != fresh.low || c.high != fresh.high)) {
    out["last_range"] = Json::array({number(c.low), number(c.high)});
  }
}

void put_choice(Json& out, const ViewChoice& choice, SceneForm form) {
  const View& view = view_of(choice.kind);
  if (choice.kind != ViewKind{}) out["as"] = view.id;
  for (std::size_t i = 0; i < choice.parameters.size(); ++i) {
    if (choice.parameters[i] == view.parameters[i].initial) continue;
    out[view.parameters[i].id] = number(choice.parameters[i]);
  }
  if (!view.averaged) return;
  Json own = Json::object();
  put_colours(own, choice.colours, form);
  // Else its readers would take a range from the field's.
  if (choice.colours.automatic) own["range"] = "auto";
  out[view.id] = std::move(own);
}

/// The component that is shown first; what is chosen for others behind it.
void put_view(Json& out, const Scene& scene, const field::EquationInfo& equation, SceneForm form) {
  Json view = Json::object();
  put_choice(view, scene.view, form);
  put_viewpoint(view, scene.viewpoint);
  if (scene.layers.contours) view["contours"] = true;
  if (scene.layers.arrows) view["arrows"] = true;
  if (scene.layers.raised) view["raised"] = true;
  if (scene.layers.range_outline) view["range_outline"] = true;
  if (!scene.shown.empty()) view["show"] = scene.shown;
  const std::size_t shown = shown_component(scene);
  put_colours(view, scene.colours[shown], form);
  for (std::size_t c = 0; c < scene.colours.size(); ++c) {
    if (c == shown) continue;
    Json other = Json::object();
    put_colours(other, scene.colours[c], form);
    if (!other.empty()) view["others"][equation.components[c].id] = std::move(other);
  }
  if (!view.empty()) out["view"] = std::move(view);
}

}  // namespace

Json json_number(double v) {
  constexpr double kExact = 1e15;
  const bool whole = std::floor(v) == v && std::abs(v) < kExact && !(v == 0.0 && std::signbit(v));
  if (whole) return static_cast<std::int64_t>(v);
  return v;
}

Json json_point(Point p) { return Json::array({json_number(p.x), json_number(p.y)}); }

Json json_points(const std::vector<Point>& list) {
  Json all = Json::array();
  for (const Point p : list) all.push_back(json_point(p));
  return all;
}

void put_item(Json& out, const Item& item) {
  std::visit([&](const auto& s) { put(out, s); }, item.shape);
  std::visit([&](const auto& r) { put(out, r); }, item.role);
  for (const Stroke& hole : item.holes) {
    out["holes"].push_back({{"points", points(hole.points)}, {"radius", number(hole.radius)}});
  }
}

Json json_of(const Scene& scene, SceneForm form, const std::string& field_file) {
  const field::EquationInfo& equation = field::find_equation(scene.equation);
  Json out;
  if (form == SceneForm::travelling) out["name"] = scene.name;
  if (scene.title != scene.name) out["title"] = scene.title;
  if (!scene.watch.empty()) out["watch"] = scene.watch;
  out["equation"] = scene.equation;
  out["size"] = {scene.extent.width, scene.extent.height};
  for (std::size_t i = 0; i < scene.parameters.size(); ++i) {
    const field::ParameterInfo& info = equation.parameters[i];
    const bool differs = scene.parameters[i] != info.initial;
    if (differs) out["parameters"][info.id] = number(scene.parameters[i]);
  }
  if (!scene.guarded) out["guarded"] = false;
  put_edges(out, scene.edges, equation);
  put_items<Source>(out, "sources", scene, form);
  put_items<Wall>(out, "walls", scene, form);
  put_items<Medium>(out, "media", scene, form);
  for (const Initial& initial : scene.initial) {
    Json entry;
    std::visit(
        [&](const auto& part) {
          put(entry, part);
          put_component(entry, part.component);
        },
        initial);
    out["initial"].push_back(std::move(entry));
  }
  if (scene.given) put_field(out, *scene.given, field_file);
  put_view(out, scene, equation, form);
  if (scene.pace.steps > 0) out["pace"] = scene.pace.steps;
  if (scene.paused) out["paused"] = true;
  put_measures(out, scene.measures);
  return out;
}

namespace {

/// On one line, with a space after each comma and colon.
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

}  // namespace

std::string to_json(const Scene& scene, const std::string& field_file) {
  const Json json = json_of(scene, SceneForm::file, field_file);
  std::string lines;
  for (const auto& [key, value] : json.items()) {
    lines += (lines.empty() ? "\n  " : ",\n  ") + Json(key).dump() + ": " + top_value(value);
  }
  return "{" + lines + "\n}\n";
}

}  // namespace heatwave::scene
