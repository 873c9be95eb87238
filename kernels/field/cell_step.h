// These functions step cells that are not plain. Every solver uses them, so that all give the same
// bits.
#pragma once

#include <cstdint>

#include "kernels/core/host_device.h"
#include "kernels/core/real.h"
#include "kernels/field/cells.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

/// Returns the neighbours that a cell sees: a missing neighbour counts as the cell's own value.
/// `Flags` is an unsigned integer or, for a vector of cells, a vector of them.
template <typename Real, typename Flags>
HEATWAVE_HOST_DEVICE NeighboursOf<Real> visible_neighbours(NeighboursOf<Real> n, Flags flags) {
  n.west = core::choose((flags & kNoWest) != 0U, n.centre, n.west);
  n.east = core::choose((flags & kNoEast) != 0U, n.centre, n.east);
  n.north = core::choose((flags & kNoNorth) != 0U, n.centre, n.north);
  n.south = core::choose((flags & kNoSouth) != 0U, n.centre, n.south);
  return n;
}

template <int kComponents, typename Real, typename Flags>
HEATWAVE_HOST_DEVICE Neighbourhood<kComponents, Real> visible_neighbours(
    PerComponent<NeighboursOf<Real>, kComponents> n, Flags flags) {
  for (int c = 0; c < kComponents; ++c) n[c] = visible_neighbours(n[c], flags);
  return n;
}

/// Returns the equation's constants for one cell. `factor` is ignored unless the cell is a medium.
template <typename Equation, typename Real, typename Flags>
HEATWAVE_HOST_DEVICE typename Equation::template ConstantsOf<Real> constants_in_cell(
    const typename Equation::Constants& constants, Flags flags, Real factor) {
  return Equation::in_medium(constants, core::choose((flags & kMedium) != 0U, factor, Real(1.0F)));
}

/// Returns the next values, or the present ones where the cell is a source or a wall.
template <int kComponents, typename Real, typename Flags>
HEATWAVE_HOST_DEVICE Values<kComponents, Real> unless_fixed(
    PerComponent<Real, kComponents> next, const PerComponent<NeighboursOf<Real>, kComponents>& n,
    Flags flags) {
  for (int c = 0; c < kComponents; ++c) {
    next[c] = core::choose((flags & (kHeld | kWall)) != 0U, n[c].centre, next[c]);
  }
  return next;
}

/// Steps any cell that does not lie on an absorbing edge.
template <typename Equation, typename Real, typename Flags>
HEATWAVE_HOST_DEVICE Values<Equation::kComponents, Real> step_special_cell(
    const PerComponent<NeighboursOf<Real>, Equation::kComponents>& n,
    const PerComponent<Real, Equation::kComponents>& older, Flags flags, Real factor,
    const typename Equation::Constants& constants) {
  return unless_fixed(Equation::update(visible_neighbours(n, flags), older,
                                       constants_in_cell<Equation>(constants, flags, factor)),
                      n, flags);
}

/// One flag for each side: the absorbing sides of a grid, or the absorbing sides that a cell lies
/// on.
struct AbsorbingSides {
  bool left = false;
  bool right = false;
  bool top = false;
  bool bottom = false;

  [[nodiscard]] HEATWAVE_HOST_DEVICE bool any() const { return left || right || top || bottom; }
  friend bool operator==(const AbsorbingSides&, const AbsorbingSides&) = default;
};

inline AbsorbingSides absorbing_sides(const Edges& edges) {
  return {.left = edges.left == EdgeKind::absorbing,
          .right = edges.right == EdgeKind::absorbing,
          .top = edges.top == EdgeKind::absorbing,
          .bottom = edges.bottom == EdgeKind::absorbing};
}

/// Returns the index of a cell's edge memory in one component's rim array. The array holds the left
/// side first, then right, top and bottom.
HEATWAVE_HOST_DEVICE std::int64_t rim_index(AbsorbingSides at, int x, int y, int width,
                                            int height) {
  if (at.left) return y;
  if (at.right) return std::int64_t{height} + y;
  if (at.top) return std::int64_t{2} * height + x;
  return std::int64_t{2} * height + width + x;
}

HEATWAVE_HOST_DEVICE std::int64_t rim_size(int width, int height) {
  return std::int64_t{2} * height + std::int64_t{2} * width;
}

HEATWAVE_HOST_DEVICE AbsorbingSides sides_of(AbsorbingSides grid, int x, int y, int width,
                                             int height) {
  return {.left = grid.left && x == 0,
          .right = grid.right && x == width - 1,
          .top = grid.top && y == 0,
          .bottom = grid.bottom && y == height - 1};
}

/// Puts the inner neighbour in place of the missing one across each absorbing side, and returns the
/// second difference along the edge.
template <typename Real>
HEATWAVE_HOST_DEVICE Real mirror_at_edge(NeighboursOf<Real>& n, AbsorbingSides at) {
  const bool across_x = at.left || at.right;
  const bool across_y = at.top || at.bottom;
  if (across_x) {
    n.west = at.left ? n.east : n.west;
    n.east = n.west;
  }
  if (across_y) {
    n.north = at.top ? n.south : n.north;
    n.south = n.north;
  }
  return across_x ? core::fma(Real(-2.0F), n.centre, n.north + n.south)
                  : core::fma(Real(-2.0F), n.centre, n.west + n.east);
}

/// Returns on how many absorbing sides a cell lies.
HEATWAVE_HOST_DEVICE int sides_across(AbsorbingSides at) {
  return (at.left || at.right) && (at.top || at.bottom) ? 2 : 1;
}

/// Steps a cell with kAbsorb set, given its own constants and edge_speed() of them. `psi` is the
/// cell's edge memory: one entry of each component's rim array.
template <typename Equation, typename Real, typename Flags>
HEATWAVE_HOST_DEVICE Values<Equation::kComponents, Real> step_absorbing_cell(
    PerComponent<NeighboursOf<Real>, Equation::kComponents> n,
    const PerComponent<Real, Equation::kComponents>& older, Flags flags, AbsorbingSides at,
    const typename Equation::template ConstantsOf<Real>& constants, Real speed,
    PerComponent<Real, Equation::kComponents>& psi) {
  n = visible_neighbours(n, flags);
  Values<Equation::kComponents, Real> along;
  for (int c = 0; c < Equation::kComponents; ++c) along[c] = mirror_at_edge(n[c], at);
  return Equation::update_absorbing(n, older, constants, speed, along, sides_across(at), psi);
}

/// Steps a cell with kAbsorb set. `factor` is ignored unless the cell is a medium.
template <typename Equation, typename Real, typename Flags>
HEATWAVE_HOST_DEVICE Values<Equation::kComponents, Real> step_absorbing_cell(
    const PerComponent<NeighboursOf<Real>, Equation::kComponents>& n,
    const PerComponent<Real, Equation::kComponents>& older, Flags flags, Real factor,
    AbsorbingSides at, const typename Equation::Constants& constants,
    PerComponent<Real, Equation::kComponents>& psi) {
  const auto in_cell = constants_in_cell<Equation>(constants, flags, factor);
  return step_absorbing_cell<Equation>(n, older, flags, at, in_cell, Equation::edge_speed(in_cell),
                                       psi);
}

}  // namespace heatwave::field
