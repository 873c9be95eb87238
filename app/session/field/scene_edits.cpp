// Applies and names each change of a scene.
#include "app/session/field/scene_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/scene_checks.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace {

std::vector<scene::Item>::iterator found(scene::Scene& scene, int id) {
  const auto at = std::find_if(scene.items.begin(), scene.items.end(),
                               [id](const scene::Item& item) { return item.id == id; });
  if (at == scene.items.end()) throw core::Error(fmt::format("there is no item {}", id));
  return at;
}

/// Returns a point of the shape that moves with it, whatever its form.
core::Point anchor(const scene::Shape& shape) {
  if (const auto* disc = std::get_if<scene::Disc>(&shape)) return disc->centre;
  if (const auto* rectangle = std::get_if<scene::Rectangle>(&shape)) return rectangle->from;
  if (const auto* line = std::get_if<scene::Line>(&shape)) return line->from;
  if (const auto* stencil = std::get_if<scene::Stencil>(&shape)) return stencil->from;
  const auto& points = std::get<scene::Stroke>(shape).points;
  return points.empty() ? core::Point{} : points.front();
}

/// Returns whether two shapes are equal up to a translation and rounding.
bool nearly_same(const scene::Shape& a, const scene::Shape& b) {
  if (a.index() != b.index()) return false;
  const core::Rect at = bounds(a);
  const core::Rect bt = bounds(b);
  const std::vector<core::Point> ha = handles(a);
  const std::vector<core::Point> hb = handles(b);
  return at == bt &&
         std::equal(ha.begin(), ha.end(), hb.begin(), hb.end(), [](core::Point p, core::Point q) {
           return std::hypot(p.x - q.x, p.y - q.y) < 1e-6;
         });
}

void check_for(const scene::Scene& scene, const scene::Item& item) {
  scene::check_item(item);
  const auto* source = std::get_if<scene::Source>(&item.role);
  if (source != nullptr) (void)component_of(scene, source->component);  // throws when there is none
}

std::string change_in_words(const scene::Item& from, const scene::Item& to) {
  const std::string name(name_of(to.role));
  if (from.role != to.role) return "change " + name;
  const core::Point a = anchor(from.shape);
  const core::Point b = anchor(to.shape);
  const bool same_form = nearly_same(moved(from.shape, {b.x - a.x, b.y - a.y}), to.shape);
  return (same_form ? "move " : "resize ") + name;
}

}  // namespace

void SceneEdits::apply(const AddItem& command, Gesture gesture) {
  check_for(core_.scene(), command.item);
  core_.add(command.item, gesture);
}

void SceneEdits::apply(const ChangeItem& command, Gesture gesture) {
  check_for(core_.scene(), command.item);
  scene::Scene next = core_.scene();
  const auto at = found(next, command.item.id);
  const std::string what = change_in_words(*at, command.item);
  *at = command.item;
  core_.edit(std::move(next), what, gesture);
}

void SceneEdits::apply(const MoveItem& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  const auto at = found(next, command.id);
  *at = moved(*at, command.by);
  scene::check_item(*at);
  const std::string what = fmt::format("move {}", name_of(at->role));
  core_.edit(std::move(next), what, gesture);
}

void SceneEdits::apply(const ExtendItem& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  const auto at = found(next, command.id);
  auto* stroke = std::get_if<scene::Stroke>(&at->shape);
  if (stroke == nullptr) {
    throw core::Error(
        fmt::format("item {} is not a brush stroke, and cannot be lengthened", command.id));
  }
  scene::check_stroke({command.points, stroke->radius});
  stroke->points.insert(stroke->points.end(), command.points.begin(), command.points.end());
  const std::string what = fmt::format("draw {}", name_of(at->role));
  core_.edit(std::move(next), what, gesture);
}

void SceneEdits::apply(const RemoveItem& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  const auto at = found(next, command.id);
  const std::string what = fmt::format("remove {}", name_of(at->role));
  next.items.erase(at);
  core_.edit(std::move(next), what, gesture);
}

void SceneEdits::apply(const SetParameter& command, Gesture gesture) {
  const field::EquationInfo& equation = field::find_equation(core_.scene().equation);
  const auto& all = equation.parameters;
  const auto info =
      std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.id == command.id; });
  if (info == all.end()) {
    std::vector<std::string> known;
    for (const auto& p : all) known.push_back(p.id);
    throw core::Error(fmt::format("the {} equation has no parameter '{}' (there are: {})",
                                  equation.id, command.id, words::joined(known)));
  }
  if (const scene::Flaw flaw = scene::flaw_of_parameter(*info, command.value)) {
    throw core::Error(command.id + " " + *flaw);
  }
  scene::Scene next = core_.scene();
  next.parameters[static_cast<std::size_t>(info - all.begin())] = command.value;
  core_.edit(std::move(next), "set " + info->title, gesture);
}

void SceneEdits::apply(const SetGuard& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.guarded = command.on;
  core_.edit(std::move(next), command.on ? "keep it stable" : "let it run unstable", gesture);
}

void SceneEdits::apply(const SetEdges& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.edges = command.edges;
  scene::check_scene(next);
  core_.edit(std::move(next), "change edges", gesture);
}

}  // namespace heatwave::session
