// The points at which a line is sampled, and the interpolation between cell centres.
#pragma once

#include <vector>

#include "app/scene/measures.h"

namespace heatwave::scene {

/// Returns the exact points of the cells that cells_along() gives. Points beyond the outermost cell
/// centres are moved onto these, because there are no values outside.
std::vector<Point> places_along(const Segment& line, core::Extent grid);

/// A point's position between cell centres: the low cell, the high one, and the shares of the way
/// in both directions.
struct Between {
  core::Cell low;
  core::Cell high;
  double right = 0.0;
  double down = 0.0;
};
Between between(Point at, core::Extent grid);

/// Interpolates linearly between one to four cells, which `value` returns.
template <typename Value>
double read_between(const Between& place, Value value) {
  const auto mixed = [](double part, double low, auto high) {
    return part > 0 ? (1 - part) * low + part * high() : low;
  };
  const auto row = [&](int y) {
    const auto high = [&]() -> double { return value(core::Cell{place.high.x, y}); };
    return mixed(place.right, value(core::Cell{place.low.x, y}), high);
  };
  return mixed(place.down, row(place.low.y), [&] { return row(place.high.y); });
}

}  // namespace heatwave::scene
