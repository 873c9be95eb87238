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
  /// Returns the kinds of cells in a number of parts of one row, combined by `|`.
  [[nodiscard]] unsigned kinds_in_row(int row, int column, int columns) const;
};

/// Tiles of one kind, of which the first ones write rows that devices exchange.
template <typename Tile>
struct CutList {
  std::vector<Tile> tiles;
  std::size_t exchanged = 0;  ///< number of the first ones
  std::size_t followers = 0;  ///< number of the last ones, which FusedTile::next leads to
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

/// Moves the tiles with rows that devices exchange to the front of each list, and drops mixed parts
/// without any row that is to be written.
void put_exchanged_first(const Parts& parts, Cut& cut);

}  // namespace heatwave::field
