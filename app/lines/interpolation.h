// Values between the centres of a grid's cells, for pictures whose pixels are smaller than cells.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/core/geometry.h"

namespace heatwave::lines {

/// The way in which a picture finds the value of a pixel between the centres of cells.
enum class Interpolation : std::uint8_t {
  none,    ///< each pixel shows its cell
  linear,  ///< between the four nearest cells
  cubic,   ///< between the sixteen nearest cells, by the curve of Catmull and Rom
};

/// Returns the interpolation for cells of this size, in pixels. Cells that are smaller than a pixel
/// need none; large ones show where the grid has its cells. Linear and cubic interpolation look the
/// same until a cell is a few pixels wide.
Interpolation interpolation_for(double pixels_per_cell);

/// The values of a grid. Only the bits `wall` of a flag count.
struct CellValues {
  core::Extent extent;
  std::span<const float> cells;
  std::span<const std::uint8_t> flags;  ///< empty: no walls
  std::uint8_t wall = 0;

  [[nodiscard]] bool is_wall(std::size_t cell) const {
    return !flags.empty() && (flags[cell] & wall) != 0;
  }
};

/// Returns the value at a position, in cells from the grid's corner. At the centre of a cell it
/// equals the cell's value. Walls do not count, and near them the interpolation is linear. The
/// field's fragment shader computes the same.
float value_between(const CellValues& values, core::Point place, Interpolation interpolation);

}  // namespace heatwave::lines
