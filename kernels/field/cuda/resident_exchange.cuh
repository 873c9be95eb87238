// Tiles that stay in registers exchange their halos every few steps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/resident_mail.cuh"
#include "kernels/field/cuda/resident_position.cuh"

namespace heatwave::field {

/// All data of a launch. Fields are read and written in place: when a block writes its cells, every
/// block that reads them has already sent its own.
template <typename Equation>
struct ResidentGrid {
  static constexpr int kComponents = Equation::kComponents;
  static constexpr int kPlanes = kComponents * (1 + Equation::kStepsBack);

  PerComponent<float*, kComponents> newest;
  PerComponent<float*, kComponents> older;  ///< null: the equation does not look back
  std::size_t stride;
  const std::uint8_t* flags;
  std::size_t flags_stride;
  const float* factors;
  std::size_t factors_stride;
  bool keeps_factors;  ///< true: a block has shared memory for the factors
  float* rim;
  AbsorbingSides absorbing;
  core::Extent extent;
  ResidentTiling tiling;
  /// Number of steps. Precondition: more than Tile::kSteps, so that tiles exchange at least once.
  int steps;
  Mailbox mail;  ///< one mailbox for each tile: its halo cells, laid out like its own cells
  /// For each cell, row by row. 0: it does not oscillate; otherwise 1 + oscillation · components +
  /// component. null: no cell oscillates.
  const std::uint16_t* oscillating;
  const float* values;  ///< value of each oscillation at each step
  int oscillations;
  typename Equation::Constants constants;
};

/// The flags of a lane's cells in one row, which one instruction reads.
template <int kCount>
struct alignas(kCount) FlagPack {
  std::uint8_t of[kCount];
};

/// The cells through which rim warps and all others exchange the absorbing column and the
/// absorbing row of a tile: their values, and those of the inner neighbours beside them, before and
/// after a step in turn.
template <typename Equation, typename Tile>
struct RimCells {
  static constexpr int kComponents = Equation::kComponents;
  /// A warp's rows, filled up to whole packs.
  static constexpr int kPadded = (Tile::kRows + 3) / 4 * 4;
  using Column = Pack<4>[kComponents][Tile::kWarps][kPadded / 4];
  using Row = Pack<Tile::kColumns>[kComponents][32];

  struct Level {
    Column column;
    Column beside_column;
    Row row;
    Row beside_row;
  };
  Level levels[2];
  Column older_column;  ///< the values one step back, before the first step of an exchange
  Row older_row;

  static constexpr int kLevelWords = sizeof(Level) / sizeof(float);

  static __device__ __forceinline__ float& in_column(Column& column, int c, int row) {
    return column[c][row / Tile::kRows][row % Tile::kRows / 4].of[row % Tile::kRows % 4];
  }
  static __device__ __forceinline__ float& in_row(Row& row, int c, int column) {
    return row[c][column / Tile::kColumns].of[column % Tile::kColumns];
  }
};

struct NoRimCells {};

template <typename Equation, typename Tile, bool kHasRim = Tile::kHasRim>
struct RimCellsOf {
  using Type = NoRimCells;
};
template <typename Equation, typename Tile>
struct RimCellsOf<Equation, Tile, true> {
  using Type = RimCells<Equation, Tile>;
};

/// true: a thread has registers left for more than its cells
template <typename Equation, typename Tile>
constexpr bool kIsSmall = Tile::kRows* Tile::kColumns* kFloats<Equation> <= 32;

/// true: cells beside walls slow down threads, because they step more than 32 values
template <typename Equation, typename Tile>
constexpr bool kIsSlowBesideWalls = Tile::kRows* Tile::kColumns* Equation::kComponents > 32;

/// true: the kernel tests cells for neighbours that they lack. Without registers for that
/// Gray–Scott in tiles of 11 rows takes 2.5 times as long as in passes, and a step of other fields
/// longer, too.
template <typename Equation, typename Tile>
constexpr bool kKnowsWalls = Equation::kComponents == 1 || !kIsSlowBesideWalls<Equation, Tile>;

/// The part of a block's shared memory for oscillating cells. In large tiles it is short: what
/// shared memory leaves of the L1 cache holds words for which a thread has no register.
template <typename Tile, bool kReadsRows>
struct OscillationMemory {
  /// 1 + the oscillation of a thread's cells in one row; 0: none oscillates.
  std::uint16_t of_threads[Tile::kRows][Tile::kThreads];
};
template <typename Tile>
struct OscillationMemory<Tile, true> {
  static constexpr int kPacks = (Tile::kRows + 3) / 4;

  /// The values of a warp's rows in each step up to the next exchange.
  Pack<4> values[Tile::kWarps][Tile::kSteps][kPacks];
  std::uint16_t of_threads[Tile::kRows][Tile::kThreads];
  /// 1 + the largest oscillation of a warp's cells in one row; 0: none oscillates.
  std::uint16_t of_rows[Tile::kWarps][Tile::kRows];
};

/// The shared memory of a block; each thread's entries form a column. Some devices have no room for
/// the factors.
template <typename Equation, typename Tile>
struct ResidentMemory {
  SharedRows<Equation, Tile> rows;
  FlagPack<Tile::kColumns> flags[Tile::kRows][Tile::kThreads];
  OscillationMemory<Tile, kIsSmall<Equation, Tile>> oscillations;
  typename RimCellsOf<Equation, Tile>::Type rim;
  TileFactors<Tile> factors;

  static constexpr std::size_t kBytesWithoutFactors =
      sizeof(rows) + sizeof(flags) + sizeof(oscillations) + sizeof(rim);
};

/// true: blocks of the devices that run this code have room for the factors of all tiles, 227 KB of
/// shared memory. Elsewhere a grid without media may have none, and factors must not be read; small
/// tiles then have other tests.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
constexpr bool kAlwaysKeepsFactors = true;
#else
constexpr bool kAlwaysKeepsFactors = false;
#endif

/// A thread's cells of one row, as packs for the mailbox.
template <typename Equation, typename Tile>
struct MailRow {
  static constexpr int kPlanes = ResidentGrid<Equation>::kPlanes;
  static constexpr int kWords = Tile::kColumns * kPlanes;
  static constexpr int kPack = kWords < 4 ? kWords : 4;
  static constexpr int kPacks = kWords / kPack;
  static_assert(kPacks * kPack == kWords);
  /// Words from one row to the next. Packs of neighbouring lanes are adjacent.
  static constexpr int kRow = 32 * kWords;
  static constexpr int kTile = Tile::kHaloedHeight * kRow;

  static __device__ __forceinline__ float& value(OwnCells<Equation, Tile>& own, int r, int which) {
    const int plane = which % kPlanes;
    if constexpr (Equation::kStepsBack > 0) {
      if (plane >= Equation::kComponents) {
        return own.older[plane - Equation::kComponents][r][which / kPlanes];
      }
    }
    return own.newest[plane < Equation::kComponents ? plane : 0][r][which / kPlanes];
  }
};

/// Copies mirrored columns: each lane beyond a mirrored edge takes the cells of the lane of which
/// it is the image.
template <typename Equation, typename Tile>
__device__ __forceinline__ void mirror_columns(OwnCells<Equation, Tile>& own, int imaged_lane) {
  constexpr unsigned kAll = 0xFFFFFFFFU;
  const bool is_image = imaged_lane != static_cast<int>(threadIdx.x % 32U);
  if (!__any_sync(kAll, is_image)) return;
  const auto mirror = [&](float(&row)[Tile::kColumns]) {
    float image[Tile::kColumns];
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) {
      image[i] = __shfl_sync(kAll, row[Tile::kColumns - 1 - i], imaged_lane);
    }
#pragma unroll
    for (int i = 0; i < Tile::kColumns; ++i) row[i] = is_image ? image[i] : row[i];
  };
#pragma unroll
  for (int r = 0; r < Tile::kRows; ++r) {
#pragma unroll
    for (int c = 0; c < Equation::kComponents; ++c) {
      mirror(own.newest[c][r]);
      if constexpr (Equation::kStepsBack > 0) mirror(own.older[c][r]);
    }
  }
}

/// A tile's position along one direction, and its neighbours there. The mirror image of columns
/// needs no exchange, so that x is then closed.
template <typename Tile>
struct TileAlong {
  __device__ __forceinline__ TileAlong(int number_of_it, int count, int size, int extent,
                                       ResidentEdge edge_of_it)
      : tile(number_of_it),
        tiles(count),
        own(min(size, extent - tile * size)),
        before(tile > 0 ? size : extent - (tiles - 1) * size),
        edge(edge_of_it),
        sees_previous(tile > 0 || edge != ResidentEdge::closed),
        sees_next(tile < tiles - 1 || edge != ResidentEdge::closed) {}

  static __device__ __forceinline__ TileAlong x(core::Extent extent, const ResidentTiling& tiling) {
    return {static_cast<int>(blockIdx.x) % tiling.across, tiling.across, tiling.width, extent.width,
            tiling.x == ResidentEdge::joined ? tiling.x : ResidentEdge::closed};
  }
  static __device__ __forceinline__ TileAlong y(core::Extent extent, const ResidentTiling& tiling) {
    return {static_cast<int>(blockIdx.x) / tiling.across, tiling.down, tiling.height, extent.height,
            tiling.y};
  }

  __device__ __forceinline__ bool owns(int in) const { return in >= 0 && in < own; }
  __device__ __forceinline__ bool sees(int in) const {
    return (in >= 0 || sees_previous) && in < own + (sees_next ? Tile::kSteps : 0);
  }
  /// Returns the tile that the cells are sent to: −1: the previous one; 1: the next one; 0: none.
  __device__ __forceinline__ int sends(int in, int count) const {
    if (!owns(in)) return 0;
    if (in < Tile::kSteps) return sees_previous ? -1 : 0;
    return in + count > own - Tile::kSteps && sees_next ? 1 : 0;
  }
  /// Returns whether cells sent in this direction come back mirrored.
  __device__ __forceinline__ bool mirrors(int on) const {
    return edge == ResidentEdge::mirrored &&
           ((on < 0 && tile == 0) || (on > 0 && tile == tiles - 1));
  }
  __device__ __forceinline__ int image(int in, int on) const {
    return on < 0 ? -1 - in : 2 * own - 1 - in;
  }
  __device__ __forceinline__ int number(int on) const {
    const int there = tile + on;
    return there < 0 ? tiles - 1 : there == tiles ? 0 : there;
  }
  /// Returns the number of cells from this tile's first cell to that tile's first cell.
  __device__ __forceinline__ int distance(int on) const { return on < 0 ? before : own; }

  int tile;
  int tiles;
  int own;
  int before;
  ResidentEdge edge;
  bool sees_previous;
  bool sees_next;
};

/// The addresses to which a thread sends its cells and from which it receives its halo, computed
/// once for all exchanges. All columns of a lane share one route, and so does a row in all lanes of
/// a warp. Tiles are large enough that no thread sends both left and right, or both up and down.
template <typename Equation, typename Tile, bool kMirrored>
class MailRoute {
 public:
  __device__ __forceinline__ MailRoute(float* mail, core::Extent extent,
                                       const ResidentTiling& tiling) {
    constexpr int kSteps = Tile::kSteps;
    const int lane = static_cast<int>(threadIdx.x % 32U);
    const int row = static_cast<int>(threadIdx.x / 32U) * Tile::kRows;
    const auto x = TileAlong<Tile>::x(extent, tiling);
    const auto y = TileAlong<Tile>::y(extent, tiling);
    const int left = lane * Tile::kColumns - kSteps;
    const int to_side = x.sends(left, Tile::kColumns);
    const bool own_lane = x.owns(left);
    const bool seen_lane = x.sees(left);
    int to_end = 0;  // −1: up; 1: down; 0: neither
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
      const int in = row + r - kSteps;
      const int sends = y.sends(in, 1);
      to_end = sends != 0 ? sends : to_end;
      side_rows_ |= static_cast<unsigned>(to_side != 0 && y.owns(in)) << r;
      end_rows_ |= static_cast<unsigned>(own_lane && sends != 0) << r;
      received_rows_ |= static_cast<unsigned>(seen_lane && y.sees(in) && !(own_lane && y.owns(in)))
                        << r;
    }
    corner_rows_ = to_side != 0 ? end_rows_ : 0U;
    const auto address_of = [&](int right, int down) {
      const int tile = y.number(down) * tiling.across + x.number(right);
      return mail + tile * MailRow<Equation, Tile>::kTile +
             (row - down * y.distance(down)) * MailRow<Equation, Tile>::kRow +
             (lane - right * (x.distance(right) / Tile::kColumns)) * Row::kPack;
    };
    here_ = address_of(0, 0);
    side_ = address_of(to_side, 0);
    end_ = address_of(0, to_end);
    corner_ = address_of(to_side, to_end);
    if (kMirrored && y.mirrors(to_end)) {  // the tile sends to itself, upside down
      const int image = (y.image(row - kSteps, to_end) + kSteps) * MailRow<Equation, Tile>::kRow;
      const int upright = row * MailRow<Equation, Tile>::kRow;
      end_ = here_ + image - upright;
      corner_ = side_ + image - upright;
      end_row_ = -MailRow<Equation, Tile>::kRow;
    }
    // These values must stay in registers: otherwise the compiler would compute them again for
    // every exchange.
    asm volatile("" : "+l"(here_), "+l"(side_), "+l"(end_), "+l"(corner_));
    asm volatile("" : "+r"(side_rows_), "+r"(end_rows_), "+r"(corner_rows_), "+r"(received_rows_));
  }

  /// Sends the tile's outermost cells to all tiles whose halos contain them.
  __device__ __forceinline__ void send(std::ptrdiff_t buffer, OwnCells<Equation, Tile>& own) const {
    send_rows(side_ + buffer, side_rows_, Row::kRow, own);
    if (!__any_sync(0xFFFFFFFFU, end_rows_ != 0)) return;
    const int row = kMirrored ? end_row_ : Row::kRow;
    send_rows(end_ + buffer, end_rows_, row, own);
    send_rows(corner_ + buffer, corner_rows_, row, own);
  }

  /// Receives the tile's halo as soon as it has arrived. All loads are issued at once, so that
  /// their latencies overlap.
  __device__ __forceinline__ void receive(std::ptrdiff_t buffer,
                                          OwnCells<Equation, Tile>& own) const {
    float* from = here_ + buffer;
    asm volatile("" : "+l"(from));
    unsigned largest;  // kEmptySlot is the largest word there is and never a tile's own value
    do {
#pragma unroll
      for (int r = 0; r < Tile::kRows; ++r) {
        if ((received_rows_ >> r & 1U) != 0) load_row(from + r * Row::kRow, own, r);
      }
      largest = largest_word<0, Tile::kRows * Row::kWords>(own);
    } while (__any_sync(0xFFFFFFFFU, largest == kEmptySlot));
    const auto empty = empty_pack<Row::kPack>();
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
      if ((received_rows_ >> r & 1U) == 0) continue;
#pragma unroll
      for (int p = 0; p < Row::kPacks; ++p) {
        field::send(from + r * Row::kRow + p * 32 * Row::kPack, empty);
      }
    }
  }

 private:
  using Row = MailRow<Equation, Tile>;

  __device__ __forceinline__ static void send_rows(float* to, unsigned rows, int row,
                                                   OwnCells<Equation, Tile>& own) {
    asm volatile("" : "+l"(to));  // keeps one address for all rows
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
      if ((rows >> r & 1U) == 0) continue;
#pragma unroll
      for (int p = 0; p < Row::kPacks; ++p) {
        Pack<Row::kPack> pack;
#pragma unroll
        for (int w = 0; w < Row::kPack; ++w) pack.of[w] = Row::value(own, r, p * Row::kPack + w);
        field::send(to + r * row + p * 32 * Row::kPack, pack);
      }
    }
  }
  /// Returns the largest of a thread's words. Pairs are compared as a tree, so that few comparisons
  /// wait for others.
  template <int kBegin, int kCount>
  __device__ __forceinline__ static unsigned largest_word(OwnCells<Equation, Tile>& own) {
    if constexpr (kCount == 1) {
      return __float_as_uint(Row::value(own, kBegin / Row::kWords, kBegin % Row::kWords));
    } else {
      return max(largest_word<kBegin, kCount / 2>(own),
                 largest_word<kBegin + kCount / 2, kCount - kCount / 2>(own));
    }
  }
  __device__ __forceinline__ static void load_row(const float* from, OwnCells<Equation, Tile>& own,
                                                  int r) {
#pragma unroll
    for (int p = 0; p < Row::kPacks; ++p) {
      Pack<Row::kPack> pack;
      load_pack(from + p * 32 * Row::kPack, pack);
#pragma unroll
      for (int w = 0; w < Row::kPack; ++w) Row::value(own, r, p * Row::kPack + w) = pack.of[w];
    }
  }

  // These addresses belong to the first buffer and the thread's first row.
  float* here_;
  float* side_;
  float* end_;
  float* corner_;
  int end_row_ = Row::kRow;  ///< words from one row to the next at `end_` and `corner_`
  // Each mask has one bit for each of the thread's rows.
  unsigned side_rows_ = 0;
  unsigned end_rows_ = 0;
  unsigned corner_rows_ = 0;
  unsigned received_rows_ = 0;
};

}  // namespace heatwave::field
