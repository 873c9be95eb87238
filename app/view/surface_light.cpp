// The light moves with the eye.
#include "app/view/surface_light.h"

#include <cmath>

namespace heatwave::view {
namespace {

Space unit_length(const Space& way) {
  const double length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
  return {way.x / length, way.y / length, way.z / length};
}

}  // namespace

SurfaceLight light_for(const SurfaceCamera& camera) {
  const auto& [right, up, towards] = camera.axes();
  const Space from = unit_length({-0.55 * right.x + 0.35 * up.x + 0.6 * towards.x,
                                  -0.55 * right.y + 0.35 * up.y + 0.6 * towards.y,
                                  -0.55 * right.z + 0.35 * up.z + 0.6 * towards.z});
  return {from, unit_length({from.x + towards.x, from.y + towards.y, from.z + towards.z})};
}

}  // namespace heatwave::view
