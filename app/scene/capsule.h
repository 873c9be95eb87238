// The path of a round brush along one segment: discs, lines and strokes consist of these.
#pragma once

#include <algorithm>
#include <vector>

#include "app/scene/shape.h"

namespace heatwave::scene {

/// All points within `radius` of the segment.
struct Capsule {
  Point from;
  Point to;
  double radius = 1.0;
};

/// Inline, because rasterising asks it for every cell near an item.
inline bool contains(const Capsule& capsule, Point p) {
  const Point along{capsule.to.x - capsule.from.x, capsule.to.y - capsule.from.y};
  const Point d{p.x - capsule.from.x, p.y - capsule.from.y};
  const double squared = along.x * along.x + along.y * along.y;
  const double t =
      squared > 0.0 ? std::clamp((d.x * along.x + d.y * along.y) / squared, 0.0, 1.0) : 0.0;
  const double dx = d.x - t * along.x;
  const double dy = d.y - t * along.y;
  return dx * dx + dy * dy <= capsule.radius * capsule.radius;
}
core::Rect bounds(const Capsule& capsule);

Capsule capsule_of(const Disc& disc);
Capsule capsule_of(const Line& line);
/// Returns one capsule for each segment; a stroke of a single point has one.
std::vector<Capsule> capsules_of(const Stroke& stroke);

}  // namespace heatwave::scene
