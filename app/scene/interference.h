// Two sources in step, or two slits: the directions of constructive interference. One slit: the
// directions of destructive interference.
#pragma once

#include <optional>
#include <vector>

#include "app/scene/scene.h"

namespace heatwave::scene {

struct Interference {
  core::Point middle;         ///< point midway between the two sources or slits
  double distance = 0.0;      ///< d, or one slit's width a, in cells
  double slit = 0.0;          ///< width a of each of two slits, in cells; 0: two sources
  double shift = 0.0;         ///< phase lag of the second source, in wavelengths
  double wavelength = 0.0;    ///< λ, in cells
  core::Point outward;        ///< unit vector straight ahead, at equal distances from both
  bool both_sides = false;    ///< the waves go backwards, too
  bool is_dark = false;       ///< the directions are those of cancellation; m = 0 is left out
  std::vector<double> sines;  ///< sin θ of d·sin θ = mλ, from the lowest m on
  int first_order = 0;        ///< m of the first sine
};

/// Returns the interference of a scene with two oscillating sources of one period, or with a
/// straight wall that has one slit, or two of equal width, before one such source. None for other
/// scenes.
std::optional<Interference> interference_of(const scene::Scene& scene);

}  // namespace heatwave::scene
