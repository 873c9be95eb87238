// The tiles and strips of a pass: their shapes, and what the kernels know of each.
#pragma once

#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/core/host_device.h"

namespace heatwave::field {

/// The size of a tile that a block writes in one pass, and the largest number of steps in a pass.
/// The halo is as wide as that number: each step makes its outermost ring of cells invalid, because
/// their neighbours are missing.
struct TileShape {
  int width;
  int height;
  int steps;

  [[nodiscard]] HEATWAVE_HOST_DEVICE constexpr int haloed_width() const {
    return width + 2 * steps;
  }
  [[nodiscard]] HEATWAVE_HOST_DEVICE constexpr int haloed_height() const {
    return height + 2 * steps;
  }
};

/// The directions in which the grid continues as its own mirror image beyond its edges. A direction
/// is mirrored if no cell sees the opposite side and the equation steps mirror images alike. Each
/// outermost cell then sees itself, whatever its flags say about that edge.
struct MirroredAxes {
  bool x;
  bool y;
};

/// The kinds of strips. Each runs other instructions.
enum class StripKind : std::uint8_t {
  any,    ///< neither plain nor fixed
  wide,   ///< replaces several plain strips side by side, together with others of its kind
  plain,  ///< all cells are plain, and strip and halo lie inside the grid
  fixed,  ///< all cells are fixed
};

/// One tile of a pass.
struct FusedTile {
  int x;                ///< first column that the tile writes
  int y;                ///< first row that the tile writes
  int fixed_cells = 0;  ///< 0: no cell of the haloed tile is fixed; 1: some are
  /// Rows that the tile writes; 0: an empty tile that only fills up a block of strips.
  int height = 0;
  int first = 0;  ///< index of the first oscillating cell of the haloed tile
  int count = 0;  ///< number of oscillating cells of the haloed tile
  int width = 0;  ///< columns that a mixed tile writes; all others have the width of their shape
  StripKind kind = StripKind::any;  ///< the kind of a strip
  int next = 0;  ///< places to the strip that the warp steps after this one; 0: there is none
};

/// Returns how many tiles of this shape cover a grid.
constexpr int tiles_over(core::Extent extent, TileShape shape) {
  const int across = (extent.width + shape.width - 1) / shape.width;
  const int down = (extent.height + shape.height - 1) / shape.height;
  return across * down;
}

/// Each bit says that a part of a grid contains cells of this kind.
enum PartKind : std::uint8_t {
  kSomeFixed = 1,  ///< fixed cells in the part or its halo, which can be stepped in registers
  kSomeMixed = 2,  ///< cells in the part or its halo that can only be stepped in shared memory
  kSomeFree = 4,   ///< free cells in the part itself
  /// Cells in the part or its halo that are media and otherwise plain, unless they all have one
  /// factor.
  kSomeMedia = 8,
};

/// A part of a grid and its halo, as the device sees their cells.
struct PartCells {
  unsigned kinds;    ///< PartKind
  core::Rect mixed;  ///< contains all mixed cells; counted from the halo's first cell
  /// The bits of the least and the greatest factor of plain cells and media, in the order of
  /// integers; the least is the larger one if there are no such cells.
  int least_factor;
  int most_factor;
};

/// The shape of strips and of the blocks that step them.
struct StripShape {
  int width;   ///< width that a strip writes: a whole number of parts
  int margin;  ///< halo columns on each side
  int ahead;   ///< most rows that a strip requests beyond its halo
  int beyond;  ///< time of the halo's rows and of the start, in rows that the strip writes
  int warps;   ///< warps in a block
  /// The time of a strip that is not plain or not inside the grid, relative to a plain one.
  double any_cost;
  /// Width that a wide strip writes; 0: the equation has no wide strips. Only strips that are plain
  /// and inside the grid can be wide.
  int wide_width;
  double wide_cost;  ///< the time of a row of a wide strip, relative to one of a plain strip
  int wide_beyond;   ///< the value of `beyond` for wide strips
  int media_height;  ///< largest height of tiles with media, which are as wide as a strip, in rows
};

/// Returns whether the strip and its halo lie inside the grid.
HEATWAVE_HOST_DEVICE constexpr bool strip_is_inside(core::Extent extent, StripShape shape,
                                                    int steps, const FusedTile& strip) {
  return strip.x >= shape.margin && strip.x + shape.width + shape.margin <= extent.width &&
         strip.y > steps && strip.y + strip.height + steps + shape.ahead <= extent.height;
}

}  // namespace heatwave::field
