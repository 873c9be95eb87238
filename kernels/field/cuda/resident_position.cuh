// This file maps the cells of a grid that stays in registers to the threads that hold them.
#pragma once

#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"
#include "kernels/field/cuda/pass_samples.cuh"
#include "kernels/field/cuda/register_tiles.cuh"

namespace heatwave::field {

/// How a block keeps its tile: each warp holds some rows and each lane some columns of them. Halos
/// are exchanged after `kSteps` steps, so the halo is `kSteps` cells wide. The last warp no longer
/// needs its rows more than `kSideTaskSteps` steps before that. If the tile has a rim, more warps
/// step the cells on absorbing edges: some those of a column, others those of a row.
template <int kWarpsOf, int kRowsOf, int kColumnsOf, int kStepsOf, int kRimColumnWarpsOf = 0,
          int kRimRowWarpsOf = 0>
struct ResidentTile {
  static constexpr int kWarps = kWarpsOf;
  static constexpr int kRows = kRowsOf;
  static constexpr int kColumns = kColumnsOf;
  static constexpr int kSteps = kStepsOf;
  static constexpr int kThreads = 32 * kWarps;
  static constexpr int kHaloedWidth = 32 * kColumns;
  static constexpr int kHaloedHeight = kWarps * kRows;
  static constexpr int kRimColumnWarps = kRimColumnWarpsOf;
  static constexpr int kRimRowWarps = kRimRowWarpsOf;
  static constexpr bool kHasRim = kRimColumnWarps > 0;
  static constexpr int kBlockThreads = kThreads + 32 * (kRimColumnWarps + kRimRowWarps);
  static constexpr int kWidth = kHaloedWidth - 2 * kSteps;
  /// true: the last warp issues the fence that the mailbox needs; false: a rim warp does
  static constexpr bool kLastWarpFences = !kHasRim || kRows + (kSteps < 12 ? 2 : 4) <= kSteps;
  static constexpr int kSideTaskSteps = kLastWarpFences && kSteps >= 12 ? 4 : 2;
  /// Rows that the tile must not own, so that the last warp has time for the fence.
  static constexpr int kRowsForFence =
      kLastWarpFences && kRows + kSideTaskSteps > kSteps ? kRows + kSideTaskSteps - kSteps : 0;
  static constexpr int kHeight = kHaloedHeight - 2 * kSteps - kRowsForFence;
  static_assert(kHasRim == (kRimRowWarps > 0));
  static_assert(kSteps % kColumns == 0 && kSteps % 2 == 0 && kWidth > 0 && kHeight > 0);
};

/// The cells that a tile sees beyond the first and the last tile of a row or column.
enum class ResidentEdge : std::uint8_t {
  closed,    ///< nothing: no cell sees beyond the edge
  joined,    ///< the tile at the opposite end
  mirrored,  ///< the grid's mirror image: each outermost cell sees itself
};

/// How tiles cover a grid. All tiles have equal size, except for the last ones of a row or column.
struct ResidentTiling {
  int across;
  int down;
  int width;  ///< width of a tile without its halo
  int height;
  ResidentEdge x;
  ResidentEdge y;
};

/// The position of a thread's cells in the grid. Make one where it is needed: keeping it would
/// occupy registers.
template <typename Tile>
class ResidentPosition {
 public:
  __device__ __forceinline__ ResidentPosition(core::Extent extent, const ResidentTiling& tiling)
      : extent_(extent),
        tiling_(tiling),
        tile_x_(this_block() % tiling.across),
        tile_y_(this_block() / tiling.across),
        own_width_(min(tiling.width, extent.width - tile_x_ * tiling.width)),
        own_height_(min(tiling.height, extent.height - tile_y_ * tiling.height)),
        left_(static_cast<int>(threadIdx.x % 32U) * Tile::kColumns - Tile::kSteps),
        top_(static_cast<int>(threadIdx.x / 32U) * Tile::kRows - Tile::kSteps) {}

  /// Returns the number of rows of the tile and its halo. The block's rows after them are unused.
  __device__ __forceinline__ int height() const { return own_height_ + 2 * Tile::kSteps; }
  /// Coordinates in the grid. For cells that the tile does not see they are arbitrary; those cells
  /// are never read.
  __device__ __forceinline__ int x(int i) const { return x_in_tile(left_ + i); }
  __device__ __forceinline__ int y(int r) const { return y_in_tile(top_ + r); }
  __device__ __forceinline__ int x_in_tile(int in) const {
    return around(tile_x_ * tiling_.width, in, own_width_, extent_.width, tiling_.x);
  }
  __device__ __forceinline__ int y_in_tile(int in) const {
    return around(tile_y_ * tiling_.height, in, own_height_, extent_.height, tiling_.y);
  }
  /// Returns the flags of a cell as the tile sees it. Beyond a mirrored edge no cell lacks a
  /// neighbour, and a mirror image lacks its neighbours on the opposite sides.
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
  /// Returns the lane from which this lane takes its mirrored columns, last column first; its own
  /// number if it takes none.
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
  /// Returns the thread's cells that belong to the tile itself.
  __device__ __forceinline__ OwnedCells owned() const {
    return {.x = tile_x_ * tiling_.width + left_,
            .y = tile_y_ * tiling_.height + top_,
            .first_row = max(0, -top_),
            .end_row = min(own_height_ - top_, Tile::kRows),
            .end_column = left_ < 0 ? 0 : min(own_width_ - left_, Tile::kColumns)};
  }
  __device__ __forceinline__ bool owns(int r, int i) const {
    return own_row(r) && left_ + i >= 0 && left_ + i < own_width_;
  }

 private:
  static __device__ __forceinline__ int this_block() {
    int block;  // hides from the compiler that this number never changes
    asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(block));
    return block;
  }
  static __device__ __forceinline__ unsigned mirrored(unsigned flags, int at, int size,
                                                      CellFlag before, CellFlag behind) {
    const bool image = at < 0 || at >= size;
    const int inside = at < 0 ? -1 - at : at >= size ? 2 * size - 1 - at : at;
    const bool lacks_before = (flags & before) != 0 && inside != 0;
    const bool lacks_behind = (flags & behind) != 0 && inside != size - 1;
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
  int left_;  ///< columns from the tile's first own cell to the thread's first cell
  int top_;
};

}  // namespace heatwave::field
