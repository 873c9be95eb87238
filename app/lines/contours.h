// Lines along which a field has a certain value.
#pragma once

#include <vector>

#include "app/lines/levels.h"
#include "app/lines/sampled_field.h"

namespace heatwave::lines {

/// Of a square of four samples each.
inline constexpr std::size_t kMostPieces = 40'000;

struct Contour {
  double level = 0.0;
  bool closed = false;              ///< the last point is joined to the first
  std::vector<core::Point> points;  ///< in cells
};

/// Straight between samples. None runs through walls, nor over ground so flat that between two
/// samples it rises by less than a thousandth from one level to the next: there it would only tell
/// of rounding. Where they would be more than `most` pieces, which nobody could tell apart, every
/// second level is left out, and again; a single one that is still too much gives none. They are
/// sorted by their level.
std::vector<Contour> contours(const Samples& samples, const Levels& levels,
                              std::size_t most = kMostPieces);

}  // namespace heatwave::lines
