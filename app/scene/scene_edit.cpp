// Erases, guards, and finds the difference between two scenes.
#include "app/scene/scene_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "app/scene/mask.h"
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

/// Adds the part of an area inside the grid, and its neighbours, also beyond periodic edges. Cells
/// affect neighbours one cell away.
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

}  // namespace

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
                     info.stability_rule, medium);
}

std::vector<core::Rect> changed_areas(const Scene& before, const Scene& after) {
  if (before.edges != after.edges) return {core::whole(after.extent)};
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
  scene.shown = like.shown;
  scene.colours = like.colours;
  scene.view = like.view;
  scene.viewpoint = like.viewpoint;
  scene.layers = like.layers;
  scene.pace = like.pace;
  scene.name = like.name;
  scene.title = like.title;
  scene.watch = like.watch;
  scene.origin = like.origin;
}

bool differ_besides_measures(const Scene& a, const Scene& b) {
  Scene measured_alike = a;
  measured_alike.measures = b.measures;
  return measured_alike != b;
}

}  // namespace heatwave::scene
