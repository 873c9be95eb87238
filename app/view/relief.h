// A field's values as heights over its grid: the shape of the surface, and what the mouse points
// at.
#pragma once

#include <optional>

#include "app/colour/colouring.h"
#include "app/lines/sampled_field.h"

namespace heatwave::view {

/// A point over the grid; all coordinates in cells.
struct Space {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
};

/// A ray from a point in the direction `way`, which has any length.
struct Ray {
  Space from;
  Space way;
};

/// The highest and the lowest point of any surface over a grid, in cells.
struct ReliefBounds {
  double top = 0.0;
  double bottom = 0.0;  ///< negative: below the lower end of the colour range
};
ReliefBounds relief_bounds(core::Extent grid);

struct Relief {
  core::Extent grid;
  lines::Samples heights;  ///< heights instead of values
  double most = 1.0;       ///< height of the upper end of the colour range
  double base = 0.0;       ///< height of the bottom of its sides, below the whole surface

  [[nodiscard]] double height_at(core::Point cells) const {
    return static_cast<double>(heights.value_at(cells));
  }
};

/// Height 0 is the lower end of the colour range. Values beyond an end rise less and less above it,
/// so that every peak stays a peak. Walls stand a little higher than a field at rest.
Relief relief_of(const lines::Samples& samples, const colour::ColourScale& scale,
                 core::Extent grid);

/// Returns where the ray first meets the surface, or on which edge of the grid it meets a side;
/// nothing: it misses both.
std::optional<core::Point> meet(const Relief& relief, const Ray& ray);
/// True if the surface, as far as it is sampled, lies between a point on it and the eye.
bool is_hidden(const Relief& relief, const Space& place, const Space& eye);
/// Returns where the ray reaches a height, on the grid or beside it; nothing: it never does.
std::optional<core::Point> meet_level(const Ray& ray, double height);

}  // namespace heatwave::view
