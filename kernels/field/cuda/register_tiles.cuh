// Fused steps of tiles in registers: of cells that are free, held or walls and see all their
// neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/field/cuda/fused_tiles.cuh"

namespace heatwave::field {

/// How a block keeps its reach in registers: each warp some rows, each lane some columns of them.
/// `kBlocks` of them share a multiprocessor, so that some load while others step.
template <int kWarpsOf, int kRowsOf, int kColumnsOf, int kBlocksOf, int kStepsOf>
struct RegisterTile {
  static constexpr int kBlocks = kBlocksOf;
  static constexpr int kWarps = kWarpsOf;
  static constexpr int kRows = kRowsOf;
  static constexpr int kColumns = kColumnsOf;
  static constexpr int kReachWidth = 32 * kColumns;
  static constexpr int kReachHeight = kWarps * kRows;
  static constexpr int kSteps = kStepsOf;
  static_assert(kSteps % kColumns == 0);
  static constexpr TileShape kShape{kReachWidth - 2 * kSteps, kReachHeight - 2 * kSteps, kSteps};
};

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

/// A bit for each of a thread's cells.
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

/// What the last warp does when its rows are no longer needed, while the others go on.
struct NothingAside {
  static constexpr int kSteps = 2;  ///< that these take until it is back
};

/// Several steps of a tile in registers. East and west neighbours come from the lane beside, north
/// and south ones from the thread's own rows and, between warps, through shared memory: one barrier
/// a step. `finish` says what a cell becomes, given what it would become if it were plain. Rows of
/// the reach from `height` on are nobody's business. `aside` has a barrier of all warps before it
/// and, where more than its `kSteps` are left then, one behind it.
/// `kOneByOne`: whether the loop over two steps may be left between them.
template <typename Equation, typename Tile, bool kOneByOne = false, typename Finish,
          typename Aside = NothingAside>
__device__ __forceinline__ void step_registers(OwnCells<Equation, Tile>& own,
                                               SharedRows<Equation, Tile>& shared, int steps,
                                               const typename Equation::Constants& constants,
                                               Finish finish, int height = Tile::kReachHeight,
                                               Aside aside = {}) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kRows = Tile::kRows;
  constexpr int kColumns = Tile::kColumns;
  constexpr unsigned kAll = 0xFFFFFFFFU;
  using Row = float[kComponents][kColumns];
  const int lane = static_cast<int>(threadIdx.x % 32U);
  const int warp = static_cast<int>(threadIdx.x / 32U);
  const int above = warp == 0 ? 0 : warp - 1;
  const int below = warp == Tile::kWarps - 1 ? warp : warp + 1;

  // Barriers are used in turn, so that the last warp may pass some by that the others wait at.
  constexpr int kBarriers = Aside::kSteps;
  static_assert(kBarriers % 2 == 0);
  const auto meet = [](int barrier) {
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "n"(32 * Tile::kWarps) : "memory");
  };
  const auto pass_by = [](int barrier) {
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "n"(32 * Tile::kWarps) : "memory");
  };
  const auto copy = [](Row& to, const Row& from) {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int i = 0; i < kColumns; ++i) to[c][i] = from[c][i];
    }
  };
  const auto own_row = [&](Row& to, int r) {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int i = 0; i < kColumns; ++i) to[c][i] = own.newest[c][r][i];
    }
  };
  const auto step_row = [&](int step, int r, const Row& row, const Row& north, const Row& south) {
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
          finish(step, r, i, n, older, Equation::update(n, older, constants));
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        own.newest[c][r][i] = next[c];
        if constexpr (Equation::kStepsBack > 0) own.older[c][r][i] = row[c][i];
      }
    }
  };

  const auto tell = [&](int take) {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
        shared.values[take][warp][0][c][lane * kColumns + i] = own.newest[c][0][i];
        shared.values[take][warp][1][c][lane * kColumns + i] = own.newest[c][kRows - 1][i];
      }
    }
  };
  // Rows are gone through downwards and upwards in turn: what a row becomes takes the registers of
  // the one before it, and on the way back its own again.
  const auto one_step = [&](int s, auto downwards) {
    constexpr bool kDown = decltype(downwards)::value;
    constexpr auto kNth = [](int k) { return kDown ? k : kRows - 1 - k; };
    auto& rows = shared.values[kDown ? 0 : 1];
    tell(kDown ? 0 : 1);
    meet(kBarriers > 2 ? s % kBarriers : kDown ? 0 : 1);
    Row row;
    Row before;
    Row after;
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
    copy(before, kDown ? from_above : from_below);
#pragma unroll
    for (int k = 0; k < kRows; ++k) {
      own_row(row, kNth(k));
      if (k == kRows - 1) {
        copy(after, kDown ? from_below : from_above);
      } else {
        own_row(after, kNth(k == kRows - 1 ? k : k + 1));
      }
      step_row(s, kNth(k), row, kDown ? before : after, kDown ? after : before);
      copy(before, row);
    }
  };
  // Rows that the edge of the reach has spoilt are nobody's business any more.
  const int live = min(steps, max(0, min((warp + 1) * kRows, height - warp * kRows) - 1));
  int s = 0;
  if constexpr (kOneByOne) {
    while (s < live) {
      one_step(s++, std::true_type{});
      if (s == live) break;
      one_step(s++, std::false_type{});
    }
  } else {
    // Two at once, and a last one by itself: a way out between the two would move all registers.
    for (; s + 1 < live; s += 2) {
      one_step(s, std::true_type{});
      one_step(s + 1, std::false_type{});
    }
    if (s < live) one_step(s++, std::true_type{});
  }
  if (s < steps) tell(s % 2);  // the last row that the others need
  for (; s < steps; ++s) {
    meet(s % kBarriers);
    if constexpr (!std::is_same_v<Aside, NothingAside>) {
      if (warp != Tile::kWarps - 1 || s != live || steps - s <= kBarriers) continue;
      for (int passed = 1; passed < kBarriers; ++passed) pass_by(++s % kBarriers);
      aside();
    }
  }
}

/// Where a thread's cells of a tile lie in the grid.
template <typename Tile>
class OwnPlace {
 public:
  __device__ __forceinline__ OwnPlace(const FusedTile& tile, core::Extent extent, Mirrors mirrors)
      : extent_(extent),
        mirrors_(mirrors),
        x_(tile.x - Tile::kSteps + static_cast<int>(threadIdx.x % 32U) * Tile::kColumns),
        y_(tile.y - Tile::kSteps + static_cast<int>(threadIdx.x / 32U) * Tile::kRows),
        inside_(tile.x >= Tile::kSteps && tile.y >= Tile::kSteps &&
                tile.x - Tile::kSteps + Tile::kReachWidth <= extent.width &&
                tile.y - Tile::kSteps + Tile::kReachHeight <= extent.height) {}

  /// Of the first column and row; beyond the grid for some tiles on its edges.
  __device__ __forceinline__ int x() const { return x_; }
  __device__ __forceinline__ int y() const { return y_; }
  /// Whether all that the tile reaches lies in the grid. Most tiles do, and need not ask for any
  /// cell where it is.
  __device__ __forceinline__ bool inside() const { return inside_; }
  /// Where its rows and columns are in the grid; found before they are read, so that the reads need
  /// not wait for each other.
  __device__ __forceinline__ void find(int (&rows)[Tile::kRows],
                                       int (&columns)[Tile::kColumns]) const {
    const auto once = [](int place, int size, bool mirrored) {
      if (mirrored) return place < 0 ? -1 - place : place >= size ? 2 * size - 1 - place : place;
      return place < 0 ? place + size : place >= size ? place - size : place;
    };
    const bool large = extent_.width >= Tile::kReachWidth && extent_.height >= Tile::kReachHeight;
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
      rows[r] = large ? once(y_ + r, extent_.height, mirrors_.y)
                      : placed(y_ + r, extent_.height, mirrors_.y);
    }
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      columns[i] = large ? once(x_ + i, extent_.width, mirrors_.x)
                         : placed(x_ + i, extent_.width, mirrors_.x);
    }
  }
  /// Whether the tile itself writes the row, and the thread's columns of it.
  __device__ __forceinline__ bool writes_row(int r) const {
    const int in = static_cast<int>(threadIdx.x / 32U) * Tile::kRows + r;
    return in >= Tile::kSteps && in < Tile::kReachHeight - Tile::kSteps && y_ + r < extent_.height;
  }
  __device__ __forceinline__ bool writes_columns() const {
    const int in = static_cast<int>(threadIdx.x % 32U) * Tile::kColumns;
    return in >= Tile::kSteps && in < Tile::kReachWidth - Tile::kSteps;
  }

 private:
  core::Extent extent_;
  Mirrors mirrors_;
  int x_;
  int y_;
  bool inside_;
};

/// One plane's cells of a tile. A tile's first column is a multiple of kColumns, so that packs are
/// aligned.
template <typename Tile>
__device__ __forceinline__ void load_cells(const float* plane, std::size_t stride,
                                           const OwnPlace<Tile>& place,
                                           float (&cells)[Tile::kRows][Tile::kColumns]) {
  if (place.inside()) {
    const float* row = plane + static_cast<std::size_t>(place.y()) * stride + place.x();
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r, row += stride) {
      const auto pack = *reinterpret_cast<const Pack<Tile::kColumns>*>(row);
#pragma unroll
      for (int i = 0; i < Tile::kColumns; ++i) cells[r][i] = pack.of[i];
    }
  } else {
    int rows[Tile::kRows];
    int columns[Tile::kColumns];
    place.find(rows, columns);
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
#pragma unroll
      for (int i = 0; i < Tile::kColumns; ++i) {
        cells[r][i] = plane[static_cast<std::size_t>(rows[r]) * stride + columns[i]];
      }
    }
  }
}

/// Which of a tile's cells keep their values.
template <typename Tile>
__device__ __forceinline__ CellBits<Tile::kRows * Tile::kColumns> kept_cells(
    const std::uint8_t* flags, std::size_t stride, const OwnPlace<Tile>& place) {
  int rows[Tile::kRows];
  int columns[Tile::kColumns];
  place.find(rows, columns);
  std::uint8_t of[Tile::kRows][Tile::kColumns];
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      of[r][i] = flags[static_cast<std::size_t>(rows[r]) * stride + columns[i]];
    }
  }
  CellBits<Tile::kRows * Tile::kColumns> kept;
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      kept.add(r * Tile::kColumns + i, keeps_value(of[r][i]));
    }
  }
  return kept;
}

/// Writes what the tile stepped for itself.
template <typename Tile>
__device__ __forceinline__ void store_cells(float* plane, std::size_t stride, int width,
                                            const OwnPlace<Tile>& place,
                                            const float (&cells)[Tile::kRows][Tile::kColumns]) {
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
    if (!place.writes_row(r)) continue;
    float* row = plane + static_cast<std::size_t>(place.y() + r) * stride + place.x();
    if (place.inside() || place.x() + Tile::kColumns <= width) {
      Pack<Tile::kColumns> pack;
#pragma unroll
      for (int i = 0; i < Tile::kColumns; ++i) pack.of[i] = cells[r][i];
      *reinterpret_cast<Pack<Tile::kColumns>*>(row) = pack;
    } else {
#pragma unroll
      for (int i = 0; i < Tile::kColumns; ++i) {
        if (place.x() + i < width) row[i] = cells[r][i];
      }
    }
  }
}

/// A pass over tiles whose cells are free, held or walls, and see all their neighbours. Where all
/// of the reach is plain the flags are not even read. Moves a float in and one out for each plane
/// and pass; arithmetic limits it.
template <typename Equation, typename Tile>
__global__ void __launch_bounds__(32 * Tile::kWarps, Tile::kBlocks)
    step_plain_tiles(FusedGrid<Equation> grid, const FusedTile* tiles,
                     typename Equation::Constants constants) {
  constexpr int kComponents = Equation::kComponents;
  using Hood = Neighbourhood<kComponents>;
  using CellValues = Values<kComponents>;
  extern __shared__ __align__(16) unsigned char memory[];
  auto& shared = *reinterpret_cast<SharedRows<Equation, Tile>*>(memory);
  const FusedTile tile = tiles[blockIdx.x];
  const OwnPlace<Tile> place(tile, grid.extent, grid.mirrors);
  OwnCells<Equation, Tile> own;
#pragma unroll
  for (int c = 0; c < kComponents; ++c) {
    load_cells<Tile>(grid.newest[c], grid.stride, place, own.newest[c]);
    if constexpr (Equation::kStepsBack > 0) {
      load_cells<Tile>(grid.older[c], grid.stride, place, own.older[c]);
    }
  }
  CellBits<Tile::kRows * Tile::kColumns> kept;
  if (tile.keeps != 0) kept = kept_cells<Tile>(grid.flags, grid.flags_stride, place);
  if (__any_sync(0xFFFFFFFFU, kept.any())) {
    step_registers<Equation, Tile>(
        own, shared, grid.steps, constants,
        [&](int, int r, int i, const Hood& n, const CellValues&, CellValues next) {
          const bool keep = kept.has(r * Tile::kColumns + i);
          for (int c = 0; c < kComponents; ++c) next[c] = keep ? n[c].centre : next[c];
          return next;
        });
  } else {
    step_registers<Equation, Tile>(
        own, shared, grid.steps, constants,
        [](int, int, int, const Hood&, const CellValues&, const CellValues& next) { return next; });
  }
  if (!place.writes_columns()) return;
#pragma unroll
  for (int c = 0; c < kComponents; ++c) {
    store_cells<Tile>(grid.next_newest[c], grid.stride, grid.extent.width, place, own.newest[c]);
    if constexpr (Equation::kStepsBack > 0) {
      store_cells<Tile>(grid.next_older[c], grid.stride, grid.extent.width, place, own.older[c]);
    }
  }
}

}  // namespace heatwave::field
