// Where a surface's light comes from.
#pragma once

#include "app/view/surface_camera.h"

namespace heatwave::view {

/// Ways of length 1.
struct SurfaceLight {
  Space from;
  Space halfway;  ///< between the light and the eye
};

/// From the upper left, wherever it is seen from: hills always have a bright and a dark side.
SurfaceLight light_for(const SurfaceCamera& camera);

}  // namespace heatwave::view
