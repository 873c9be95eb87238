// Which way heat or energy goes, as arrows on a lattice.
#pragma once

#include <functional>
#include <vector>

#include "app/lines/sampled_field.h"

namespace heatwave::lines {

struct Arrow {
  core::Point at;    ///< in cells
  core::Point flux;  ///< through an edge of a cell, in a step
};

/// What the equation's coefficient is at a place.
using Coefficient = std::function<double(core::Point)>;

/// Every `apart` cells within an area, on the same lattice wherever the area begins. What spreads
/// goes down the slope: −a·∇u. Where the samples tell what the last step changed it is the energy
/// of waves: −c²·u_t·∇u, half a step before now.
std::vector<Arrow> arrows(const Samples& samples, core::Rect area, double apart,
                          const Coefficient& coefficient);

/// The longest of them.
double longest(const std::vector<Arrow>& arrows);
/// How long an arrow is drawn, as a part of the longest: by the root, or the near ones of a source
/// would be all that is seen. 0: too short to be seen.
double drawn_part(double flux, double longest_flux);

}  // namespace heatwave::lines
