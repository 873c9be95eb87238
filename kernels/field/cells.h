// What a cell can be, as one byte of flags, and what the edges of a grid can be.
#pragma once

#include <cstdint>

#include "kernels/core/host_device.h"

namespace heatwave::field {

/// A cell with no flag set is plain: solvers take their fast path there.
enum CellFlag : std::uint8_t {
  kHeld = 1,      ///< keeps its value (a source); an oscillating one gets it anew each step
  kWall = 2,      ///< not part of the field: its neighbours see their own value instead of it
  kNoWest = 4,    ///< the western neighbour is a wall or lies beyond a reflecting edge
  kNoEast = 8,    ///< likewise
  kNoNorth = 16,  ///< likewise (north is the row above)
  kNoSouth = 32,  ///< likewise
  kMedium = 64,   ///< has a coefficient of its own
  kAbsorb = 128,  ///< lies on an absorbing edge and lets waves pass out
};

/// Whether a step leaves the cell as it is: a source or a wall. On an absorbing edge even these
/// have a step of their own.
HEATWAVE_HOST_DEVICE bool keeps_value(std::uint8_t flags) {
  return (flags & (kHeld | kWall)) != 0 && (flags & kAbsorb) == 0;
}

enum class EdgeKind : std::uint8_t {
  held,        ///< the outermost cells keep the edge value
  reflecting,  ///< nothing crosses: insulated for heat, a free end for waves
  periodic,    ///< joined to the opposite edge (both sides of a pair are periodic, or none)
  absorbing,   ///< lets waves pass out
};

struct Edges {
  EdgeKind left = EdgeKind::held;
  EdgeKind right = EdgeKind::held;
  EdgeKind top = EdgeKind::held;
  EdgeKind bottom = EdgeKind::held;
  double value = 0.0;  ///< of the held edges

  friend bool operator==(const Edges&, const Edges&) = default;
};

}  // namespace heatwave::field
