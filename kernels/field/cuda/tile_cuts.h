// How a grid is cut into tiles for a pass of several steps, given what its cells are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/core/host_device.h"

namespace heatwave::field {

/// The cells that a block writes in one pass, and the most steps of a pass. A tile carries so many
/// cells more on every side than it writes: each step spoils one ring of them, since what lies
/// beyond is not there.
struct TileShape {
  int width;
  int height;
  int steps;

  [[nodiscard]] HEATWAVE_HOST_DEVICE constexpr int reach_width() const { return width + 2 * steps; }
  [[nodiscard]] HEATWAVE_HOST_DEVICE constexpr int reach_height() const {
    return height + 2 * steps;
  }
};

/// Of a tile all of whose cells are held or walls.
inline constexpr int kAllKept = 2;

/// One tile of a pass.
struct FusedTile {
  int x;           ///< its first column …
  int y;           ///< … and row that it writes
  int keeps = 0;   ///< whether some cell of its reach is held or a wall; kAllKept: all of its own
  int height = 0;  ///< rows that it writes; 0: it only fills a block of strips
  int first = 0;   ///< oscillating cells of its reach: where their list begins …
  int count = 0;   ///< … and how long it is
};

/// How many tiles of a shape cover a grid.
constexpr int tiles_over(core::Extent extent, TileShape shape) {
  const int across = (extent.width + shape.width - 1) / shape.width;
  const int down = (extent.height + shape.height - 1) / shape.height;
  return across * down;
}

/// What a part of a grid holds.
enum PartKind : std::uint8_t {
  kSomeKept = 1,  ///< in its reach, cells that keep their value: who steps in registers knows these
  kSomeMixed = 2,  ///< likewise, any others that are not plain
  kSomeFree = 4,   ///< among its own cells, some that do not keep their value
  kSomeMedia = 8,  ///< in its reach, cells that are media and nothing else
};

/// A grid in parts of one shape.
struct Parts {
  core::Extent extent;
  TileShape shape;
  std::vector<std::uint8_t> kinds;  ///< of each, row by row

  [[nodiscard]] int across() const { return (extent.width + shape.width - 1) / shape.width; }
  [[nodiscard]] int down() const { return (extent.height + shape.height - 1) / shape.height; }
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(across()) +
           static_cast<std::size_t>(column);
  }
};

/// Tiles to be stepped in registers, those with media apart, and the parts that none of them
/// covers.
struct Cut {
  std::vector<FusedTile> plain;
  std::vector<FusedTile> media;
  std::vector<std::size_t> mixed;
};

/// Into tiles of whole parts, all of one shape.
Cut cut_tiles(const Parts& parts, TileShape shape);

/// How warps walk down strips.
struct StripShape {
  int width;   ///< that a strip writes, whole parts
  int margin;  ///< that it reaches beyond that on both sides
  int ahead;   ///< rows that it asks for beyond its reach, at the most
  int warps;   ///< of a block
  /// What a strip takes that is not plain or not inside the grid, by the time of a plain one.
  double any_takes;
  int media_height;  ///< of tiles as wide as a strip, for parts with media: the most rows
};

/// Likewise a strip all of whose cells keep their values, and which reaches nothing beyond these.
inline constexpr double kKeptTakes = 0.35;

/// Whether all that such a strip reaches lies in the grid.
HEATWAVE_HOST_DEVICE constexpr bool strip_is_inside(core::Extent extent, StripShape shape,
                                                    int steps, const FusedTile& strip) {
  return strip.x >= shape.margin && strip.x + shape.width + shape.margin <= extent.width &&
         strip.y > steps && strip.y + strip.height + steps + shape.ahead <= extent.height;
}

/// Into strips, as many to a block as it has warps, of such heights that blocks end together. Those
/// that are plain and inside the grid, those that keep all their cells, and all others share no
/// blocks: these are other instructions, and a multiprocessor's memory for instructions is small.
Cut cut_strips(const Parts& parts, const StripShape& shape, int multiprocessors);

}  // namespace heatwave::field
