// The triangles of a surface, in the order in which they are drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "app/view/surface_camera.h"

namespace heatwave::view {

/// Corners of two triangles for each square of four places, counted row by row; none hides one that
/// comes later for an eye over `nearest`, a square of them or one beside.
std::vector<std::uint32_t> squares_of(core::Extent places, core::Cell nearest);

/// The square below the eye, or the one beside the rim that is nearest to it.
core::Cell nearest_square(const lines::Samples& heights, const SurfaceCamera& camera);

}  // namespace heatwave::view
