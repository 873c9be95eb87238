// What the shader must know of each cell besides its value, found once per change of the scene and
// not once per pixel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::view {

/// At most one of the first three; the others tell where a medium or held cell ends.
enum CellMark : std::uint8_t {
  kMarkWall = 1,
  kMarkMedium = 2,
  kMarkHeld = 4,
  kMarkRim = 8,    ///< one of its eight neighbours is not of its kind
  kMarkWest = 16,  ///< the western one is not
  kMarkEast = 32,
  kMarkNorth = 64,
  kMarkSouth = 128,
};

/// Marks of every `thinned`-th cell, row by row, from field::CellFlag of every cell.
std::vector<std::uint8_t> cell_marks(std::span<const std::uint8_t> flags, core::Extent extent,
                                     int thinned);

}  // namespace heatwave::view
