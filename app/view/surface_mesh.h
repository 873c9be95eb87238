// The triangles of a surface in drawing order.
#pragma once

#include <cstdint>
#include <vector>

#include "app/view/surface_camera.h"

namespace heatwave::view {

/// Returns the vertices, counted row by row, of two triangles for each square of four samples. No
/// triangle hides a later one for an eye over `nearest`, a square of the mesh or one beside it.
std::vector<std::uint32_t> squares_of(core::Extent places, core::Cell nearest);

/// Returns the square below the eye, or the nearest square beside the mesh.
core::Cell nearest_square(const lines::Samples& heights, const SurfaceCamera& camera);

}  // namespace heatwave::view
