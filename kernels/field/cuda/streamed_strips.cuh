// Strips are stepped here as they run through registers, row by row. Their cells are free, held or
// walls and see all their neighbours.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cuda/fused_tiles.cuh"

namespace heatwave::field {

// These functions are those of cuda_pipeline.h, which code that is compiled at run time cannot
// include. Devices before compute capability 8.0 copy at once.

/// Copies kBytes from global to shared memory, which need not pass through registers.
template <int kBytes>
__device__ __forceinline__ void copy_async(void* to, const void* from) {
  static_assert(kBytes == 4 || kBytes == 8 || kBytes == 16);
#if __CUDA_ARCH__ >= 800
  const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (kBytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared), "l"(from), "n"(kBytes)
                 : "memory");
  }
#else
  struct alignas(kBytes) Bytes {
    unsigned char of[kBytes];
  };
  *static_cast<Bytes*>(to) = *static_cast<const Bytes*>(from);
#endif
}
/// Ends a group of copies.
__device__ __forceinline__ void end_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;");
#endif
}
/// Waits until all groups of copies but the newest one have arrived.
__device__ __forceinline__ void wait_for_older_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group 1;");
#endif
}

/// The columns of a strip and the order in which its rows pass through the levels.
template <int kStepsOf, int kColumnsOf, int kRunInOf>
struct StripColumns {
  static constexpr int kSteps = kStepsOf;
  static constexpr int kColumns = kColumnsOf;
  /// The first rows of a strip pass through this many levels, the next ones through twice as many,
  /// and so on, up to kSteps.
  static constexpr int kRunIn = kRunInOf;
  static constexpr int kHaloedWidth = 32 * kColumns;
  /// Halo columns on each side of a strip, rounded up to whole lanes.
  static constexpr int kMargin = (kSteps + kColumns - 1) / kColumns * kColumns;
  static constexpr int kWidth = kHaloedWidth - 2 * kMargin;
  /// Rows that are stepped together. The newest rows of a level rotate through this many places, so
  /// that each place is known at compile time.
  static constexpr int kRows = 3;
  /// Most rows that a strip requests beyond its halo
  static constexpr int kAhead = kRows - 1;
};

/// The columns of wide strips, of which more are no halo. Only plain strips inside the grid can be
/// wide, since a lane has no registers left for flags.
template <typename ColumnsOf, int kPercent, int kBeyondOf>
struct WideStrip : ColumnsOf {
  using Columns = ColumnsOf;
  static constexpr int kFlagColumns = 1;
  static constexpr double kCost = kPercent / 100.0;  ///< see StripShape::wide_cost
  static constexpr int kBeyond = kBeyondOf;          ///< see StripShape::wide_beyond
};
/// An equation has no wide strips if its values do not fit into a lane's registers.
struct NoWideStrip {
  static constexpr int kWidth = 0;
  static constexpr double kCost = 1.0;
  static constexpr int kBeyond = 0;
};

/// How a warp steps a strip: each lane holds some columns, and all steps of a pass run together,
/// row after row. A block has as many warps as a multiprocessor can hold.
template <typename Columns, int kWarpsOf, int kAnyPercent, typename WideOf = NoWideStrip>
struct Strip : Columns {
  using Wide = WideOf;
  using Columns::kMargin;
  using Columns::kRunIn;
  using Columns::kSteps;
  using Columns::kWidth;
  static constexpr bool kHasWide = Wide::kWidth > 0;
  static constexpr int kFlagColumns = Columns::kHaloedWidth;
  static constexpr int kWarps = kWarpsOf;
  static constexpr double kAnyCost = kAnyPercent / 100.0;  ///< see StripShape::any_cost
  /// A strip has no height of its own; the height here is that of the parts into which the grid is
  /// divided (see Parts).
  static constexpr TileShape kShape{kWidth, 32, kSteps};
  static constexpr int kMediaHeight = 64;  ///< height of tiles with media
  static constexpr int kBeyond = kRunIn < kSteps ? kSteps + 8 : 2 * kSteps + Columns::kAhead;
  static constexpr StripShape kStrip{.width = kWidth,
                                     .margin = kMargin,
                                     .ahead = Columns::kAhead,
                                     .beyond = kBeyond,
                                     .warps = kWarps,
                                     .any_cost = kAnyCost,
                                     .wide_width = Wide::kWidth,
                                     .wide_cost = Wide::kCost,
                                     .wide_beyond = Wide::kBeyond,
                                     .media_height = kMediaHeight};
};

/// Rows on their way from memory to a warp's registers: one half is stepped next while the other
/// half arrives. Each row of the newest field comes with the previous row of the older field.
template <typename Equation, typename Strip>
struct IncomingRows {
  static constexpr int kPlanes = Equation::kComponents * (1 + Equation::kStepsBack);
  struct Row {
    alignas(16) float values[kPlanes][Strip::kHaloedWidth];
  };
  Row rows[2][Strip::kRows];
  alignas(4) std::uint8_t flags[2][Strip::kRows][Strip::kFlagColumns];
};

/// A warp's walk down a strip. Level n holds the incoming rows after n steps. The newest three rows
/// of each level but the last are kept: a row of the next level is computed from them, one row
/// further up.
template <typename Equation, typename Strip>
class StripWalk {
 public:
  using Incoming = IncomingRows<Equation, Strip>;
  using Constants = typename Equation::Constants;

  __device__ __forceinline__ StripWalk(const FusedGrid<Equation>& grid, const FusedTile& strip,
                                       Incoming& incoming)
      : grid_(grid),
        incoming_(incoming),
        has_fixed_(strip.fixed_cells != 0),
        x_(strip.x - Strip::kMargin + lane() * kColumns),
        y_(strip.y - kSteps),
        height_(strip.height) {
    const int last = grid_coordinate(x_ + kColumns - 1, grid.extent.width, grid.mirrors.x);
    from_ = grid_coordinate(x_, grid.extent.width, grid.mirrors.x);
    is_reversed_ = last < from_;
    if (is_reversed_) from_ = last;
  }

  /// Steps a strip of any kind. `kWhole`: the pass has the largest number of steps.
  template <bool kWhole>
  __device__ __forceinline__ void step_any(const Constants& constants) {
    walk<kWhole, true>(constants);
  }
  /// Steps a strip that is plain and lies inside the grid with its halo.
  template <bool kWhole>
  __device__ __forceinline__ void step_plain(const Constants& constants) {
    const int first = x_ - lane() * kColumns + lane() * kUnit;
    at_ = (static_cast<std::ptrdiff_t>(y_) * grid_.stride + first) * kBytes;
    walk<kWhole, false>(constants);
  }

  /// Copies a strip whose cells are all fixed. The number of steps does not matter, since fixed
  /// cells had their value in the previous step, too.
  __device__ __forceinline__ void copy_all() const {
    constexpr int kAtOnce = 8;
    if (!writes_columns()) return;
    for (int row = 0; row < height_; row += kAtOnce) {
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        Pack<kColumns> packs[kAtOnce];
#pragma unroll
        for (int r = 0; r < kAtOnce; ++r) {
          const std::size_t at = index_of(min(row + r, height_ - 1));
          packs[r] = *reinterpret_cast<const Pack<kColumns>*>(grid_.newest[c] + at);
        }
#pragma unroll
        for (int r = 0; r < kAtOnce; ++r) {
          const std::size_t at = index_of(min(row + r, height_ - 1));
          *reinterpret_cast<Pack<kColumns>*>(grid_.next_newest[c] + at) = packs[r];
          if constexpr (kLooksBack) {
            *reinterpret_cast<Pack<kColumns>*>(grid_.next_older[c] + at) = packs[r];
          }
        }
      }
    }
  }

 private:
  static constexpr int kSteps = Strip::kSteps;
  static constexpr int kColumns = Strip::kColumns;
  /// Columns that one instruction reads or writes. If these are not all of a lane, a warp requests
  /// them in their order in memory, and its lanes wait for each other.
  static constexpr int kUnit = kColumns % 4 == 0 ? 4 : 2;
  static constexpr bool kIsShared = kUnit < kColumns;
  static constexpr int kRows = Strip::kRows;
  static constexpr int kComponents = Equation::kComponents;
  static constexpr bool kLooksBack = Equation::kStepsBack > 0;
  static constexpr auto kBytes = static_cast<std::ptrdiff_t>(sizeof(float));
  static constexpr unsigned kAll = 0xFFFFFFFFU;
  using Row = float[kComponents][kColumns];

  static __device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x % 32U); }
  /// Returns the coordinate inside the grid that stands for a coordinate beyond its edge. The grid
  /// is larger than a strip and its halo.
  static __device__ __forceinline__ int grid_coordinate(int coordinate, int size, bool mirrored) {
    const int before = mirrored ? -1 - coordinate : coordinate + size;
    const int behind = mirrored ? 2 * size - 1 - coordinate : coordinate - size;
    return coordinate < 0 ? before : coordinate >= size ? behind : coordinate;
  }
  __device__ __forceinline__ std::ptrdiff_t row_of_grid(int row) const {
    return grid_coordinate(min(y_ + row, grid_.extent.height + kSteps - 1), grid_.extent.height,
                           grid_.mirrors.y);
  }

  /// Steps the strip row by row. The first rows pass through few levels, because the results of
  /// later ones would depend on rows above the strip's halo.
  template <bool kWhole, bool kAny>
  __device__ __forceinline__ void walk(const Constants& constants) {
    end_ = kSteps + (kWhole ? kSteps : grid_.steps) + height_;
    request_rows<kAny>(0, 0);
    run_in<kWhole, kAny, Strip::kRunIn>(constants);
    step_rows_until<kWhole, kAny, kSteps>(end_, constants);
    if (kIsShared) __syncwarp();
  }
  template <bool kWhole, bool kAny, int kLevels>
  __device__ __forceinline__ void run_in(const Constants& constants) {
    if constexpr (kLevels < kSteps) {
      static_assert(2 * kLevels % kRows == 0);
      step_rows_until<kWhole, kAny, kLevels>(2 * kLevels, constants);
      run_in<kWhole, kAny, kLevels + Strip::kRunIn>(constants);
    }
  }
  template <bool kWhole, bool kAny, int kLevels>
  __device__ __forceinline__ void step_rows_until(int end, const Constants& constants) {
#pragma unroll 1
    for (; row_ < end; row_ += kRows) {
      if (kIsShared) __syncwarp();
      request_rows<kAny>(row_ + kRows, 1 - half_);
      wait_for_older_copies();
      if (kIsShared) __syncwarp();
      step_row<kWhole, kAny, kLevels, 0>(row_, constants);
      step_row<kWhole, kAny, kLevels, 1>(row_ + 1, constants);
      step_row<kWhole, kAny, kLevels, 2>(row_ + 2, constants);
      half_ = 1 - half_;
    }
  }

  /// Requests three rows, beginning with this one, unless they lie behind the last.
  template <bool kAny>
  __device__ __forceinline__ void request_rows(int row, int half) {
    if (row < end_) {
      if constexpr (kAny) {
        request_any_rows(row, half);
      } else {
        request_plain_rows(half);
      }
    }
    end_copies();
  }
  __device__ __forceinline__ static void request(float* to, const float* from) {
    copy_async<kUnit * sizeof(float)>(to, from);
  }

  /// Requests three rows of a strip whose cells are all inside the grid and plain.
  __device__ __forceinline__ void request_plain_rows(int half) {
    const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(grid_.stride) * kBytes;
    const auto address = [](const float* plane, std::ptrdiff_t bytes) {
      return reinterpret_cast<const float*>(reinterpret_cast<const char*>(plane) + bytes);
    };
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      auto& values = incoming_.rows[half][r].values;
#pragma unroll
      for (int unit = 0; unit < kColumns / kUnit; ++unit) {
        const int to = (unit * 32 + lane()) * kUnit;
        const std::ptrdiff_t from = at_ + unit * 32 * kUnit * kBytes;
#pragma unroll
        for (int c = 0; c < kComponents; ++c) {
          request(&values[c][to], address(grid_.newest[c], from));
          if constexpr (kLooksBack) {
            request(&values[kComponents + c][to], address(grid_.older[c], from - stride));
          }
        }
      }
      at_ += stride;
    }
  }

  __device__ __forceinline__ void request_any_rows(int row, int half) {
#pragma unroll 1
    for (int r = 0; r < kRows; ++r) {
      const std::ptrdiff_t y = row_of_grid(row + r);
      const std::ptrdiff_t y_before = kLooksBack ? row_of_grid(max(row + r - 1, 0)) : 0;
      auto& values = incoming_.rows[half][r].values;
      std::uint8_t* flags = incoming_.flags[half][r];
      const std::uint8_t* flags_from = grid_.flags + y * grid_.flags_stride;
      const auto stride = static_cast<std::ptrdiff_t>(grid_.stride);
      const int to = lane() * kColumns;
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        request(&values[c][to], grid_.newest[c] + y * stride + from_);
        if constexpr (kLooksBack) {
          request(&values[kComponents + c][to], grid_.older[c] + y_before * stride + from_);
        }
      }
      if (has_fixed_) copy_async<kColumns>(&flags[to], flags_from + from_);
    }
  }

  /// Steps a row through the first `kLevels` levels. Results computed from rows not loaded yet are
  /// garbage and are never stored. `kAny`: cells may be mirrored or fixed.
  template <bool kWhole, bool kAny, int kLevels, int kPhase>
  __device__ __forceinline__ void step_row(int row, const Constants& constants) {
    constexpr int kSouth = kPhase;
    constexpr int kCentre = (kPhase + 2) % 3;
    constexpr int kNorth = (kPhase + 1) % 3;
    if constexpr (kAny) {
      if (has_fixed_) record_flags(kPhase);
    }
    read_columns<kAny>(kPhase, 0, levels_[0][kSouth]);
    Row older;
    if constexpr (kLooksBack) read_columns<kAny>(kPhase, kComponents, older);
    Row result;
    Row result_older;
#pragma unroll
    for (int level = 0; level < kLevels; ++level) {
      if (!kWhole && level >= grid_.steps) continue;
      const int before = level == 0 ? 0 : level - 1;
      auto& rows = levels_[level];
      Row next;
      step_level<kAny>(level, rows[kCentre], rows[kNorth], rows[kSouth],
                       level == 0 ? older : levels_[before][kNorth], constants, next);
      if (kWhole ? level + 1 == kSteps : level + 1 == grid_.steps) {
        copy(result, next);
        copy(result_older, rows[kCentre]);
      }
      if (level + 1 < kSteps) copy(levels_[level + 1 < kSteps ? level + 1 : 0][kSouth], next);
    }
    if constexpr (kLevels == kSteps || !kWhole) {
      const int written = row - kSteps - (kWhole ? kSteps : grid_.steps);
      if (written >= 0 && written < height_ && writes_columns()) {
        put(written, result, result_older);
      }
    }
  }

  template <bool kAny>
  __device__ __forceinline__ void step_level(int level, const Row& row, const Row& north,
                                             const Row& south, const Row& older,
                                             const Constants& constants, Row& next) {
    float west[kComponents];
    float east[kComponents];
    // The bits are read here, so that one instruction turns four of them into predicates.
    unsigned fixed = 0;
    if constexpr (kAny) {
      fixed = fixed_above(level + 1);
      asm volatile("" : "+r"(fixed));
    }
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      west[c] = __shfl_up_sync(kAll, row[c][kColumns - 1], 1);
      east[c] = __shfl_down_sync(kAll, row[c][0], 1);
    }
#pragma unroll
    for (int i = 0; i < kColumns; ++i) {
      const Neighbourhood<kComponents> n = seen_by(i, row, north, south, west, east);
      Values<kComponents> before{};
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        if constexpr (kLooksBack) before[c] = older[c][i];
      }
      const Values<kComponents> made = update_at_level<Equation>(level, n, before, constants);
      const bool keep = kAny && (fixed >> static_cast<unsigned>(i) & 1U) != 0;
#pragma unroll
      for (int c = 0; c < kComponents; ++c) next[c][i] = keep ? n[c].centre : made[c];
    }
  }

  /// Records which cells of the incoming row are fixed.
  __device__ __forceinline__ void record_flags(int r) {
    static_assert(kColumns == 4);
    const unsigned fixed = which_are_fixed(
        *reinterpret_cast<const std::uint32_t*>(&incoming_.flags[half_][r][lane() * kColumns]));
    const unsigned bits =
        is_reversed_ ? __brev(fixed) >> static_cast<unsigned>(32 - kColumns) : fixed;
    fixed_[1] = fixed_[1] << static_cast<unsigned>(kColumns) |
                fixed_[0] >> static_cast<unsigned>(32 - kColumns);
    fixed_[0] = fixed_[0] << static_cast<unsigned>(kColumns) | bits;
  }

  /// Returns is_fixed() for each of four flags, one bit for each, the first one lowest.
  static __device__ __forceinline__ unsigned which_are_fixed(std::uint32_t flags) {
    static_assert(kHeld == 1 && kWall == 2 && kAbsorb == 128);
    const unsigned fixed = (flags | flags >> 1U) & ~(flags >> 7U) & 0x01010101U;
    return fixed * 0x01020408U >> 24U;
  }

  /// Returns which cells of a row are fixed, one bit for each, lowest bit first. The row lies
  /// `rows` rows above the last one that came in.
  __device__ __forceinline__ unsigned fixed_above(int rows) const {
    const int bit = rows * kColumns;
    return fixed_[bit / 32] >> static_cast<unsigned>(bit % 32);
  }

  static __device__ __forceinline__ void copy(Row& to, const Row& from) {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int i = 0; i < kColumns; ++i) to[c][i] = from[c][i];
    }
  }

  template <bool kAny>
  __device__ __forceinline__ void read_columns(int r, int plane, Row& to) const {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int first = 0; first < kColumns; first += kUnit) {
        const auto pack = *reinterpret_cast<const Pack<kUnit>*>(
            &incoming_.rows[half_][r].values[plane + c][lane() * kColumns + first]);
#pragma unroll
        for (int i = 0; i < kUnit; ++i) {
          to[c][first + i] = kAny && is_reversed_ ? pack.of[kUnit - 1 - i] : pack.of[i];
        }
      }
    }
  }

  __device__ __forceinline__ bool writes_columns() const {
    const int in = lane() * kColumns;
    return in >= Strip::kMargin && in < Strip::kHaloedWidth - Strip::kMargin &&
           x_ < grid_.extent.width;
  }

  /// Returns the index of the lane's first column in a row that the strip writes.
  __device__ __forceinline__ std::size_t index_of(int row) const {
    return static_cast<std::size_t>(y_ + kSteps + row) * grid_.stride + x_;
  }

  /// Writes a row of the strip; only lanes that own columns of it write.
  __device__ __forceinline__ void put(int row, const Row& newest, const Row& older) const {
    const std::size_t at = index_of(row);
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      put_cells(grid_.next_newest[c] + at, newest[c]);
      if constexpr (kLooksBack) put_cells(grid_.next_older[c] + at, older[c]);
    }
  }
  static __device__ __forceinline__ void put_cells(float* to, const float (&cells)[kColumns]) {
#pragma unroll
    for (int first = 0; first < kColumns; first += kUnit) {
      Pack<kUnit> pack;
#pragma unroll
      for (int i = 0; i < kUnit; ++i) pack.of[i] = cells[first + i];
      *reinterpret_cast<Pack<kUnit>*>(to + first) = pack;
    }
  }

  const FusedGrid<Equation>& grid_;
  Incoming& incoming_;
  bool has_fixed_;
  int x_;             ///< the lane's first column; some strips at the edges reach beyond the grid
  int from_;          ///< the column of the grid from which the lane reads
  bool is_reversed_;  ///< true: the lane's columns are mirrored and run right to left
  int y_;             ///< the first incoming row
  int height_;        ///< rows that the strip writes
  int row_ = 0;       ///< the incoming row that is stepped next
  int end_ = 0;       ///< the row behind the last incoming one
  int half_ = 0;      ///< the half of the incoming rows that has it
  std::ptrdiff_t at_ = 0;  ///< bytes from the start of a plane to the cells that come in next
  /// One bit for each cell: 1: fixed; the last incoming row has the lowest bits.
  unsigned fixed_[2] = {};
  float levels_[kSteps][3][kComponents][kColumns] = {};
};

/// Steps a strip. `memory`: room for the incoming rows of all warps.
template <typename Equation, typename Strip, bool kWhole>
__device__ __forceinline__ void step_strip(const FusedGrid<Equation>& grid, const FusedTile& strip,
                                           unsigned char* memory, int warp,
                                           const typename Equation::Constants& constants) {
  if constexpr (Strip::kHasWide) {
    using Wide = typename Strip::Wide;
    if (strip.kind == StripKind::wide) {
      auto& incoming = reinterpret_cast<IncomingRows<Equation, Wide>*>(memory)[warp];
      StripWalk<Equation, Wide>(grid, strip, incoming).template step_plain<kWhole>(constants);
      return;
    }
  }
  auto& incoming = reinterpret_cast<IncomingRows<Equation, Strip>*>(memory)[warp];
  StripWalk<Equation, Strip> walk(grid, strip, incoming);
  if (strip.kind == StripKind::fixed) {
    walk.copy_all();
  } else if (strip.kind == StripKind::plain) {
    walk.template step_plain<kWhole>(constants);
  } else {
    walk.template step_any<kWhole>(constants);
  }
}

/// Runs a pass over strips whose cells are free, held or walls and see all their neighbours. If a
/// strip and its halo are all plain, it does not even read the flags. For each plane and pass it
/// reads and writes one float for each cell. The kernel is compute bound. `constants`: those of the
/// medium in which all strips lie.
template <typename Equation, typename Strip, bool kWhole>
__global__ void __launch_bounds__(32 * Strip::kWarps, 1)
    step_strips(const __grid_constant__ FusedGrid<Equation> grid, const FusedTile* strips,
                const __grid_constant__ typename Equation::Constants constants) {
  extern __shared__ __align__(16) unsigned char memory[];
  // The shuffle tells the compiler that all lanes have one warp number.
  const int warp = __shfl_sync(0xFFFFFFFFU, static_cast<int>(threadIdx.x / 32U), 0);
  strips += static_cast<int>(blockIdx.x) * Strip::kWarps + warp;
  begin_to_read(grid.is_first);
  while (true) {
    // A copy, so that nothing waits for `next` when the strip is done.
    const FusedTile strip = *strips;
    if (strip.height == 0) break;
    step_strip<Equation, Strip, kWhole>(grid, strip, memory, warp, constants);
    if (strip.next == 0) break;
    strips += strip.next;
  }
  end_in_order(grid.is_first);
}

}  // namespace heatwave::field
