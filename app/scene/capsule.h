// The path of a round brush along one segment: discs, lines and strokes consist of these.
#pragma once

#include <cstdint>
#include <vector>

#include "app/scene/shape.h"

namespace heatwave::scene {

/// All points within `radius` of the segment.
struct Capsule {
  Point from;
  Point to;
  double radius = 1.0;
};

bool contains(const Capsule& capsule, Point p);
core::Rect bounds(const Capsule& capsule);

Capsule capsule_of(const Disc& disc);
Capsule capsule_of(const Line& line);
/// Returns one capsule for each segment; a stroke of a single point has one.
std::vector<Capsule> capsules_of(const Stroke& stroke);

}  // namespace heatwave::scene
