// Two sources in step, or two slits: the directions in which their waves add up. One slit: those in
// which they cancel.
#pragma once

#include <optional>
#include <vector>

#include "app/scene/scene.h"

namespace heatwave::scene {

struct Interference {
  core::Point middle;         ///< between the two
  double distance = 0.0;      ///< d, or one slit's width a, in cells
  double slit = 0.0;          ///< a of each of two slits, in cells; 0: two sources
  double shift = 0.0;         ///< by which the second is behind, in waves
  double wavelength = 0.0;    ///< λ, in cells
  core::Point outward;        ///< of length 1: straight ahead, where both are as far
  bool both_sides = false;    ///< they send backwards too
  bool is_dark = false;       ///< they cancel there, but for m = 0
  std::vector<double> sines;  ///< d·sin θ = mλ, from the lowest m on
  int first_order = 0;        ///< m of the first of them
};

/// What the scene's items are: two oscillating sources of one period, or a straight wall with two
/// slits of one width, or with one slit, before one such source. Nothing where they are neither.
std::optional<Interference> interference_of(const scene::Scene& scene);

}  // namespace heatwave::scene
