// Where a line is read: places between the centres of cells, and what is read there.
#pragma once

#include <vector>

#include "app/scene/measures.h"

namespace heatwave::scene {

/// Of the cells that cells_along() gives, the places themselves. Beyond the centres of the
/// outermost cells nothing is known: there they stay on these.
std::vector<Point> places_along(const Segment& line, core::Extent grid);

/// Where a place lies between the centres of cells: on the low one's, or so far on the way to the
/// high one's.
struct Between {
  core::Cell low;
  core::Cell high;
  double right = 0.0;
  double down = 0.0;
};
Between between(Point at, core::Extent grid);

/// What is read there, by `value` of one to four cells: straight from centre to centre.
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
