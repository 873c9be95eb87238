// Where the cells of a grid lie that the device keeps in registers.
#pragma once

#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"
#include "kernels/field/cuda/register_tiles.cuh"

namespace heatwave::field {

/// How a block keeps its tile: each warp some rows, each lane some columns of them. After
/// `kStepsOf` steps the rims are exchanged: so far a tile reaches beyond the cells that are its
/// own. The last warp is done with its rows more than `kAside` steps before that.
template <int kWarpsOf, int kRowsOf, int kColumnsOf, int kStepsOf>
struct ResidentTile {
  static constexpr int kWarps = kWarpsOf;
  static constexpr int kRows = kRowsOf;
  static constexpr int kColumns = kColumnsOf;
  static constexpr int kSteps = kStepsOf;
  static constexpr int kThreads = 32 * kWarps;
  static constexpr int kReachWidth = 32 * kColumns;
  static constexpr int kReachHeight = kWarps * kRows;
  static constexpr int kWidth = kReachWidth - 2 * kSteps;
  static constexpr int kAside = kSteps < 12 ? 2 : 4;
  static constexpr int kHeight =
      kReachHeight - 2 * kSteps - (kRows + kAside > kSteps ? kRows + kAside - kSteps : 0);
  static_assert(kSteps % kColumns == 0 && kSteps % 2 == 0 && kWidth > 0 && kHeight > 0);
};

/// What lies beyond the first and last tile of a row or column.
enum class ResidentEdge : std::uint8_t {
  closed,    ///< nothing that anybody sees
  joined,    ///< the last and the first
  mirrored,  ///< the grid, mirrored: each outermost cell sees itself
};

/// How tiles cover a grid: all as large as the first, but for the last ones of a row or column.
struct ResidentTiling {
  int across;
  int down;
  int width;  ///< of a tile's own cells
  int height;
  ResidentEdge x;
  ResidentEdge y;
};

/// Where a thread's cells lie in the grid. Whoever asks finds it anew: it would take registers all
/// the while.
template <typename Tile>
class ResidentPlace {
 public:
  __device__ __forceinline__ ResidentPlace(core::Extent extent, const ResidentTiling& tiling)
      : extent_(extent),
        tiling_(tiling),
        tile_x_(this_block() % tiling.across),
        tile_y_(this_block() / tiling.across),
        own_width_(min(tiling.width, extent.width - tile_x_ * tiling.width)),
        own_height_(min(tiling.height, extent.height - tile_y_ * tiling.height)),
        left_(static_cast<int>(threadIdx.x % 32U) * Tile::kColumns - Tile::kSteps),
        top_(static_cast<int>(threadIdx.x / 32U) * Tile::kRows - Tile::kSteps) {}

  /// Rows that the tile's own cells or their neighbours within reach lie in; those behind are of no
  /// use.
  __device__ __forceinline__ int height() const { return own_height_ + 2 * Tile::kSteps; }
  /// In the grid. What the tile cannot see is somewhere else, and never asked for.
  __device__ __forceinline__ int x(int i) const {
    return around(tile_x_ * tiling_.width, left_ + i, own_width_, extent_.width, tiling_.x);
  }
  __device__ __forceinline__ int y(int r) const {
    return around(tile_y_ * tiling_.height, top_ + r, own_height_, extent_.height, tiling_.y);
  }
  /// The flags of a cell as the tile sees it. Where the grid goes on mirrored no cell lacks a
  /// neighbour beyond the edge, and an image lacks on one side what the cell lacks on the other.
  __device__ __forceinline__ std::uint8_t seen_flags(unsigned flags, int r, int i) const {
    if (tiling_.x == ResidentEdge::mirrored) {
      flags = mirrored(flags, tile_x_ * tiling_.width + left_ + i, extent_.width, kNoWest, kNoEast);
    }
    if (tiling_.y == ResidentEdge::mirrored) {
      flags =
          mirrored(flags, tile_y_ * tiling_.height + top_ + r, extent_.height, kNoNorth, kNoSouth);
    }
    return static_cast<std::uint8_t>(flags);
  }
  /// From which lane this one takes its image of columns, the last first; itself where it has none.
  __device__ __forceinline__ int imaged_lane() const {
    constexpr int kBegin = Tile::kSteps / Tile::kColumns;
    const int lane = static_cast<int>(threadIdx.x % 32U);
    if (tiling_.x != ResidentEdge::mirrored) return lane;
    const int end = kBegin + own_width_ / Tile::kColumns;
    if (tile_x_ == 0 && lane < kBegin) return 2 * kBegin - 1 - lane;
    if (tile_x_ == tiling_.across - 1 && lane >= end && lane < end + kBegin)
      return 2 * end - 1 - lane;
    return lane;
  }
  __device__ __forceinline__ bool owns(int r, int i) const {
    return own_row(r) && left_ + i >= 0 && left_ + i < own_width_;
  }

 private:
  static __device__ __forceinline__ int this_block() {
    int block;  // the compiler does not know that it is the same each time
    asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(block));
    return block;
  }
  static __device__ __forceinline__ unsigned mirrored(unsigned flags, int at, int size,
                                                      CellFlag before, CellFlag behind) {
    const bool image = at < 0 || at >= size;
    const int place = at < 0 ? -1 - at : at >= size ? 2 * size - 1 - at : at;
    const bool lacks_before = (flags & before) != 0 && place != 0;
    const bool lacks_behind = (flags & behind) != 0 && place != size - 1;
    flags &= ~static_cast<unsigned>(before | behind);
    if (image ? lacks_behind : lacks_before) flags |= before;
    if (image ? lacks_before : lacks_behind) flags |= behind;
    return flags;
  }
  static __device__ __forceinline__ int around(int begin, int in, int own, int size,
                                               ResidentEdge edge) {
    const int at = begin + min(in, own + Tile::kSteps - 1);
    if (edge == ResidentEdge::mirrored)
      return at < 0 ? -1 - at : at >= size ? 2 * size - 1 - at : at;
    return at < 0 ? at + size : at >= size ? at - size : at;
  }
  __device__ __forceinline__ bool own_row(int r) const {
    return top_ + r >= 0 && top_ + r < own_height_;
  }

  core::Extent extent_;
  ResidentTiling tiling_;
  int tile_x_;
  int tile_y_;
  int own_width_;
  int own_height_;
  int left_;  ///< from the tile's own cells to the thread's first one
  int top_;
};

}  // namespace heatwave::field
