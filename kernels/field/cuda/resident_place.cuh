// Where the cells of a grid lie that the device keeps in registers.
#pragma once

#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/field/cuda/register_tiles.cuh"

namespace heatwave::field {

/// How a block keeps its tile: each warp some rows, each lane some columns of them. After
/// `kStepsOf` steps the rims are exchanged: so far a tile reaches beyond the cells that are its
/// own.
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
  static constexpr int kHeight = kReachHeight - 2 * kSteps;
  static_assert(kSteps % kColumns == 0 && kSteps % 2 == 0 && kWidth > 0 && kHeight > 0);
};

/// How tiles cover a grid: all as large as the first, but for the last ones of a row or column.
struct ResidentTiling {
  int across;
  int down;
  int width;  ///< of a tile's own cells
  int height;
  bool joined_x;  ///< whether the first and last tiles of a row are neighbours
  bool joined_y;
};

/// Where a thread's cells lie in the grid.
template <typename Tile>
class ResidentPlace {
 public:
  __device__ __forceinline__ ResidentPlace(core::Extent extent, const ResidentTiling& tiling)
      : extent_(extent),
        tiling_(tiling),
        tile_x_(static_cast<int>(blockIdx.x) % tiling.across),
        tile_y_(static_cast<int>(blockIdx.x) / tiling.across),
        own_width_(min(tiling.width, extent.width - tile_x_ * tiling.width)),
        own_height_(min(tiling.height, extent.height - tile_y_ * tiling.height)),
        left_(static_cast<int>(threadIdx.x % 32U) * Tile::kColumns - Tile::kSteps),
        top_(static_cast<int>(threadIdx.x / 32U) * Tile::kRows - Tile::kSteps) {}

  /// In the grid. What the tile cannot see is somewhere else, and never asked for.
  __device__ __forceinline__ int x(int i) const {
    return around(tile_x_ * tiling_.width, left_ + i, own_width_, extent_.width);
  }
  __device__ __forceinline__ int y(int r) const {
    return around(tile_y_ * tiling_.height, top_ + r, own_height_, extent_.height);
  }
  __device__ __forceinline__ bool owns(int r, int i) const {
    return own_row(r) && left_ + i >= 0 && left_ + i < own_width_;
  }

 private:
  static __device__ __forceinline__ int around(int begin, int in, int own, int size) {
    const int at = begin + min(in, own + Tile::kSteps - 1);
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
