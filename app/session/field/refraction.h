// A plane wave through a wedge of another medium: which way it leaves, by Snell's law.
#pragma once

#include <optional>

#include "app/scene/scene.h"

namespace heatwave::session {

struct Refraction {
  Point at;              ///< where the middle of the beam leaves the medium
  Point way;             ///< of length 1, behind it
  Point normal;          ///< of length 1, of the face, outwards
  double index = 1.0;    ///< how many times as slow the medium is
  double inside = 0.0;   ///< degrees to the normal before the face
  double outside = 0.0;  ///< and behind it: sin(outside) = index · sin(inside)
};

/// One oscillating source along the left edge, and one medium, a rectangle whose right side a large
/// hole has cut to a slanting face. Nothing for other scenes, and where all is reflected inside.
std::optional<Refraction> refraction_of(const Scene& scene);

}  // namespace heatwave::session
