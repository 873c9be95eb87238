// Exact solutions of the heat and wave equations in plain numbers, between edges that mirror them.
#pragma once

#include <functional>
#include <optional>

#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"

namespace heatwave::field {

/// One direction of the grid, and the mirrors at its two ends.
struct TheoryDirection {
  double low = 0.0;     ///< place of the mirror at the lower end, in cells
  double high = 0.0;    ///< place of the mirror at the upper end, in cells
  int low_sign = 0;     ///< sign of an image in the lower mirror; 0: the end is not a mirror
  int high_sign = 0;    ///< sign of an image in the upper mirror; 0: the end is not a mirror
  bool joined = false;  ///< the two ends are joined
  int cells = 1;

  /// Returns whether a field that is equal all along the direction stays so.
  [[nodiscard]] bool keeps_even() const { return joined || (low_sign >= 0 && high_sign >= 0); }
  [[nodiscard]] bool is_held() const { return low_sign < 0 && high_sign < 0; }
};
/// Returns the mirrors of a direction: a held edge mirrors at the middle of its outermost cells, a
/// reflecting edge at the outer border of those cells.
TheoryDirection theory_direction(EdgeKind low, EdgeKind high, int cells);

/// The equation and the edges that a solution belongs to.
struct TheoryDomain {
  bool wave = false;         ///< true: the wave equation; false: the heat equation
  double coefficient = 0.0;  ///< α of heat, c² of waves
  TheoryDirection x, y;

  /// Waves begin at rest in both steps that they look back at, which is half a step ago.
  [[nodiscard]] double time(double step) const { return wave ? step + 0.5 : step; }
};

/// Gives the value at a place, in cells, a number of steps after the start. It solves the
/// differential equation itself; the difference to a computed field is the error of the grid.
using Solution = std::function<double(core::Point at, double step)>;

/// A sine mode with p half waves across and q half waves down. Returns nothing where the edges do
/// not keep its shape.
std::optional<Solution> solved_mode(const TheoryDomain& domain, int p, int q, double height);
/// A Gaussian bell: heat spreads, and a wave runs outwards as a ring. A ring's value costs an
/// integral, so ask for many places of one moment before the next moment.
Solution solved_bell(const TheoryDomain& domain, core::Point centre, double radius, double height);
/// A ridge whose profile is a Gaussian, across a direction of `angle` degrees. The value of a
/// slanting ridge is NaN where an edge has been felt.
Solution solved_ridge(const TheoryDomain& domain, core::Point centre, double radius, double angle,
                      double height);
/// A rectangle of heat. Precondition: the domain is of the heat equation.
Solution solved_box(const TheoryDomain& domain, core::Point from, core::Point to, double value);

}  // namespace heatwave::field
