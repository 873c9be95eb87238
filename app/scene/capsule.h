// A round brush's way along one segment: what discs, lines and strokes are made of.
#pragma once

#include <cstdint>
#include <vector>

#include "app/scene/shape.h"

namespace heatwave::scene {

/// All points no further than `radius` from the segment.
struct Capsule {
  Point from;
  Point to;
  double radius = 1.0;
};

bool contains(const Capsule& capsule, Point p);
core::Rect bounds(const Capsule& capsule);

Capsule capsule_of(const Disc& disc);
Capsule capsule_of(const Line& line);
/// One for each segment; one in all for a stroke of a single point.
std::vector<Capsule> capsules_of(const Stroke& stroke);

}  // namespace heatwave::scene
