// Chooses the item that the greeting moves, and its way.
#include "app/rooms/fields/greeting.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace heatwave::fields_room {
namespace {

bool lies_in(const scene::Scene& scene, const scene::Item& item) {
  const core::Rect bounds = scene::bounds(item.shape);
  return bounds.x0 >= 0 && bounds.y0 >= 0 && bounds.x1 <= scene.extent.width &&
         bounds.y1 <= scene.extent.height;
}

}  // namespace

std::optional<Greeting> greeting_for(const scene::Scene& scene) {
  const scene::Item* chosen = nullptr;
  for (const scene::Item& item : scene.items) {
    if (!lies_in(scene, item)) continue;
    const bool is_source = std::holds_alternative<scene::Source>(item.role);
    if (chosen == nullptr || (is_source && !std::holds_alternative<scene::Source>(chosen->role))) {
      chosen = &item;
    }
  }
  if (chosen == nullptr) return {};
  const core::Rect bounds = scene::bounds(chosen->shape);
  const double left = bounds.x0;
  const double right = scene.extent.width - bounds.x1;
  const double way = std::min(std::max(left, right), scene.extent.width / 6.0);
  return Greeting{*chosen, {right >= left ? way : -way, 0.0}};
}

std::string invitation(const scene::Scene& scene, const std::string& brush) {
  const std::string answers = ": the field answers at once.";
  if (const auto greeting = greeting_for(scene)) {
    const scene::Role& role = greeting->item.role;
    const std::string source = scene.equation == "heat" ? "heat source" : "source";
    const bool is_wall = std::holds_alternative<scene::Wall>(role);
    const bool is_source = std::holds_alternative<scene::Source>(role);
    return "Drag the " + (is_source ? source : is_wall ? "wall" : "medium") + answers;
  }
  if (scene::is_line(scene)) return "Drag the curve" + answers;
  return "Press " + brush + " and draw" + answers;
}

float part_of_way(double seconds) {
  constexpr double kRound = 2.4;
  constexpr double kMoving = 0.7;  // fraction of a round
  const double part = std::min(1.0, std::fmod(std::max(0.0, seconds), kRound) / kRound / kMoving);
  return static_cast<float>(part * part * (3.0 - 2.0 * part));
}

}  // namespace heatwave::fields_room
