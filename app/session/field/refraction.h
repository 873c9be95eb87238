// A plane wave through the face of another medium: which way it goes on, by Snell's law.
#pragma once

#include <optional>

#include "app/scene/scene.h"

namespace heatwave::session {

struct Refraction {
  core::Point at;          ///< where the middle of the beam meets the face
  core::Point from{1, 0};  ///< of length 1: its way before the face
  core::Point way;         ///< and behind it
  core::Point normal;      ///< of length 1, of the face, onwards
  double index = 1.0;      ///< how many times as slow waves are before the face as behind it
  double before = 0.0;     ///< degrees to the normal before the face
  double behind = 0.0;     ///< and behind it: sin(behind) = index · sin(before)
};

/// One oscillating source along the left edge, and one medium, a rectangle whose right side a large
/// hole has cut to a slanting face; or a refracted plane wave. Nothing for other scenes, and where
/// all is reflected inside.
std::optional<Refraction> refraction_of(const scene::Scene& scene);

}  // namespace heatwave::session
