// The viewpoint on a field, independent of the window's size.
#pragma once

#include "kernels/core/geometry.h"

namespace heatwave::scene {

struct Viewpoint {
  double magnified = 1.0;  ///< magnification from above; 1: the whole field is visible
  /// Centre of the visible part, relative to the grid's sides.
  core::Point centre{0.5, 0.5};
  /// Degrees by which the surface is turned about the vertical.
  double turned = 24.0;
  /// Degrees above the horizon.
  double tilted = 42.0;
  double zoomed = 1.0;  ///< 1: all of the surface is seen
  core::Point moved;    ///< in parts of the sides that it is drawn in
  friend bool operator==(const Viewpoint&, const Viewpoint&) = default;
};

/// Throws core::Error for an invalid viewpoint.
void check_viewpoint(const Viewpoint& viewpoint);

}  // namespace heatwave::scene
