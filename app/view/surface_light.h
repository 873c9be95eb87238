// The direction of a surface's light.
#pragma once

#include "app/view/surface_camera.h"

namespace heatwave::view {

/// Unit vectors.
struct SurfaceLight {
  Space from;
  Space halfway;  ///< between the light and the eye
};

/// Returns light from the upper left of the viewpoint, so that hills always have a bright and a
/// dark side.
SurfaceLight light_for(const SurfaceCamera& camera);

}  // namespace heatwave::view
