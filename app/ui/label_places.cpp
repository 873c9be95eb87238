// Tests each place against all that a label may not cover.
#include "app/ui/label_places.h"

#include <algorithm>
#include <array>

namespace heatwave::ui {
namespace {

/// Returns whether a straight line passes through the box: cuts the line at one edge after another.
bool passes(ImVec2 from, ImVec2 to, const Box& box) {
  const float dx = to.x - from.x;
  const float dy = to.y - from.y;
  struct Cut {
    float speed, distance;  ///< across the edge, outwards
  };
  const std::array<Cut, 4> cuts{{{-dx, from.x - box.left},
                                 {dx, box.right - from.x},
                                 {-dy, from.y - box.top},
                                 {dy, box.bottom - from.y}}};
  float first = 0.0F;
  float last = 1.0F;
  for (const Cut& cut : cuts) {
    if (cut.speed == 0) {
      if (cut.distance < 0) return false;
    } else if (cut.speed < 0) {
      first = std::max(first, cut.distance / cut.speed);
    } else {
      last = std::min(last, cut.distance / cut.speed);
    }
  }
  return first < last;
}

}  // namespace

std::optional<Box> LabelPlaces::take(ImVec2 size, std::span<const ImVec2> places) {
  for (const ImVec2 place : places) {
    const Box label = Box::at(place.x, place.y - size.y / 2, size.x, size.y);
    if (!is_free(label)) continue;
    taken_.push_back(label);
    return label;
  }
  return {};
}

bool LabelPlaces::is_free(const Box& label) const {
  const Box around{label.left - margin_, label.top - margin_, label.right + margin_,
                   label.bottom + margin_};
  const Box beside{around.left, label.top, around.right, label.bottom};
  return area_.holds(label) &&
         std::none_of(marks_.begin(), marks_.end(),
                      [&](ImVec2 mark) { return around.contains(mark); }) &&
         std::none_of(lines_.begin(), lines_.end(),
                      [&](const auto& line) { return passes(line.first, line.second, label); }) &&
         std::none_of(taken_.begin(), taken_.end(),
                      [&](const Box& other) { return beside.meets(other); });
}

}  // namespace heatwave::ui
