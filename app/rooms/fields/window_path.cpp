// Parts each side as often as hills may bend it.
#include "app/rooms/fields/window_path.h"

#include <algorithm>
#include <cmath>

namespace heatwave::fields_room {

std::vector<ImVec2> path_in_window(const view::FieldLook& look,
                                   const std::vector<core::Point>& corners, bool closed) {
  constexpr double kPart = 3.0;  // cells
  constexpr double kMostParts = 256.0;
  std::vector<ImVec2> path;
  const auto add = [&](core::Point cells) {
    const core::Point p = look.to_window(cells);
    path.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
  };
  for (std::size_t i = 0; i < corners.size(); ++i) {
    add(corners[i]);
    if (look.is_flat() || (i + 1 == corners.size() && !closed)) continue;
    const core::Point a = corners[i];
    const core::Point b = corners[(i + 1) % corners.size()];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const int parts = static_cast<int>(std::clamp(length / kPart, 1.0, kMostParts));
    for (int k = 1; k < parts; ++k) {
      const double part = static_cast<double>(k) / parts;
      add({a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)});
    }
  }
  return path;
}

}  // namespace heatwave::fields_room
