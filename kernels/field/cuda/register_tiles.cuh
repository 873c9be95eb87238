// Fused steps of tiles in registers: of cells that are free, held or walls and see all their
// neighbours.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cuda/fused_tiles.cuh"

namespace heatwave::field {

/// How a block keeps its reach in registers: each warp some rows, each lane some columns of them.
/// `kBlocks` of them share a multiprocessor, so that some load while others step.
template <int kWarpsOf, int kRowsOf, int kColumnsOf, int kBlocksOf>
struct RegisterTile {
  static constexpr int kBlocks = kBlocksOf;
  static constexpr int kWarps = kWarpsOf;
  static constexpr int kRows = kRowsOf;
  static constexpr int kColumns = kColumnsOf;
  static constexpr int kReachWidth = 32 * kColumns;
  static constexpr int kReachHeight = kWarps * kRows;
  static_assert(kFusedSteps % kColumns == 0);
  static constexpr TileShape kShape{kReachWidth - 2 * kFusedSteps, kReachHeight - 2 * kFusedSteps};
};

/// Neighbouring cells that one thread reads and writes at once.
template <int kCount>
struct alignas(kCount * sizeof(float)) Pack {
  float of[kCount];
};

/// The cells in these columns of a row; at once where they lie side by side in the grid.
template <int kCount>
__device__ __forceinline__ void load_cells(const float* row, const int (&columns)[kCount],
                                           bool side_by_side, float (&cells)[kCount]) {
  if (side_by_side) {
    const Pack<kCount> pack = *reinterpret_cast<const Pack<kCount>*>(row + columns[0]);
#pragma unroll
    for (int i = 0; i < kCount; ++i) cells[i] = pack.of[i];
  } else {
#pragma unroll
    for (int i = 0; i < kCount; ++i) cells[i] = row[columns[i]];
  }
}

/// Likewise; cells beyond the grid's width are left out.
template <int kCount>
__device__ __forceinline__ void store_cells(float* row, int x, int width,
                                            const float (&cells)[kCount]) {
  if (x + kCount <= width) {
    Pack<kCount> pack;
#pragma unroll
    for (int i = 0; i < kCount; ++i) pack.of[i] = cells[i];
    *reinterpret_cast<Pack<kCount>*>(row + x) = pack;
  } else {
#pragma unroll
    for (int i = 0; i < kCount; ++i) {
      if (x + i < width) row[x + i] = cells[i];
    }
  }
}

/// What lanes and warps of a register tile tell each other: the first and last row of every warp.
template <typename Equation, typename Tile>
struct SharedRows {
  alignas(16) float values[2][Tile::kWarps][2][Equation::kComponents][Tile::kReachWidth];
};

/// One thread's cells of a register tile.
template <typename Equation, typename Tile>
struct OwnCells {
  static constexpr int kBack = Equation::kStepsBack;
  float newest[Equation::kComponents][Tile::kRows][Tile::kColumns];
  float older[kBack > 0 ? Equation::kComponents : 1][kBack > 0 ? Tile::kRows : 1][Tile::kColumns];
};

/// Several plain steps of a tile in registers. East and west neighbours come from the lane beside,
/// north and south ones from the thread's own rows and, between warps, through shared memory: one
/// barrier a step. Where all of the reach is plain the flags are not even read. Moves a float in
/// and one out for each component and pass; arithmetic limits it.
template <typename Equation, typename Tile, bool kKeeps>
__device__ __forceinline__ void step_registers(OwnCells<Equation, Tile>& own,
                                               SharedRows<Equation, Tile>& shared, unsigned kept,
                                               int steps,
                                               const typename Equation::Constants& constants) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kRows = Tile::kRows;
  constexpr int kColumns = Tile::kColumns;
  constexpr unsigned kAll = 0xFFFFFFFFU;
  const int lane = static_cast<int>(threadIdx.x % 32U);
  const int warp = static_cast<int>(threadIdx.x / 32U);
  const int above = warp == 0 ? 0 : warp - 1;
  const int below = warp == Tile::kWarps - 1 ? warp : warp + 1;
  for (int step = 0; step < steps; ++step) {
    auto& rows = shared.values[step % 2];
    for (int c = 0; c < kComponents; ++c) {
      for (int i = 0; i < kColumns; ++i) {
        rows[warp][0][c][lane * kColumns + i] = own.newest[c][0][i];
        rows[warp][1][c][lane * kColumns + i] = own.newest[c][kRows - 1][i];
      }
    }
    __syncthreads();
    float north[kComponents][kColumns];
    float south[kComponents][kColumns];
    for (int c = 0; c < kComponents; ++c) {
      for (int i = 0; i < kColumns; ++i) {
        north[c][i] = rows[above][1][c][lane * kColumns + i];
        south[c][i] = rows[below][0][c][lane * kColumns + i];
      }
    }
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      float row[kComponents][kColumns];
      float west[kComponents];
      float east[kComponents];
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
#pragma unroll
        for (int i = 0; i < kColumns; ++i) row[c][i] = own.newest[c][r][i];
        west[c] = __shfl_up_sync(kAll, row[c][kColumns - 1], 1);
        east[c] = __shfl_down_sync(kAll, row[c][0], 1);
      }
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
        Neighbourhood<kComponents> n;
        Values<kComponents> older{};
#pragma unroll
        for (int c = 0; c < kComponents; ++c) {
          n[c].centre = row[c][i];
          n[c].west = i == 0 ? west[c] : row[c][i == 0 ? 0 : i - 1];
          n[c].east = i == kColumns - 1 ? east[c] : row[c][i == kColumns - 1 ? i : i + 1];
          n[c].north = north[c][i];
          n[c].south = r == kRows - 1 ? south[c][i] : own.newest[c][r == kRows - 1 ? r : r + 1][i];
          if constexpr (Equation::kStepsBack > 0) older[c] = own.older[c][r][i];
        }
        const Values<kComponents> next = Equation::update(n, older, constants);
        const bool keep = kKeeps && (kept >> static_cast<unsigned>(r * kColumns + i) & 1U) != 0;
#pragma unroll
        for (int c = 0; c < kComponents; ++c) {
          own.newest[c][r][i] = keep ? row[c][i] : next[c];
          if constexpr (Equation::kStepsBack > 0) own.older[c][r][i] = row[c][i];
        }
      }
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
#pragma unroll
        for (int i = 0; i < kColumns; ++i) north[c][i] = row[c][i];
      }
    }
  }
}

/// A pass over tiles whose cells are free, held or walls, and see all their neighbours.
template <typename Equation, typename Tile>
__global__ void __launch_bounds__(32 * Tile::kWarps, Tile::kBlocks)
    step_plain_tiles(FusedGrid<Equation> grid, const FusedTile* tiles,
                     typename Equation::Constants constants) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kRows = Tile::kRows;
  constexpr int kColumns = Tile::kColumns;
  static_assert(kRows * kColumns <= 32, "a bit for each cell that is kept");
  __shared__ SharedRows<Equation, Tile> shared;
  const FusedTile tile = tiles[blockIdx.x];
  const int lane = static_cast<int>(threadIdx.x % 32U);
  const int warp = static_cast<int>(threadIdx.x / 32U);
  const int x0 = tile.x - kFusedSteps + lane * kColumns;
  const int y0 = tile.y - kFusedSteps + warp * kRows;

  int columns[kColumns];
#pragma unroll
  for (int i = 0; i < kColumns; ++i) columns[i] = wrapped(x0 + i, grid.extent.width);
  // A tile's first column is a multiple of kColumns, so that packs are aligned.
  const bool side_by_side = x0 >= 0 && x0 + kColumns <= grid.extent.width;
  OwnCells<Equation, Tile> own;
  unsigned kept = 0;
#pragma unroll
  for (int r = 0; r < kRows; ++r) {
    const auto y = static_cast<std::size_t>(wrapped(y0 + r, grid.extent.height));
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      load_cells(grid.newest[c] + y * grid.stride, columns, side_by_side, own.newest[c][r]);
      if constexpr (Equation::kStepsBack > 0) {
        load_cells(grid.older[c] + y * grid.stride, columns, side_by_side, own.older[c][r]);
      }
    }
    if (tile.keeps != 0) {
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
        const std::uint8_t flags =
            grid.flags[y * grid.flags_stride + static_cast<std::size_t>(columns[i])];
        kept |= static_cast<unsigned>(flags != 0) << static_cast<unsigned>(r * kColumns + i);
      }
    }
  }
  if (__any_sync(0xFFFFFFFFU, kept != 0)) {
    step_registers<Equation, Tile, true>(own, shared, kept, grid.steps, constants);
  } else {
    step_registers<Equation, Tile, false>(own, shared, kept, grid.steps, constants);
  }

  const int from_left = lane * kColumns;
  if (from_left < kFusedSteps || from_left >= Tile::kReachWidth - kFusedSteps) return;
#pragma unroll
  for (int r = 0; r < kRows; ++r) {
    const int from_top = warp * kRows + r;
    const bool inner = from_top >= kFusedSteps && from_top < Tile::kReachHeight - kFusedSteps;
    if (!inner || y0 + r >= grid.extent.height) continue;
    const std::size_t row = static_cast<std::size_t>(y0 + r) * grid.stride;
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      store_cells(grid.next_newest[c] + row, x0, grid.extent.width, own.newest[c][r]);
      if constexpr (Equation::kStepsBack > 0) {
        store_cells(grid.next_older[c] + row, x0, grid.extent.width, own.older[c][r]);
      }
    }
  }
}

}  // namespace heatwave::field
