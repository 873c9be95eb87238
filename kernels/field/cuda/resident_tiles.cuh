// These kernels step a grid that stays in the device's registers. Every tile has its own block,
// which runs for thousands of steps and exchanges only halo cells with its neighbours.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/register_tiles.cuh"
#include "kernels/field/cuda/resident_edges.h"
#include "kernels/field/cuda/resident_exchange.cuh"
#include "kernels/field/cuda/resident_oscillation.cuh"
#include "kernels/field/cuda/resident_position.cuh"
#include "kernels/field/cuda/resident_rim.cuh"

namespace heatwave::field {

/// One thread's cells, and which of them are special.
template <typename Equation, typename Tile>
struct ResidentCells {
  using Bits = CellBits<Tile::kRows * Tile::kColumns>;

  OwnCells<Equation, Tile> own;
  Bits fixed;
  Bits oscillating[Equation::kComponents];
  bool has_media = false;   ///< true: a free cell is a medium
  bool has_others = false;  ///< true: a free cell lacks a neighbour

  __device__ __forceinline__ bool oscillates() const {
    bool any = false;
    for (const Bits& bits : oscillating) any = any || bits.any();
    return any;
  }
  /// Returns whether in each column all cells are fixed or none is.
  __device__ __forceinline__ bool fixed_in_columns() const {
    bool alike = true;
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
#pragma unroll
      for (int r = 1; r < Tile::kRows; ++r) {
        alike = alike && fixed.has(r * Tile::kColumns + i) == fixed.has(i);
      }
    }
    return alike;
  }
};

/// These masks of ones or zeros say how all cells of a thread's column are.
template <typename Tile>
struct ColumnMasks {
  unsigned fixed[Tile::kColumns] = {};
  unsigned no_west[Tile::kColumns] = {};
  unsigned no_east[Tile::kColumns] = {};
  /// true: in each column all cells that do not absorb are equal, and none lacks an upper or a
  /// lower neighbour
  bool are_whole = true;

  template <typename Memory>
  __device__ __forceinline__ explicit ColumnMasks(const Memory& memory) {
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      unsigned all = 0;
      unsigned common = kLacks | kFixed;
      for (int r = 0; r < Tile::kRows; ++r) {
        const std::uint8_t flags = memory.flags[r][threadIdx.x].of[i];
        if ((flags & kAbsorb) != 0) continue;
        const unsigned seen = is_fixed(flags) ? kFixed : flags & kLacks;
        all |= seen;
        common &= seen;
      }
      are_whole = are_whole && (all == 0 || all == common) && (all & (kNoNorth | kNoSouth)) == 0;
      fixed[i] = (all & kFixed) != 0 ? kOnes : 0U;
      no_west[i] = (all & kNoWest) != 0 ? kOnes : 0U;
      no_east[i] = (all & kNoEast) != 0 ? kOnes : 0U;
      // Keeps the masks, which the compiler would otherwise compute again from the flags.
      asm volatile("" : "+r"(fixed[i]), "+r"(no_west[i]), "+r"(no_east[i]));
    }
  }

 private:
  static constexpr unsigned kOnes = 0xFFFFFFFFU;
  static constexpr unsigned kLacks = kNoWest | kNoEast | kNoNorth | kNoSouth;
  static constexpr unsigned kFixed = 256;  // no flag of a cell
};

/// Returns `other` where the mask has ones, and `value` elsewhere, by one instruction.
__device__ __forceinline__ float masked(unsigned mask, float other, float value) {
  unsigned chosen;  // other & mask | value & ~mask, for which the compiler would test bits
  asm("lop3.b32 %0, %1, %2, %3, 0xCA;"
      : "=r"(chosen)
      : "r"(mask), "r"(__float_as_uint(other)), "r"(__float_as_uint(value)));
  return __uint_as_float(chosen);
}

/// The tests that a warp needs for each cell, the cheapest first. `moving`: fixed and oscillating
/// cells. `sides`: each column is a wall, lies beside one, or is free. `others`: some cells lack
/// neighbours, none is a medium. Cells on absorbing edges need none: rim warps step them.
enum class CellTest : std::uint8_t { none, columns, fixed, moving, media, sides, others, all };

template <typename Equation, typename Tile>
__device__ __forceinline__ CellTest needed_test(const ResidentCells<Equation, Tile>& cells,
                                                const ResidentMemory<Equation, Tile>& memory) {
  constexpr unsigned kAll = 0xFFFFFFFFU;
  const bool moves = __any_sync(kAll, cells.oscillates());
  const bool has_media = __any_sync(kAll, cells.has_media);
  if (kKnowsWalls<Equation, Tile> && __any_sync(kAll, cells.has_others)) {
    if (has_media || !kIsSmall<Equation, Tile>) return CellTest::all;
    const bool are_whole = __all_sync(kAll, ColumnMasks<Tile>(memory).are_whole);
    return are_whole && !moves ? CellTest::sides : CellTest::others;
  }
  if (has_media) return moves ? CellTest::all : CellTest::media;
  if (moves) return CellTest::moving;
  if (!__any_sync(kAll, cells.fixed.any())) return CellTest::none;
  return __all_sync(kAll, cells.fixed_in_columns()) ? CellTest::columns : CellTest::fixed;
}

/// Returns the tests of a warp that samples its cells: the code for samples is long, so not all
/// tests have it.
template <typename Equation, typename Tile>
__device__ constexpr CellTest test_with_samples(CellTest needed) {
  switch (needed) {
    case CellTest::columns:
      return CellTest::fixed;
    case CellTest::moving:
    case CellTest::sides:
      return kIsSmall<Equation, Tile> ? CellTest::others : CellTest::all;
    default:
      return needed;
  }
}

/// Selects the values of a thread's fixed cells in every step. If registers are left, each cell has
/// a mask of ones or zeros, so that the selection takes one instruction; otherwise the bits are
/// tested.
template <typename Tile>
class FixedCellSelect {
 public:
  static constexpr int kCells = Tile::kRows * Tile::kColumns;
  /// true: a thread can have more than 128 registers
  static constexpr bool kMasks = Tile::kBlockThreads <= 384;

  __device__ __forceinline__ explicit FixedCellSelect(const CellBits<kCells>& fixed)
      : bits_(fixed) {
    if constexpr (kMasks) {
#pragma unroll
      for (int cell = 0; cell < kCells; ++cell) {
        masks_[cell] = fixed.has(cell) ? 0xFFFFFFFFU : 0U;
        // Keeps the mask, which the compiler would otherwise compute again from the bit.
        asm volatile("" : "+r"(masks_[cell]));
      }
    }
  }
  __device__ __forceinline__ float operator()(int cell, float fixed, float next) const {
    if constexpr (kMasks) {
      return masked(masks_[cell], fixed, next);
    }
    return bits_.has(cell) ? fixed : next;
  }

 private:
  CellBits<kCells> bits_;
  unsigned masks_[kMasks ? kCells : 1];
};

/// Lets a warp that has nothing else to do issue the fence that the mailbox needs.
template <typename Tile>
struct FenceSideTask {
  static constexpr int kSteps = Tile::kSideTaskSteps;
  __device__ __forceinline__ void operator()() const {
    if (threadIdx.x % 32U == 0) fence_between_exchanges();
  }
};

template <typename Tile, bool kFences = Tile::kLastWarpFences>
struct SideTaskOf {
  using Type = FenceSideTask<Tile>;
};
template <typename Tile>
struct SideTaskOf<Tile, false> {
  using Type = NoSideTask;
};

template <bool kMirrored, typename Equation, typename Tile>
__device__ __forceinline__ void load(const ResidentGrid<Equation>& grid,
                                     ResidentCells<Equation, Tile>& cells,
                                     ResidentMemory<Equation, Tile>& memory) {
  constexpr int kComponents = Equation::kComponents;
  const ResidentPosition<Tile> position(grid.extent, grid.tiling);
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
    const auto y = static_cast<std::size_t>(position.y(r));
    unsigned in_row = 0;
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      const int x = position.x(i);
      const int cell = r * Tile::kColumns + i;
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        cells.own.newest[c][r][i] = without_empty_bits(grid.newest[c][y * grid.stride + x]);
        if constexpr (Equation::kStepsBack > 0) {
          cells.own.older[c][r][i] = without_empty_bits(grid.older[c][y * grid.stride + x]);
        }
      }
      std::uint8_t flags = grid.flags[y * grid.flags_stride + x];
      if constexpr (kMirrored) flags = position.seen_flags(flags, r, i);
      memory.flags[r][threadIdx.x].of[i] = flags;
      if (grid.keeps_factors) {
        memory.factors[r][threadIdx.x].of[i] =
            (flags & kMedium) != 0 ? grid.factors[y * grid.factors_stride + x] : 1.0F;
      }
      const int code =
          grid.oscillating == nullptr ? 0 : grid.oscillating[y * grid.extent.width + x];
      if (code != 0) {
        in_row = 1 + static_cast<unsigned>(code - 1) / kComponents;
#pragma unroll
        for (int c = 0; c < kComponents; ++c) {
          cells.oscillating[c].add(cell, (code - 1) % kComponents == c);
        }
      }
      const bool absorbs = (flags & kAbsorb) != 0;
      cells.fixed.add(cell, is_fixed(flags));
      if (absorbs || is_fixed(flags)) continue;
      if ((flags & kMedium) != 0) cells.has_media = true;
      if ((flags & ~unsigned{kMedium}) != 0) cells.has_others = true;
    }
    memory.oscillations.of_threads[r][threadIdx.x] = static_cast<std::uint16_t>(in_row);
  }
}

template <typename Equation, typename Tile>
__device__ __forceinline__ void store(const ResidentGrid<Equation>& grid,
                                      const ResidentCells<Equation, Tile>& cells) {
  const ResidentPosition<Tile> position(grid.extent, grid.tiling);
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
    const auto row = static_cast<std::size_t>(position.y(r)) * grid.stride;
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      if (!position.owns(r, i)) continue;
#pragma unroll
      for (int c = 0; c < Equation::kComponents; ++c) {
        grid.newest[c][row + position.x(i)] = cells.own.newest[c][r][i];
        if constexpr (Equation::kStepsBack > 0) {
          grid.older[c][row + position.x(i)] = cells.own.older[c][r][i];
        }
      }
    }
  }
}

/// Takes some steps of a tile, beginning with step `first` of the launch.
template <typename Equation, typename Tile, typename Recorder, typename Rim>
__device__ __forceinline__ void step_resident(const ResidentGrid<Equation>& grid, int height,
                                              ResidentCells<Equation, Tile>& cells,
                                              ResidentMemory<Equation, Tile>& memory, CellTest test,
                                              OscillatingValues<Equation, Tile>& values, int first,
                                              int steps, Recorder& recorder, const Rim& rim) {
  using Hood = Neighbourhood<Equation::kComponents>;
  using CellValues = Values<Equation::kComponents>;
  const typename SideTaskOf<Tile>::Type fence;
  const auto constants_at = [&](int r, int i) {
    return Equation::in_medium(grid.constants, memory.factors[r][threadIdx.x].of[i]);
  };
  NoSamples::Recorder nothing;
  values.begin(grid, memory, first);
  const auto before = [&](int step) {
    if (values.any()) values.read(grid, memory, first + step, step);
  };
  const auto put_moving = [&](int r, int i, CellValues& next) {
    const int cell = r * Tile::kColumns + i;
    const bool always_moves = kIsSmall<Equation, Tile> && test == CellTest::moving;
    if (!always_moves && !values.any()) return;
    for (int c = 0; c < Equation::kComponents; ++c) {
      next[c] = cells.oscillating[c].has(cell) ? values.of(r) : next[c];
    }
  };
  const auto step_any = [&](auto constants_of) {
    const FixedCellSelect<Tile> fixed_or(cells.fixed);
    step_registers<Equation, Tile>(
        cells.own, memory.rows, steps, grid.constants,
        [&](int level, int r, int i, Hood n, const CellValues& older, const CellValues&) {
          const int cell = r * Tile::kColumns + i;
          if constexpr (kKnowsWalls<Equation, Tile>) {
            n = visible_neighbours(n, memory.flags[r][threadIdx.x].of[i]);
          }
          CellValues next = update_at_level<Equation>(level, n, older, constants_of(r, i));
          for (int c = 0; c < Equation::kComponents; ++c) {
            next[c] = fixed_or(cell, n[c].centre, next[c]);
          }
          put_moving(r, i, next);
          return next;
        },
        recorder, height, fence, before, rim);
  };
  if constexpr (kIsSmall<Equation, Tile>) {
    if (test == CellTest::others) return step_any([&](int, int) { return grid.constants; });
    if (test == CellTest::sides) {
      const ColumnMasks<Tile> in(memory);
      return step_registers<Equation, Tile>(
          cells.own, memory.rows, steps, grid.constants,
          [&](int level, int, int i, Hood n, const CellValues& older, const CellValues&) {
            for (int c = 0; c < Equation::kComponents; ++c) {
              n[c].west = masked(in.no_west[i], n[c].centre, n[c].west);
              n[c].east = masked(in.no_east[i], n[c].centre, n[c].east);
            }
            CellValues next = update_at_level<Equation>(level, n, older, grid.constants);
            for (int c = 0; c < Equation::kComponents; ++c) {
              next[c] = masked(in.fixed[i], n[c].centre, next[c]);
            }
            return next;
          },
          nothing, height, fence, NothingBefore{}, rim);
    }
  }
  if (test == CellTest::all) {
    step_any([&](int r, int i) {
      if constexpr (kAlwaysKeepsFactors || kIsSmall<Equation, Tile>) return constants_at(r, i);
      return grid.keeps_factors ? constants_at(r, i) : Equation::in_medium(grid.constants, 1.0F);
    });
  } else if (test == CellTest::moving) {
    const FixedCellSelect<Tile> fixed_or(cells.fixed);
    step_registers<Equation, Tile>(
        cells.own, memory.rows, steps, grid.constants,
        [&](int, int r, int i, const Hood& n, const CellValues&, CellValues next) {
          for (int c = 0; c < Equation::kComponents; ++c) {
            next[c] = fixed_or(r * Tile::kColumns + i, n[c].centre, next[c]);
          }
          put_moving(r, i, next);
          return next;
        },
        nothing, height, fence, before, rim);
  } else if (test == CellTest::media) {
    const FixedCellSelect<Tile> fixed_or(cells.fixed);
    step_registers<Equation, Tile>(
        cells.own, memory.rows, steps, grid.constants,
        [&](int level, int r, int i, const Hood& n, const CellValues& older, const CellValues&) {
          CellValues next = update_at_level<Equation>(level, n, older, constants_at(r, i));
          for (int c = 0; c < Equation::kComponents; ++c) {
            next[c] = fixed_or(r * Tile::kColumns + i, n[c].centre, next[c]);
          }
          return next;
        },
        recorder, height, fence, NothingBefore{}, rim);
  } else if (test == CellTest::fixed) {
    const FixedCellSelect<Tile> fixed_or(cells.fixed);
    step_registers<Equation, Tile>(
        cells.own, memory.rows, steps, grid.constants,
        [&](int, int r, int i, const Hood& n, const CellValues&, CellValues next) {
          for (int c = 0; c < Equation::kComponents; ++c) {
            next[c] = fixed_or(r * Tile::kColumns + i, n[c].centre, next[c]);
          }
          return next;
        },
        recorder, height, fence, NothingBefore{}, rim);
  } else if (test == CellTest::columns) {
    // One predicate for each column serves all its cells, so the left and right edges cost almost
    // nothing.
    bool fixed[Tile::kColumns];
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) fixed[i] = cells.fixed.has(i);
    step_registers<Equation, Tile>(
        cells.own, memory.rows, steps, grid.constants,
        [&](int, int, int i, const Hood& n, const CellValues&, CellValues next) {
          for (int c = 0; c < Equation::kComponents; ++c)
            next[c] = fixed[i] ? n[c].centre : next[c];
          return next;
        },
        nothing, height, fence, NothingBefore{}, rim);
  } else {
    step_registers<Equation, Tile>(
        cells.own, memory.rows, steps, grid.constants,
        [](int, int, int, const Hood&, const CellValues&, const CellValues& next) { return next; },
        recorder, height, fence, NothingBefore{}, rim);
  }
}

/// Takes all steps of a launch, one tile for each block; all blocks must run at once. Each exchange
/// moves each halo cell once through the cache. The kernel is bound by arithmetic and by the
/// latency of the exchanges.
template <typename Equation, typename Tile, ResidentEdges kEdges, typename Samples>
__global__ void __launch_bounds__(Tile::kBlockThreads, 1)
    step_resident_tiles(const __grid_constant__ ResidentGrid<Equation> grid,
                        const __grid_constant__ Samples samples) {
  constexpr bool kMirrored = kEdges == ResidentEdges::mirrored;
  constexpr bool kHasRim = Tile::kHasRim;
  static_assert(kHasRim == (kEdges == ResidentEdges::absorbing));
  extern __shared__ __align__(16) unsigned char bytes[];
  auto& memory = *reinterpret_cast<ResidentMemory<Equation, Tile>*>(bytes);
  if constexpr (kHasRim) {
    const int rim_warp = static_cast<int>(threadIdx.x / 32U) - Tile::kWarps;
    if (rim_warp >= 0) {
      if (rim_warp < Tile::kRimColumnWarps) {
        RimWarp<Equation, Tile, false>(grid, memory.rim, rim_warp).run();
      } else {
        RimWarp<Equation, Tile, true>(grid, memory.rim, rim_warp - Tile::kRimColumnWarps).run();
      }
      return;
    }
  }
  const MailRoute<Equation, Tile, kMirrored> route(grid.mail.words, grid.extent, grid.tiling);
  ResidentCells<Equation, Tile> cells;
  load<kMirrored>(grid, cells, memory);
  CellTest test = needed_test(cells, memory);
  OscillatingValues<Equation, Tile> values(grid, memory, cells.oscillates());
  const ResidentPosition<Tile> position(grid.extent, grid.tiling);
  const int height = position.height();
  const int imaged_lane = kMirrored ? position.imaged_lane() : 0;
  const auto rim = [&] {
    if constexpr (kHasRim) {
      return RimShare<Equation, Tile>(grid, memory);
    } else {
      return NoRim{};
    }
  }();
  auto recorder = samples.template recorder<Equation, Tile>(
      [&] { return ResidentPosition<Tile>(grid.extent, grid.tiling).owned(); });
  if constexpr (Samples::kRecords) {
    if (recorder.records()) test = test_with_samples<Equation, Tile>(test);
  }
  int done = 0;
  for (std::ptrdiff_t buffer = 0;; buffer = grid.mail.size - buffer) {
    const int now = min(Tile::kSteps, grid.steps - done);
    step_resident(grid, height, cells, memory, test, values, done, now, recorder, rim);
    done += now;
    if (done == grid.steps) break;
    route.send(buffer, cells.own);
    route.receive(buffer, cells.own);
    if constexpr (kMirrored) mirror_columns<Equation, Tile>(cells.own, imaged_lane);
  }
  store(grid, cells);
}

}  // namespace heatwave::field
