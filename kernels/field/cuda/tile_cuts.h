// A grid is cut into tiles for a pass of several steps, depending on the kinds of its cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/cuda/pass_rows.h"
#include "kernels/field/cuda/tile_shapes.h"

namespace heatwave::field {

/// The cells in the parts under a tile and in their halos.
struct PartsUnderTile {
  unsigned kinds = 0;   ///< combined by `|`, with kSomeMedia if the parts' factors differ
  float factor = 1.0F;  ///< that of all parts; 1: they have none, or theirs differ
};

/// A grid divided into parts of one shape.
struct Parts {
  core::Extent extent;
  TileShape shape;
  std::vector<std::uint8_t> kinds;  ///< kinds of cells in each part, row by row
  /// The factor of all plain cells and media in each part and its halo; 1: they are no media, or
  /// their factors differ (kSomeMedia); 0: there are none
  std::vector<float> factors;
  PassRows rows;  ///< the rows that tiles must write

  [[nodiscard]] int across() const { return (extent.width + shape.width - 1) / shape.width; }
  [[nodiscard]] int down() const { return (extent.height + shape.height - 1) / shape.height; }
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(across()) +
           static_cast<std::size_t>(column);
  }
  /// Returns what `kinds` and `factors` say of a tile of `width` times `height` parts.
  [[nodiscard]] PartsUnderTile under_tile(int row, int height, int column, int width) const;
};

/// Tiles of one kind, of which the first ones write rows that devices exchange.
template <typename Tile>
struct CutList {
  std::vector<Tile> tiles;
  std::size_t exchanged = 0;  ///< number of the first ones
  std::size_t followers = 0;  ///< number of the last ones, which FusedTile::next leads to
};

/// Strips that are stepped like plain ones, but in a medium.
struct MediumStrips {
  float factor;  ///< the one of all cells of the strips and their halos that are not fixed
  CutList<FusedTile> list;
};

/// Tiles that are stepped in registers, and the indices of all parts that none of them covers.
struct Cut {
  CutList<FusedTile> plain;
  std::vector<MediumStrips> in_one_medium;
  CutList<FusedTile> media;  ///< tiles in which factors differ
  CutList<std::size_t> mixed;
};

/// Cuts a grid into tiles of one shape, each made of whole parts.
Cut cut_tiles(const Parts& parts, TileShape shape);

/// Moves the tiles with rows that devices exchange to the front of each list, and drops mixed parts
/// without any row that is to be written.
void put_exchanged_first(const Parts& parts, Cut& cut);

}  // namespace heatwave::field
