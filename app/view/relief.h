// A field's values as heights over its grid: what the surface is made of, and what the mouse meets.
#pragma once

#include <optional>

#include "app/colour/colouring.h"
#include "app/lines/sampled_field.h"

namespace heatwave::view {

/// A place over the grid and a height, all in cells.
struct Space {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
};

/// From a place on, this way; the way has any length.
struct Ray {
  Space from;
  Space way;
};

struct Relief {
  core::Extent grid;
  lines::Samples heights;  ///< in place of values
  double most = 1.0;       ///< the height of the colours' upper end

  [[nodiscard]] double height_at(core::Point cells) const {
    return static_cast<double>(heights.value_at(cells));
  }
};

/// From the lower end of the colours upwards, and somewhat beyond both ends. Walls stand a little
/// higher than a field at rest.
Relief relief_of(const lines::Samples& samples, const colour::ColourScale& scale,
                 core::Extent grid);

/// Where the ray first meets the surface; nothing where it passes by.
std::optional<core::Point> meet(const Relief& relief, const Ray& ray);
/// Whether the surface stands between a place on it and the eye, as far as its samples tell.
bool is_hidden(const Relief& relief, const Space& place, const Space& eye);
/// Where it comes to this height, on the grid or beside it; nothing where it never does.
std::optional<core::Point> meet_level(const Ray& ray, double height);

}  // namespace heatwave::view
