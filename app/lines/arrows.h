// Arrows on a lattice that show the flux of heat or energy.
#pragma once

#include <functional>
#include <vector>

#include "app/lines/sampled_field.h"

namespace heatwave::lines {

struct Arrow {
  core::Point at;    ///< position in cells
  core::Point flux;  ///< flux through one cell edge in one time step
};

/// Returns the equation's coefficient at a position.
using Coefficient = std::function<double(core::Point)>;

/// Returns an arrow every `apart` cells within an area. The lattice does not depend on where the
/// area begins. Diffusion has the flux −a·∇u. If the samples hold the previous time level, the flux
/// is the energy flux of waves, −c²·u_t·∇u, half a step before the current time. Samples with
/// vectors give those.
std::vector<Arrow> arrows(const Samples& samples, core::Rect area, double apart,
                          const Coefficient& coefficient);

/// Returns the largest flux; 0 if there are no arrows.
double longest(const std::vector<Arrow>& arrows);
/// Returns the drawn length of an arrow as a fraction of the longest; 0: too short to draw. The
/// length grows with the square root of the flux; otherwise only the arrows near a source would be
/// visible.
double drawn_part(double flux, double longest_flux);

}  // namespace heatwave::lines
