// Steps of single cells that are not plain, shared by every solver so that all give the same bits.
#pragma once

#include <cstdint>

#include "kernels/core/host_device.h"
#include "kernels/field/cells.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

/// What the cell sees: where a neighbour is missing it sees its own value.
HEATWAVE_HOST_DEVICE Neighbours seen_neighbours(Neighbours n, std::uint8_t flags) {
  n.west = (flags & kNoWest) != 0 ? n.centre : n.west;
  n.east = (flags & kNoEast) != 0 ? n.centre : n.east;
  n.north = (flags & kNoNorth) != 0 ? n.centre : n.north;
  n.south = (flags & kNoSouth) != 0 ? n.centre : n.south;
  return n;
}

/// Any cell but one on an absorbing edge. `factor` counts only where the cell is a medium.
template <typename Equation>
HEATWAVE_HOST_DEVICE float step_special_cell(const Neighbours& n, float older, std::uint8_t flags,
                                             float factor,
                                             const typename Equation::Constants& constants) {
  const float k = (flags & kMedium) != 0 ? constants.coefficient * factor : constants.coefficient;
  const float free = Equation::update(seen_neighbours(n, flags), older, k, constants);
  return (flags & (kHeld | kWall)) != 0 ? n.centre : free;
}

/// The sides of a grid that absorb, and which of them a cell lies on.
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

/// Where the memory of absorbing edge cells lies in one array: left, right, top, bottom.
HEATWAVE_HOST_DEVICE std::int64_t rim_index(AbsorbingSides at, int x, int y, int width,
                                            int height) {
  if (at.left) return y;
  if (at.right) return std::int64_t{height} + y;
  if (at.top) return std::int64_t{2} * height + x;
  return std::int64_t{2} * height + width + x;
}

inline std::int64_t rim_size(int width, int height) {
  return std::int64_t{2} * height + std::int64_t{2} * width;
}

HEATWAVE_HOST_DEVICE AbsorbingSides sides_of(AbsorbingSides grid, int x, int y, int width,
                                             int height) {
  return {.left = grid.left && x == 0,
          .right = grid.right && x == width - 1,
          .top = grid.top && y == 0,
          .bottom = grid.bottom && y == height - 1};
}

/// A cell with kAbsorb set. `psi` is its entry of the rim array.
template <typename Equation>
HEATWAVE_HOST_DEVICE float step_absorbing_cell(Neighbours n, float older, std::uint8_t flags,
                                               float factor, AbsorbingSides at,
                                               const typename Equation::Constants& constants,
                                               float& psi) {
  const float k = (flags & kMedium) != 0 ? constants.coefficient * factor : constants.coefficient;
  n = seen_neighbours(n, flags);
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
  const float along =
      across_x ? fmaf(-2.0F, n.centre, n.north + n.south) : fmaf(-2.0F, n.centre, n.west + n.east);
  const int sides = across_x && across_y ? 2 : 1;
  return Equation::update_absorbing(n, older, k, constants, along, sides, psi);
}

}  // namespace heatwave::field
