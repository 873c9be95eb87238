// These passes step tiles in registers. Their cells are free, held, walls or media and see all
// their neighbours.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cuda/pass_samples.cuh"
#include "kernels/field/cuda/register_tiles.cuh"

namespace heatwave::field {

/// The position of a thread's cells in the grid.
template <typename Tile>
class TilePosition {
 public:
  __device__ __forceinline__ TilePosition(const FusedTile& tile, core::Extent extent,
                                          MirroredAxes mirrors)
      : extent_(extent),
        mirrors_(mirrors),
        x_(tile.x - Tile::kSteps + static_cast<int>(threadIdx.x % 32U) * Tile::kColumns),
        y_(tile.y - Tile::kSteps + static_cast<int>(threadIdx.x / 32U) * Tile::kRows),
        inside_(tile.x >= Tile::kSteps && tile.y >= Tile::kSteps &&
                tile.x - Tile::kSteps + Tile::kHaloedWidth <= extent.width &&
                tile.y - Tile::kSteps + Tile::kHaloedHeight <= extent.height) {}

  /// Coordinates of the thread's first column and row. Some tiles at the grid's edges reach beyond
  /// the grid.
  __device__ __forceinline__ int x() const { return x_; }
  __device__ __forceinline__ int y() const { return y_; }
  /// Returns whether the tile and its halo lie inside the grid. Most tiles do and need no check for
  /// each cell.
  __device__ __forceinline__ bool inside() const { return inside_; }
  /// Finds the thread's rows and columns in the grid before any cell is read, so that the reads do
  /// not wait for each other.
  __device__ __forceinline__ void find(int (&rows)[Tile::kRows],
                                       int (&columns)[Tile::kColumns]) const {
    const auto once = [](int position, int size, bool mirrored) {
      if (mirrored)
        return position < 0 ? -1 - position : position >= size ? 2 * size - 1 - position : position;
      return position < 0 ? position + size : position >= size ? position - size : position;
    };
    const bool large = extent_.width >= Tile::kHaloedWidth && extent_.height >= Tile::kHaloedHeight;
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
      rows[r] = large ? once(y_ + r, extent_.height, mirrors_.y)
                      : grid_coordinate(y_ + r, extent_.height, mirrors_.y);
    }
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      columns[i] = large ? once(x_ + i, extent_.width, mirrors_.x)
                         : grid_coordinate(x_ + i, extent_.width, mirrors_.x);
    }
  }
  /// Returns whether the tile writes this row, or the thread's columns, if it writes `height` rows.
  /// Halo cells are not written.
  __device__ __forceinline__ bool writes_row(int r, int height) const {
    const int in = static_cast<int>(threadIdx.x / 32U) * Tile::kRows + r;
    return in >= Tile::kSteps && in < Tile::kSteps + height && y_ + r < extent_.height;
  }
  __device__ __forceinline__ bool writes_columns() const {
    const int in = static_cast<int>(threadIdx.x % 32U) * Tile::kColumns;
    return in >= Tile::kSteps && in < Tile::kHaloedWidth - Tile::kSteps;
  }
  /// Returns the thread's cells that the tile writes, if it writes `height` rows.
  __device__ __forceinline__ OwnedCells owned(int height) const {
    const int in = static_cast<int>(threadIdx.x / 32U) * Tile::kRows;
    return {.x = x_,
            .y = y_,
            .first_row = max(0, Tile::kSteps - in),
            .end_row = min(min(Tile::kSteps + height - in, extent_.height - y_), Tile::kRows),
            .end_column = writes_columns() ? min(extent_.width - x_, Tile::kColumns) : 0};
  }

 private:
  core::Extent extent_;
  MirroredAxes mirrors_;
  int x_;
  int y_;
  bool inside_;
};

/// Loads one plane's cells of a tile. A tile's first column is a multiple of kColumns, so that
/// packs are aligned.
template <typename Tile>
__device__ __forceinline__ void load_cells(const float* plane, std::size_t stride,
                                           const TilePosition<Tile>& position,
                                           float (&cells)[Tile::kRows][Tile::kColumns]) {
  if (position.inside()) {
    const float* row = plane + static_cast<std::size_t>(position.y()) * stride + position.x();
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r, row += stride) {
      const auto pack = *reinterpret_cast<const Pack<Tile::kColumns>*>(row);
#pragma unroll
      for (int i = 0; i < Tile::kColumns; ++i) cells[r][i] = pack.of[i];
    }
  } else {
    int rows[Tile::kRows];
    int columns[Tile::kColumns];
    position.find(rows, columns);
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
#pragma unroll
      for (int i = 0; i < Tile::kColumns; ++i) {
        cells[r][i] = plane[static_cast<std::size_t>(rows[r]) * stride + columns[i]];
      }
    }
  }
}

/// Returns which cells of the tile are fixed.
template <typename Tile>
__device__ __forceinline__ CellBits<Tile::kRows * Tile::kColumns> fixed_cell_bits(
    const std::uint8_t* flags, std::size_t stride, const TilePosition<Tile>& position) {
  int rows[Tile::kRows];
  int columns[Tile::kColumns];
  position.find(rows, columns);
  std::uint8_t of[Tile::kRows][Tile::kColumns];
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      of[r][i] = flags[static_cast<std::size_t>(rows[r]) * stride + columns[i]];
    }
  }
  CellBits<Tile::kRows * Tile::kColumns> fixed;
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      fixed.add(r * Tile::kColumns + i, is_fixed(of[r][i]));
    }
  }
  return fixed;
}

/// Stores the tile's own cells of one plane, without its halo.
template <typename Tile>
__device__ __forceinline__ void store_cells(float* plane, std::size_t stride, int width,
                                            const TilePosition<Tile>& position, int height,
                                            const float (&cells)[Tile::kRows][Tile::kColumns]) {
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
    if (!position.writes_row(r, height)) continue;
    float* row = plane + static_cast<std::size_t>(position.y() + r) * stride + position.x();
    if (position.inside() || position.x() + Tile::kColumns <= width) {
      Pack<Tile::kColumns> pack;
#pragma unroll
      for (int i = 0; i < Tile::kColumns; ++i) pack.of[i] = cells[r][i];
      *reinterpret_cast<Pack<Tile::kColumns>*>(row) = pack;
    } else {
#pragma unroll
      for (int i = 0; i < Tile::kColumns; ++i) {
        if (position.x() + i < width) row[i] = cells[r][i];
      }
    }
  }
}

/// Loads all of the thread's cells of a tile.
template <typename Equation, typename Tile>
__device__ __forceinline__ OwnCells<Equation, Tile> load_tile(const FusedGrid<Equation>& grid,
                                                              const TilePosition<Tile>& position) {
  OwnCells<Equation, Tile> own;
#pragma unroll
  for (int c = 0; c < Equation::kComponents; ++c) {
    load_cells<Tile>(grid.newest[c], grid.stride, position, own.newest[c]);
    if constexpr (Equation::kStepsBack > 0) {
      load_cells<Tile>(grid.older[c], grid.stride, position, own.older[c]);
    }
  }
  return own;
}

/// Stores the first `height` rows of the tile's own cells.
template <typename Equation, typename Tile>
__device__ __forceinline__ void store_tile(const FusedGrid<Equation>& grid,
                                           const TilePosition<Tile>& position, int height,
                                           const OwnCells<Equation, Tile>& own) {
  if (!position.writes_columns()) return;
#pragma unroll
  for (int c = 0; c < Equation::kComponents; ++c) {
    store_cells<Tile>(grid.next_newest[c], grid.stride, grid.extent.width, position, height,
                      own.newest[c]);
    if constexpr (Equation::kStepsBack > 0) {
      store_cells<Tile>(grid.next_older[c], grid.stride, grid.extent.width, position, height,
                        own.older[c]);
    }
  }
}

/// Steps a tile. `finish` decides the new value of each cell that is not fixed. A warp without
/// fixed cells skips the test.
template <typename Equation, typename Tile, typename Finish, typename After>
__device__ __forceinline__ void step_tile(OwnCells<Equation, Tile>& own,
                                          SharedRows<Equation, Tile>& shared, int steps,
                                          const typename Equation::Constants& constants,
                                          const CellBits<Tile::kRows * Tile::kColumns>& fixed,
                                          Finish finish, After& after,
                                          int height = Tile::kHaloedHeight) {
  using Hood = Neighbourhood<Equation::kComponents>;
  using CellValues = Values<Equation::kComponents>;
  if (__any_sync(0xFFFFFFFFU, fixed.any())) {
    step_registers<Equation, Tile>(
        own, shared, steps, constants,
        [&](int step, int r, int i, const Hood& n, const CellValues& older, CellValues next) {
          next = finish(step, r, i, n, older, next);
          const bool keep = fixed.has(r * Tile::kColumns + i);
          for (int c = 0; c < Equation::kComponents; ++c) next[c] = keep ? n[c].centre : next[c];
          return next;
        },
        after, height);
  } else {
    step_registers<Equation, Tile>(own, shared, steps, constants, finish, after, height);
  }
}

/// Runs a pass over tiles whose cells are free, held or walls and see all their neighbours. If the
/// tile and its halo are all plain, it does not even read the flags. For each plane and pass it
/// reads and writes one float for each cell. The kernel is compute bound.
template <typename Equation, typename Tile, typename Samples>
__global__ void __launch_bounds__(32 * Tile::kWarps, Tile::kBlocks)
    step_plain_tiles(FusedGrid<Equation> grid, const FusedTile* tiles,
                     typename Equation::Constants constants,
                     const __grid_constant__ Samples samples) {
  using Hood = Neighbourhood<Equation::kComponents>;
  using CellValues = Values<Equation::kComponents>;
  extern __shared__ __align__(16) unsigned char memory[];
  auto& shared = *reinterpret_cast<SharedRows<Equation, Tile>*>(memory);
  const FusedTile tile = tiles[blockIdx.x];
  const TilePosition<Tile> position(tile, grid.extent, grid.mirrors);
  begin_to_read(true);
  OwnCells<Equation, Tile> own = load_tile<Equation, Tile>(grid, position);
  CellBits<Tile::kRows * Tile::kColumns> fixed;
  if (tile.fixed_cells != 0) fixed = fixed_cell_bits<Tile>(grid.flags, grid.flags_stride, position);
  auto recorder = samples.template recorder<Equation, Tile>(
      [&] { return position.owned(Tile::kShape.height); });
  step_tile(
      own, shared, grid.steps, constants, fixed,
      [](int, int, int, const Hood&, const CellValues&, const CellValues& next) { return next; },
      recorder);
  store_tile<Equation, Tile>(grid, position, Tile::kShape.height, own);
}

/// The shared memory of a block that steps media.
template <typename Equation, typename Tile>
struct MediaMemory {
  SharedRows<Equation, Tile> rows;
  TileFactors<Tile> factors;
};

template <typename Equation, typename Tile>
__device__ __forceinline__ void load_factors(const FusedGrid<Equation>& grid,
                                             const TilePosition<Tile>& position,
                                             TileFactors<Tile>& factors) {
  int rows[Tile::kRows];
  int columns[Tile::kColumns];
  position.find(rows, columns);
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
    Pack<Tile::kColumns> pack;
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      const auto row = static_cast<std::size_t>(rows[r]);
      const bool is_medium = (grid.flags[row * grid.flags_stride + columns[i]] & kMedium) != 0;
      pack.of[i] = is_medium ? grid.factors[row * grid.factors_stride + columns[i]] : 1.0F;
    }
    factors[r][threadIdx.x] = pack;
  }
}

/// Runs a pass over tiles that contain media. It reads one more float for each cell and pass than
/// step_tiles().
template <typename Equation, typename Tile, typename Samples>
__global__ void __launch_bounds__(32 * Tile::kWarps, Tile::kBlocks)
    step_media_tiles(FusedGrid<Equation> grid, const FusedTile* tiles,
                     typename Equation::Constants constants,
                     const __grid_constant__ Samples samples) {
  using Hood = Neighbourhood<Equation::kComponents>;
  using CellValues = Values<Equation::kComponents>;
  extern __shared__ __align__(16) unsigned char bytes[];
  auto& memory = *reinterpret_cast<MediaMemory<Equation, Tile>*>(bytes);
  const FusedTile tile = tiles[blockIdx.x];
  const TilePosition<Tile> position(tile, grid.extent, grid.mirrors);
  begin_to_read(grid.is_first);
  OwnCells<Equation, Tile> own = load_tile<Equation, Tile>(grid, position);
  load_factors<Equation, Tile>(grid, position, memory.factors);
  CellBits<Tile::kRows * Tile::kColumns> fixed;
  if (tile.fixed_cells != 0) fixed = fixed_cell_bits<Tile>(grid.flags, grid.flags_stride, position);
  auto recorder =
      samples.template recorder<Equation, Tile>([&] { return position.owned(tile.height); });
  step_tile(
      own, memory.rows, grid.steps, constants, fixed,
      [&](int level, int r, int i, const Hood& n, const CellValues& older, const CellValues&) {
        const float factor = memory.factors[r][threadIdx.x].of[i];
        return update_at_level<Equation>(level, n, older, Equation::in_medium(constants, factor));
      },
      recorder, tile.height + 2 * Tile::kSteps);
  store_tile<Equation, Tile>(grid, position, tile.height, own);
  end_in_order(grid.is_first);
}

}  // namespace heatwave::field
