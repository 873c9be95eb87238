// What is done to items and with brushes, and how each change is called.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/mask.h"
#include "app/scene/scene_checks.h"
#include "app/session/field/field_service.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

std::vector<scene::Item>::iterator found(scene::Scene& scene, int id) {
  const auto at = std::find_if(scene.items.begin(), scene.items.end(),
                               [id](const scene::Item& item) { return item.id == id; });
  if (at == scene.items.end()) throw core::Error(fmt::format("there is no item {}", id));
  return at;
}

/// A place of the shape that moves with it whatever its form.
core::Point anchor(const scene::Shape& shape) {
  if (const auto* disc = std::get_if<scene::Disc>(&shape)) return disc->centre;
  if (const auto* rectangle = std::get_if<scene::Rectangle>(&shape)) return rectangle->from;
  if (const auto* line = std::get_if<scene::Line>(&shape)) return line->from;
  if (const auto* stencil = std::get_if<scene::Stencil>(&shape)) return stencil->from;
  const auto& points = std::get<scene::Stroke>(shape).points;
  return points.empty() ? core::Point{} : points.front();
}

/// Shapes in different places may differ by rounding and still be the same shape, moved.
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
  check_item(item);
  const auto* source = std::get_if<scene::Source>(&item.role);
  if (source != nullptr)
    (void)component_of(scene, source->component);  // throws where there is none
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

void FieldService::apply(const AddItem& command, Gesture gesture) {
  check_for(live_.scene(), command.item);
  scene::Scene next = live_.scene();
  next.items.push_back(command.item);
  next.items.back().id = newest_id_ + 1;
  edit_scene(std::move(next), fmt::format("add {}", name_of(command.item.role)), gesture);
  newest_item_ = ++newest_id_;
}

void FieldService::apply(const ChangeItem& command, Gesture gesture) {
  check_for(live_.scene(), command.item);
  scene::Scene next = live_.scene();
  const auto at = found(next, command.item.id);
  const std::string what = change_in_words(*at, command.item);
  *at = command.item;
  edit_scene(std::move(next), what, gesture);
}

void FieldService::apply(const MoveItem& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  const auto at = found(next, command.id);
  *at = moved(*at, command.by);
  check_item(*at);
  const std::string what = fmt::format("move {}", name_of(at->role));
  edit_scene(std::move(next), what, gesture);
}

void FieldService::apply(const ExtendItem& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  const auto at = found(next, command.id);
  auto* stroke = std::get_if<scene::Stroke>(&at->shape);
  if (stroke == nullptr) {
    throw core::Error(
        fmt::format("item {} is no brush stroke, and cannot be lengthened", command.id));
  }
  scene::check_stroke({command.points, stroke->radius});
  stroke->points.insert(stroke->points.end(), command.points.begin(), command.points.end());
  const std::string what = fmt::format("draw {}", name_of(at->role));
  edit_scene(std::move(next), what, gesture);
}

void FieldService::apply(const RemoveItem& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  const auto at = found(next, command.id);
  const std::string what = fmt::format("remove {}", name_of(at->role));
  next.items.erase(at);
  edit_scene(std::move(next), what, gesture);
}

void FieldService::apply(const Paint& command, Gesture gesture) {
  check_stroke(command.stroke);
  scene::check_value(command.value, "the value to paint");
  const scene::Mask mask = mask_of(command.stroke, core::whole(live_.scene().extent));
  if (!mask.any()) return;
  HistoryEntry before = before_stroke("paint", gesture, mask);
  const scene::Scene& scene = live_.scene();
  const std::size_t component =
      command.component.empty() ? shown_component(scene) : component_of(scene, command.component);
  live_.paint(command.stroke, static_cast<float>(command.value), component);
  record_field_change(std::move(before));
  by_hand_ = true;
}

void FieldService::apply(const Erase& command, Gesture gesture) {
  check_stroke(command.stroke);
  const scene::Mask mask = mask_of(command.stroke, core::whole(live_.scene().extent));
  if (!mask.any()) return;
  HistoryEntry before = before_stroke("erase", gesture, mask);
  live_.erase(command.stroke);
  record_field_change(std::move(before));
  by_hand_ = true;
}

}  // namespace heatwave::session
