// Lines along which a field has a certain value.
#pragma once

#include <vector>

#include "app/lines/levels.h"
#include "app/lines/sampled_field.h"

namespace heatwave::lines {

struct Contour {
  double level = 0.0;
  bool closed = false;              ///< the last point is joined to the first
  std::vector<core::Point> points;  ///< in cells
};

/// Straight between samples. None runs through walls, nor over ground so flat that between two
/// samples it rises by less than a thousandth from one level to the next: there it would only tell
/// of rounding.
std::vector<Contour> contours(const Samples& samples, const Levels& levels);

/// The same line by fewer points: none that was left out lies farther than this from it.
void simplify(std::vector<core::Point>& points, double tolerance);

}  // namespace heatwave::lines
