// Tiles are stepped in registers here, for fused passes and for grids that stay in registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/field/cuda/fused_tiles.cuh"

namespace heatwave::field {

/// How a block keeps a tile and its halo in registers: each warp holds some rows and each lane some
/// columns of them. `kBlocks` blocks share a multiprocessor, so that some load while others step.
template <int kWarpsOf, int kRowsOf, int kColumnsOf, int kBlocksOf, int kStepsOf>
struct RegisterTile {
  static constexpr int kBlocks = kBlocksOf;
  static constexpr int kWarps = kWarpsOf;
  static constexpr int kBlockThreads = 32 * kWarps;
  static constexpr int kRows = kRowsOf;
  static constexpr int kColumns = kColumnsOf;
  static constexpr int kHaloedWidth = 32 * kColumns;
  static constexpr int kHaloedHeight = kWarps * kRows;
  static constexpr int kSteps = kStepsOf;
  static_assert(kSteps % kColumns == 0);
  static constexpr TileShape kShape{kHaloedWidth - 2 * kSteps, kHaloedHeight - 2 * kSteps, kSteps};
};

/// Floats that a thread keeps for each of its cells.
template <typename Equation>
constexpr int kFloats = Equation::kComponents*(1 + Equation::kStepsBack);

/// Shared memory through which warps exchange rows: the first and the last row of every warp.
template <typename Equation, typename Tile>
struct SharedRows {
  alignas(16) float values[2][Tile::kWarps][2][Equation::kComponents][Tile::kHaloedWidth];
};

/// One thread's cells of a register tile.
template <typename Equation, typename Tile>
struct OwnCells {
  static constexpr int kBack = Equation::kStepsBack;
  float newest[Equation::kComponents][Tile::kRows][Tile::kColumns];
  float older[kBack > 0 ? Equation::kComponents : 1][kBack > 0 ? Tile::kRows : 1][Tile::kColumns];
};

/// Factors of a tile's media; each thread's factors form a column. 1 where a cell is not a medium.
template <typename Tile>
using TileFactors = Pack<Tile::kColumns>[Tile::kRows][32 * Tile::kWarps];

/// One bit for each of a thread's cells.
template <int kCount>
struct CellBits {
  unsigned words[(kCount + 31) / 32] = {};

  __device__ __forceinline__ bool has(int cell) const {
    return (words[cell / 32] >> static_cast<unsigned>(cell % 32) & 1U) != 0;
  }
  __device__ __forceinline__ void add(int cell, bool is) {
    words[cell / 32] |= static_cast<unsigned>(is) << static_cast<unsigned>(cell % 32);
  }
  __device__ __forceinline__ bool any() const {
    unsigned all = 0;
    for (const unsigned word : words) all |= word;
    return all != 0;
  }
};

/// The extra work of the last warp, which no longer needs its rows while the other warps go on
/// stepping. Here it has none.
struct NoSideTask {
  /// Steps that the other warps take before the last warp must be back.
  static constexpr int kSteps = 2;
};

/// Work before each step. Here there is none.
struct NothingBefore {
  __device__ __forceinline__ void operator()(int) {}
};

/// A tile of which no other warp steps any cell; see RimShare.
struct NoRim {
  static constexpr bool kIsThere = false;
  template <typename Cells>
  __device__ __forceinline__ void begin(const Cells&) const {}
  template <typename Cells>
  __device__ __forceinline__ void take(int, Cells&) const {}
  template <typename Row>
  __device__ __forceinline__ void see(int, Row&, Row&) const {}
  template <typename Cells>
  __device__ __forceinline__ void give(int, const Cells&) const {}
};

/// Waits at one of the block's barriers, of which several are used in rotation.
template <typename Tile>
__device__ __forceinline__ void wait_at_barrier(int barrier) {
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "n"(Tile::kBlockThreads) : "memory");
}

/// Takes several steps of a tile in registers. Eastern and western neighbours come from the
/// neighbouring lane. Northern and southern ones come from the thread's own rows or, between warps,
/// from shared memory, with one barrier for each step. `finish` returns a cell's new value, given
/// the value that it would get if it were plain. Rows from `height` on hold garbage and are never
/// stored. Before `side_task` all warps pass a barrier; after it they pass another one if more than
/// its `kSteps` steps remain. `after` is called after each step with the thread's cells, in all
/// warps that own cells of the tile. If there is a `rim`, other warps step some of the cells.
template <typename Equation, typename Tile, typename Finish, typename After,
          typename SideTask = NoSideTask, typename Before = NothingBefore, typename Rim = NoRim>
__device__ __forceinline__ void step_registers(OwnCells<Equation, Tile>& own,
                                               SharedRows<Equation, Tile>& shared, int steps,
                                               const typename Equation::Constants& constants,
                                               Finish finish, After& after,
                                               int height = Tile::kHaloedHeight,
                                               SideTask side_task = {}, Before before = {},
                                               const Rim& rim = {}) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kRows = Tile::kRows;
  constexpr int kColumns = Tile::kColumns;
  constexpr unsigned kAll = 0xFFFFFFFFU;
  using Row = float[kComponents][kColumns];
  const int lane = static_cast<int>(threadIdx.x % 32U);
  const int warp = static_cast<int>(threadIdx.x / 32U);
  const int above = warp == 0 ? 0 : warp - 1;
  const int below = warp == Tile::kWarps - 1 ? warp : warp + 1;

  // Barriers are used in rotation, so that the last warp may arrive at some without waiting.
  constexpr int kBarriers = SideTask::kSteps;
  static_assert(kBarriers % 2 == 0);
  const auto arrive_at = [](int barrier) {
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "n"(Tile::kBlockThreads) : "memory");
  };
  const auto own_row = [&](Row& to, int r) {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int i = 0; i < kColumns; ++i) to[c][i] = own.newest[c][r][i];
    }
  };
  const auto step_row = [&](int level, int r, const Row& row, const Row& north, const Row& south) {
    float west[kComponents];
    float east[kComponents];
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      west[c] = __shfl_up_sync(kAll, row[c][kColumns - 1], 1);
      east[c] = __shfl_down_sync(kAll, row[c][0], 1);
    }
#pragma unroll
    for (int i = 0; i < kColumns; ++i) {
      const Neighbourhood<kComponents> n = seen_by(i, row, north, south, west, east);
      Values<kComponents> older{};
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        if constexpr (Equation::kStepsBack > 0) older[c] = own.older[c][r][i];
      }
      const Values<kComponents> next =
          finish(level, r, i, n, older, update_at_level<Equation>(level, n, older, constants));
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        own.newest[c][r][i] = next[c];
        if constexpr (Equation::kStepsBack > 0) own.older[c][r][i] = row[c][i];
      }
    }
  };

  const auto publish_row = [&](int buffer, int r) {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
        shared.values[buffer][warp][r == 0 ? 0 : 1][c][lane * kColumns + i] = own.newest[c][r][i];
      }
    }
  };
  // The outermost rows are stepped in the middle of a step: other rows hide the latency of loading
  // their neighbours and of storing their results. The order of the rows is reversed from step to
  // step: each row then reuses the registers of the row before it, and gets its own back in the
  // next step.
  constexpr auto kNth = [](int k, bool down) {
    constexpr int kFirst = kRows - 2 < 3 ? kRows - 2 : 3;
    const int r = k < kFirst ? k + 1 : k == kFirst ? 0 : k == kFirst + 1 ? kRows - 1 : k - 1;
    return down ? r : kRows - 1 - r;
  };
  const auto enter = [&](int s, auto downwards) {
    constexpr int kBuffer = decltype(downwards)::value ? 0 : 1;
    wait_at_barrier<Tile>(kBarriers > 2 ? s % kBarriers : kBuffer);
    rim.take(kBuffer, own);
  };
  const auto step_all = [&](int s, auto downwards) {
    constexpr bool kDown = decltype(downwards)::value;
    const int level = (s & ~1) | (kDown ? 0 : 1);  // equals s, and its parity is a constant
    auto& rows = shared.values[kDown ? 0 : 1];
    Row old[kRows];
    Row from_above;
    Row from_below;
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
        from_above[c][i] = rows[above][1][c][lane * kColumns + i];
        from_below[c][i] = rows[below][0][c][lane * kColumns + i];
      }
    }
    rim.see(kDown ? 0 : 1, from_above, from_below);
    before(s);
#pragma unroll
    for (int r = 0; r < kRows; ++r) own_row(old[r], r);
#pragma unroll
    for (int k = 0; k < kRows; ++k) {
      const int r = kNth(k, kDown);
      step_row(level, r, old[r], r == 0 ? from_above : old[r == 0 ? 0 : r - 1],
               r == kRows - 1 ? from_below : old[r == kRows - 1 ? r : r + 1]);
      if (r == 0 || r == kRows - 1) publish_row(kDown ? 1 : 0, r);
    }
    rim.give(kDown ? 1 : 0, own);
  };
  const auto one_step = [&](int s, auto downwards) {
    enter(s, downwards);
    step_all(s, downwards);
  };
  publish_row(0, 0);
  publish_row(0, kRows - 1);
  rim.begin(own);
  // Rows that a step has already spoilt from the halo's edge inwards need no more steps.
  const int live = min(steps, max(0, min((warp + 1) * kRows, height - warp * kRows) - 1));
  int s = 0;
  if constexpr (After::kRecords) {
    // The code of `after` is long, so it is at one place for both kinds of steps. The rim's cells
    // are there one barrier after the others.
    const auto step_recorded = [&](auto downwards) {
      enter(s, downwards);
      if (Rim::kIsThere && s > 0) after(own);
      step_all(s, downwards);
    };
    for (; after.records() && s < live; ++s) {
      if (s % 2 == 0) {
        step_recorded(std::true_type{});
      } else {
        step_recorded(std::false_type{});
      }
      if (!Rim::kIsThere) after(own);
    }
  }
  // Two steps are taken at once, and an odd last one by itself: an exit between the two would move
  // all registers.
  for (; s + 1 < live; s += 2) {
    one_step(s, std::true_type{});
    one_step(s + 1, std::false_type{});
  }
  if (s < live) one_step(s++, std::true_type{});
  for (; s < steps; ++s) {
    wait_at_barrier<Tile>(s % kBarriers);
    if constexpr (!std::is_same_v<SideTask, NoSideTask>) {
      if (warp != Tile::kWarps - 1 || s != live || steps - s <= kBarriers) continue;
      for (int passed = 1; passed < kBarriers; ++passed) arrive_at(++s % kBarriers);
      side_task();
    }
  }
  if constexpr (Rim::kIsThere) {
    wait_at_barrier<Tile>(kBarriers);
    rim.take(steps % 2, own);
    if constexpr (After::kRecords) {
      if (after.records() && live == steps) after(own);
    }
  }
}

}  // namespace heatwave::field
