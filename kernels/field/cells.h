// This file defines the flags of a cell, one byte for each cell, and the kinds of edges of a grid.
#pragma once

#include <cstdint>

#include "kernels/core/host_device.h"

namespace heatwave::field {

/// A cell without flags is plain; solvers step plain cells by their fastest code.
enum CellFlag : std::uint8_t {
  /// A source: the cell keeps its value; an oscillating source gets a new value each step
  kHeld = 1,
  kWall = 2,  ///< outside the field: the cell's neighbours see their own value instead of its value
  kNoWest = 4,  ///< the western neighbour is a wall or lies beyond a reflecting edge
  kNoEast = 8,  ///< the eastern neighbour is a wall or lies beyond a reflecting edge
  /// The northern neighbour (the row above) is a wall or lies beyond a reflecting edge
  kNoNorth = 16,
  /// The southern neighbour (the row below) is a wall or lies beyond a reflecting edge
  kNoSouth = 32,
  kMedium = 64,   ///< the cell has a coefficient of its own
  kAbsorb = 128,  ///< the cell lies on an absorbing edge and lets waves pass out
};

/// Returns whether a step leaves the cell unchanged, because it is a source or a wall. On an
/// absorbing edge even sources and walls are stepped.
HEATWAVE_HOST_DEVICE bool is_fixed(std::uint8_t flags) {
  return (flags & (kHeld | kWall)) != 0 && (flags & kAbsorb) == 0;
}

enum class EdgeKind : std::uint8_t {
  held,        ///< the outermost cells keep the edge value
  reflecting,  ///< nothing crosses the edge: it insulates against heat and is a free end for waves
  /// The edge is joined to the opposite edge; both edges of a pair are periodic, or neither is
  periodic,
  absorbing,  ///< the edge lets waves pass out
};

struct Edges {
  EdgeKind left = EdgeKind::held;
  EdgeKind right = EdgeKind::held;
  EdgeKind top = EdgeKind::held;
  EdgeKind bottom = EdgeKind::held;
  double value = 0.0;  ///< value of all held edges

  friend bool operator==(const Edges&, const Edges&) = default;
};

}  // namespace heatwave::field
