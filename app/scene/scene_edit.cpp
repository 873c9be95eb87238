// Erases, guards, and finds the difference between two scenes.
#include "app/scene/scene_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "app/scene/mask.h"
#include "app/scene/scene_checks.h"
#include "app/scene/views/catalogue.h"
#include "app/words/word_lists.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {
namespace {

bool touches(const Item& item, const Mask& stroke) {
  const Mask mask = mask_of(item, stroke.area);
  for (int y = mask.area.y0; y < mask.area.y1; ++y) {
    for (int x = mask.area.x0; x < mask.area.x1; ++x) {
      if (mask.at(x, y) && stroke.at(x, y)) return true;
    }
  }
  return false;
}

/// Adds a hole; a stroke that begins at the last hole's end extends that one.
void add_hole(Item& item, const Stroke& stroke) {
  if (!item.holes.empty()) {
    Stroke& last = item.holes.back();
    if (last.radius == stroke.radius && last.points.back() == stroke.points.front()) {
      last.points.insert(last.points.end(), stroke.points.begin() + 1, stroke.points.end());
      return;
    }
  }
  item.holes.push_back(stroke);
}

/// Returns the area in which two strokes differ: a stroke that only grew differs in its newest
/// part.
core::Rect changed_part(const Stroke& a, const Stroke& b) {
  const auto [in_a, in_b] =
      std::mismatch(a.points.begin(), a.points.end(), b.points.begin(), b.points.end());
  if (a.radius != b.radius || in_a == a.points.begin()) return core::united(bounds(a), bounds(b));
  return core::united(bounds(Stroke{{in_a - 1, a.points.end()}, a.radius}),
                      bounds(Stroke{{in_b - 1, b.points.end()}, b.radius}));
}

core::Rect changed_part(const Shape& a, const Shape& b) {
  if (a == b) return {};
  const auto* stroke_a = std::get_if<Stroke>(&a);
  const auto* stroke_b = std::get_if<Stroke>(&b);
  if (stroke_a != nullptr && stroke_b != nullptr) return changed_part(*stroke_a, *stroke_b);
  return core::united(bounds(a), bounds(b));
}

core::Rect changed_part(const Item& a, const Item& b) {
  if (a.role != b.role) return core::united(bounds(a.shape), bounds(b.shape));
  core::Rect part = changed_part(a.shape, b.shape);
  const Stroke none;
  for (std::size_t i = 0; i < std::max(a.holes.size(), b.holes.size()); ++i) {
    const Stroke& hole_a = i < a.holes.size() ? a.holes[i] : none;
    const Stroke& hole_b = i < b.holes.size() ? b.holes[i] : none;
    if (hole_a != hole_b) part = core::united(part, changed_part(hole_a, hole_b));
  }
  return part;
}

struct Place {
  const Item* item = nullptr;
  int oscillation = -1;  ///< its index in the scene's oscillations
};

std::map<int, Place> places(const Scene& scene) {
  std::map<int, Place> result;
  int next_oscillation = 0;
  for (const Item& item : scene.items) {
    const auto* source = std::get_if<Source>(&item.role);
    const bool oscillates = source != nullptr && source->oscillation.has_value();
    result[item.id] = {&item, oscillates ? next_oscillation++ : -1};
  }
  return result;
}

}  // namespace

void add_with_neighbours(std::vector<core::Rect>& areas, core::Rect part, const Scene& scene) {
  if (part.empty()) return;
  const core::Rect grid = core::whole(scene.extent);
  const core::Rect grown = part.grown(1);
  const auto add = [&](core::Rect r) {
    const core::Rect inside = core::intersection(r, grid);
    if (!inside.empty()) areas.push_back(inside);
  };
  add(grown);
  if (scene.edges.left == field::EdgeKind::periodic) {
    if (grown.x0 < 0) add({grid.x1 - 1, grown.y0, grid.x1, grown.y1});
    if (grown.x1 > grid.x1) add({0, grown.y0, 1, grown.y1});
  }
  if (scene.edges.top == field::EdgeKind::periodic) {
    if (grown.y0 < 0) add({grown.x0, grid.y1 - 1, grown.x1, grid.y1});
    if (grown.y1 > grid.y1) add({grown.x0, 0, grown.x1, 1});
  }
}

Scene erased(const Scene& scene, const Stroke& stroke) {
  Scene result = scene;
  const core::Rect grid = core::whole(scene.extent);
  const Mask mask = mask_of(stroke, grid);
  std::erase_if(result.items, [&](Item& item) {
    if (!touches(item, mask)) return false;
    add_hole(item, stroke);
    return !covers_any(item, grid);
  });
  return result;
}

namespace {

/// Finds the components of a scene in its next equation.
class SameComponent {
 public:
  SameComponent(const field::EquationInfo& before, const field::EquationInfo& after)
      : before_(before), after_(after) {}

  /// Changes a component's id, as items have it, for the next equation. Returns false, and leaves
  /// the main component, when that equation does not have it.
  bool rename(std::string& id) const {
    if (id.empty()) id = before_.components[before_.main_component].id;
    const std::size_t index = component_index(after_, id);
    const bool is_there = index < after_.components.size();
    if (!is_there || index == after_.main_component) id.clear();
    return is_there;
  }

 private:
  const field::EquationInfo& before_;
  const field::EquationInfo& after_;
};

void take_items(Scene& next, const Scene& scene, const SameComponent& same) {
  next.items = scene.items;
  for (Item& item : next.items) {
    if (auto* source = std::get_if<Source>(&item.role)) same.rename(source->component);
  }
  for (Initial initial : scene.initial) {
    const bool stays = std::visit([&](auto& part) { return same.rename(part.component); }, initial);
    if (stays) next.initial.push_back(std::move(initial));
  }
}

void take_edges(Scene& next, const Scene& scene) {
  const auto& known = equation_of(next).edges;
  const auto& sides = next.formula->model().sides;
  const auto take = [&](field::formula::Side side, field::EdgeKind& edge, field::EdgeKind kind) {
    const bool is_open =
        sides[static_cast<std::size_t>(side)] == field::formula::SideKind::by_scene;
    if (is_open && std::find(known.begin(), known.end(), kind) != known.end()) edge = kind;
  };
  field::Edges edges = next.edges;
  take(field::formula::Side::left, edges.left, scene.edges.left);
  take(field::formula::Side::right, edges.right, scene.edges.right);
  take(field::formula::Side::top, edges.top, scene.edges.top);
  take(field::formula::Side::bottom, edges.bottom, scene.edges.bottom);
  edges.value = scene.edges.value;
  if (!flaw_of_pairs(edges)) next.edges = edges;
}

/// A value that a slider has set stays while the text says the same about the parameter.
void take_parameters(Scene& next, const Scene& scene) {
  const auto& before = equation_of(scene).parameters;
  const auto& after = equation_of(next).parameters;
  for (std::size_t i = 0; i < after.size(); ++i) {
    for (std::size_t j = 0; j < before.size(); ++j) {
      const bool is_same = before[j].id == after[i].id && before[j].initial == after[i].initial &&
                           before[j].minimum == after[i].minimum &&
                           before[j].maximum == after[i].maximum;
      if (is_same) next.parameters[i] = scene.parameters[j];
    }
  }
}

}  // namespace

Scene with_formula(const Scene& scene, std::shared_ptr<const field::formula::Formula> formula) {
  Scene next = formula_scene(std::move(formula), scene.extent);
  const field::EquationInfo& before = equation_of(scene);
  const field::EquationInfo& after = equation_of(next);
  const bool was_lifted_by_text =
      scene.formula && !formula_scene(scene.formula.shared(), scene.extent).guarded;
  next.guarded = next.guarded && (scene.guarded || was_lifted_by_text);
  if (scene.formula) next.name = scene.name;
  if (scene.title != before.title && !scene.title.empty()) next.title = scene.title;
  next.words = scene.words;
  // Words about an equation need not be true of another one.
  const std::string& text = scene.formula ? scene.formula->text() : before.text;
  if (next.formula->text() != text) next.words.meaning = next.words.textbook = "";
  next.formula = SceneFormula(next.formula.shared(), scene.formula.picture());
  const SameComponent same(before, after);
  take_items(next, scene, same);
  take_edges(next, scene);
  take_parameters(next, scene);
  if (scene.given && field::plane_count(before) == field::plane_count(after)) {
    next.given = scene.given;
  }
  for (std::size_t i = 0; i < scene.quantities.expressions.size(); ++i) {
    const SceneExpression& expression = scene.quantities.expressions[i];
    const std::string& id = expression.info().id;
    const bool is_component = component_index(after, id) < after.components.size();
    if (is_component || !field::formula::problems_of(after, expression.text()).empty()) continue;
    next.quantities.expressions.emplace_back(expression.is_named() ? id : "", after,
                                             expression.text());
    next.colours.push_back(scene.colours[before.components.size() + i]);
    if (id == scene.quantities.shown) next.quantities.shown = id;
  }
  const bool has_flow =
      std::all_of(scene.quantities.flow.begin(), scene.quantities.flow.end(),
                  [&](const SceneExpression& expression) {
                    return field::formula::problems_of(after, expression.text()).empty();
                  });
  for (const SceneExpression& expression : scene.quantities.flow) {
    if (has_flow) next.quantities.flow.emplace_back("", after, expression.text());
  }
  if (const auto& beside = scene.quantities.beside;
      beside && field::formula::problems_of(after, beside->text()).empty()) {
    next.quantities.beside.emplace(beside->is_named() ? beside->info().id : "", after,
                                   beside->text());
  }
  if (next.quantities.shown.empty()) {
    next.quantities.shown = before.components[shown_component(scene)].id;
    same.rename(next.quantities.shown);
  }
  for (std::size_t c = 0; c < after.components.size(); ++c) {
    const std::size_t old = component_index(before, after.components[c].id);
    if (old < before.components.size()) next.colours[c] = scene.colours[old];
  }
  if (!flaw_of_view(scene.view, after)) next.view = scene.view;
  next.viewpoint = scene.viewpoint;
  next.layers = scene.layers;
  next.pace = scene.pace;
  next.origin = scene.origin;
  next.measures = scene.measures;
  return next;
}

std::optional<std::string> hold_within_guard(Scene& scene) {
  if (!scene.guarded) return {};
  const field::EquationInfo& info = scene::equation_of(scene);
  std::vector<std::string> held;
  for (std::size_t i = 0; i < scene.parameters.size(); ++i) {
    const double limit = stable_limit(scene, i);
    if (scene.parameters[i] <= limit) continue;
    scene.parameters[i] = limit;
    held.push_back(fmt::format("{} at {:.6g}", info.parameters[i].title, limit));
  }
  if (held.empty()) return {};
  const double factor = largest_factor(scene);
  const std::string medium =
      factor > 1.0 ? fmt::format(" with a medium of factor {:.6g}", factor) : std::string();
  return fmt::format("The guard holds {}: stable while {}{}.", words::joined(held),
                     stability_rule(scene), medium);
}

namespace {

/// Returns whether a parameter of the formula's region has changed the cells outside it. Where the
/// region moves it depends on the step whether they are equal, so that they count as changed.
bool changes_region(const Scene& before, const Scene& after) {
  if (!after.formula || after.formula.shared()->program().inside.values.empty()) return false;
  if (before.parameters == after.parameters) return false;
  if (has_moving_region(*after.formula.shared())) return true;
  const auto region = [](const Scene& scene) {
    const auto picture = scene.formula.picture().cells(scene.extent);
    return region_cells(*scene.formula.shared(), {scene.parameters, scene.extent, *picture},
                        core::whole(scene.extent), 0);
  };
  return region(before) != region(after);
}

}  // namespace

std::vector<core::Rect> changed_areas(const Scene& before, const Scene& after) {
  const bool is_whole = before.edges != after.edges || changes_region(before, after);
  if (is_whole) return {core::whole(after.extent)};
  std::vector<core::Rect> areas;
  const std::map<int, Place> old_places = places(before);
  const std::map<int, Place> new_places = places(after);
  for (const auto& [id, place] : old_places) {
    const auto now = new_places.find(id);
    core::Rect part;
    if (now == new_places.end() || now->second.oscillation != place.oscillation) {
      part = bounds(place.item->shape);
    }
    if (now != new_places.end()) {
      part = core::united(part, changed_part(*place.item, *now->second.item));
    }
    add_with_neighbours(areas, part, after);
  }
  for (const auto& [id, place] : new_places) {
    if (!old_places.contains(id)) add_with_neighbours(areas, bounds(place.item->shape), after);
  }
  return areas;
}

void take_view(Scene& scene, const Scene& like) {
  scene.quantities = like.quantities;
  scene.colours = like.colours;
  scene.view = like.view;
  scene.viewpoint = like.viewpoint;
  scene.layers = like.layers;
  scene.pace = like.pace;
  scene.name = like.name;
  scene.title = like.title;
  scene.words.watch = like.words.watch;
  scene.origin = like.origin;
}

bool differ_besides_measures(const Scene& a, const Scene& b) {
  Scene measured_alike = a;
  measured_alike.measures = b.measures;
  return measured_alike != b;
}

}  // namespace heatwave::scene
