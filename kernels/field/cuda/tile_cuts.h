// A grid is cut into tiles for a pass of several steps, depending on the kinds of its cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/cuda/pass_rows.h"
#include "kernels/field/cuda/tile_shapes.h"

namespace heatwave::field {

/// A grid divided into parts of one shape.
struct Parts {
  core::Extent extent;
  TileShape shape;
  std::vector<std::uint8_t> kinds;  ///< kinds of cells in each part, row by row
  PassRows rows;                    ///< the rows that tiles must write

  [[nodiscard]] int across() const { return (extent.width + shape.width - 1) / shape.width; }
  [[nodiscard]] int down() const { return (extent.height + shape.height - 1) / shape.height; }
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(across()) +
           static_cast<std::size_t>(column);
  }
};

/// Tiles of one kind, of which the first ones write rows that devices exchange.
template <typename Tile>
struct CutList {
  std::vector<Tile> tiles;
  std::size_t exchanged = 0;  ///< number of the first ones
};

/// Tiles that are stepped in registers, with and without media, and the indices of all parts that
/// none of them covers.
struct Cut {
  CutList<FusedTile> plain;
  CutList<FusedTile> media;
  CutList<std::size_t> mixed;
};

/// Cuts a grid into tiles of one shape, each made of whole parts.
Cut cut_tiles(const Parts& parts, TileShape shape);

/// The time of a strip whose cells are all fixed and which needs no halo, relative to a plain one.
inline constexpr double kFixedCost = 0.35;

/// Cuts a grid into strips. Each block gets one strip for each warp; the heights are chosen so that
/// blocks end together, but those with rows that devices exchange end earlier. A block never
/// mixes strips of different kinds (plain and inside the grid; all cells fixed; any other): each
/// kind runs other instructions, and a multiprocessor's instruction cache is small.
Cut cut_strips(const Parts& parts, const StripShape& shape, int multiprocessors);

}  // namespace heatwave::field
