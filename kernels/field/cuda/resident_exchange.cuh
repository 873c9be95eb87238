// What tiles kept in registers tell each other every few steps: their rims.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/resident_mail.cuh"
#include "kernels/field/cuda/resident_place.cuh"

namespace heatwave::field {

/// Everything a launch works on. Fields are read and written in place: by the time a
/// block writes, all that read its cells have sent it theirs.
template <typename Equation>
struct ResidentGrid {
  static constexpr int kComponents = Equation::kComponents;
  static constexpr int kPlanes = kComponents * (1 + Equation::kStepsBack);

  PerComponent<float*, kComponents> newest;
  PerComponent<float*, kComponents> older;  ///< null where the equation does not look back
  std::size_t stride;
  const std::uint8_t* flags;
  std::size_t flags_stride;
  const float* factors;
  std::size_t factors_stride;
  bool keeps_factors;  ///< whether a block has memory for them
  core::Extent extent;
  ResidentTiling tiling;
  int steps;     ///< more than those up to the first exchange
  Mailbox mail;  ///< for each tile what it sees of others, laid out as its own cells are
  /// 0, or 1 + oscillation · components + component, row by row; null where nothing oscillates
  const std::uint16_t* oscillating;
  const float* values;  ///< of oscillations, at each step
  int oscillations;
  typename Equation::Constants constants;
};

/// What a block has in shared memory, each thread's in a column. Not every device has room for the
/// factors.
template <typename Equation, typename Tile>
struct ResidentMemory {
  SharedRows<Equation, Tile> rows;
  std::uint8_t flags[Tile::kRows * Tile::kColumns][Tile::kThreads];
  TileFactors<Tile> factors;

  static constexpr std::size_t kBytesWithoutFactors = sizeof(rows) + sizeof(flags);
};

/// A thread's cells of one row, as packs for the mail.
template <typename Equation, typename Tile>
struct MailRow {
  static constexpr int kPlanes = ResidentGrid<Equation>::kPlanes;
  static constexpr int kWords = Tile::kColumns * kPlanes;
  static constexpr int kPack = kWords < 4 ? kWords : 4;
  static constexpr int kPacks = kWords / kPack;
  static_assert(kPacks * kPack == kWords);
  /// Words from row to row. Packs of neighbouring lanes lie side by side.
  static constexpr int kRow = 32 * kWords;
  static constexpr int kTile = Tile::kReachHeight * kRow;

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

/// Where columns go on mirrored beyond the grid: lanes there take what the lane has that they are
/// the image of.
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

/// From whom a thread's cells come and to whom they go, found once for all exchanges. All columns
/// of a lane are alike, and so is a row for all lanes of a warp. Tiles are so large that nobody
/// sends to both sides, or both up and down.
template <typename Equation, typename Tile, bool kMirrored>
class MailRoute {
 public:
  __device__ __forceinline__ MailRoute(float* mail, core::Extent extent,
                                       const ResidentTiling& tiling) {
    constexpr int kSteps = Tile::kSteps;
    const int lane = static_cast<int>(threadIdx.x % 32U);
    const int row = static_cast<int>(threadIdx.x / 32U) * Tile::kRows;
    const Side x(static_cast<int>(blockIdx.x) % tiling.across, tiling.across, tiling.width,
                 extent.width, tiling.x == ResidentEdge::joined ? tiling.x : ResidentEdge::closed);
    const Side y(static_cast<int>(blockIdx.x) / tiling.across, tiling.down, tiling.height,
                 extent.height, tiling.y);
    const int left = lane * Tile::kColumns - kSteps;
    const int to_side = x.sends(left, Tile::kColumns);
    const bool own_lane = x.owns(left);
    const bool seen_lane = x.sees(left);
    int to_end = 0;  // up or down
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
      const int in = row + r - kSteps;
      const int sends = y.sends(in, 1);
      to_end = sends != 0 ? sends : to_end;
      side_rows_ |= static_cast<unsigned>(to_side != 0 && y.owns(in)) << r;
      end_rows_ |= static_cast<unsigned>(own_lane && sends != 0) << r;
      asked_rows_ |= static_cast<unsigned>(seen_lane && y.sees(in) && !(own_lane && y.owns(in)))
                     << r;
    }
    corner_rows_ = to_side != 0 ? end_rows_ : 0U;
    const auto place = [&](int right, int down) {
      const int tile = y.number(down) * tiling.across + x.number(right);
      return mail + tile * MailRow<Equation, Tile>::kTile +
             (row - down * y.distance(down)) * MailRow<Equation, Tile>::kRow +
             (lane - right * (x.distance(right) / Tile::kColumns)) * Row::kPack;
    };
    here_ = place(0, 0);
    side_ = place(to_side, 0);
    end_ = place(0, to_end);
    corner_ = place(to_side, to_end);
    if (kMirrored && y.mirrors(to_end)) {  // to itself, upside down
      const int image = (y.image(row - kSteps, to_end) + kSteps) * MailRow<Equation, Tile>::kRow;
      const int upright = row * MailRow<Equation, Tile>::kRow;
      end_ = here_ + image - upright;
      corner_ = side_ + image - upright;
      end_row_ = -MailRow<Equation, Tile>::kRow;
    }
    // All this is to stay as it is: else the compiler would make it anew for every exchange.
    asm volatile("" : "+l"(here_), "+l"(side_), "+l"(end_), "+l"(corner_));
    asm volatile("" : "+r"(side_rows_), "+r"(end_rows_), "+r"(corner_rows_), "+r"(asked_rows_));
  }

  /// Sends the rim to all who see it.
  __device__ __forceinline__ void send(std::ptrdiff_t take, OwnCells<Equation, Tile>& own) const {
    send_rows(side_ + take, side_rows_, Row::kRow, own);
    if (!__any_sync(0xFFFFFFFFU, end_rows_ != 0)) return;
    const int row = kMirrored ? end_row_ : Row::kRow;
    send_rows(end_ + take, end_rows_, row, own);
    send_rows(corner_ + take, corner_rows_, row, own);
  }

  /// Takes what the tile sees of others' rims, as soon as it is there. All of it is asked for at
  /// once, so that the ways there and back overlap.
  __device__ __forceinline__ void receive(std::ptrdiff_t take,
                                          OwnCells<Equation, Tile>& own) const {
    float* from = here_ + take;
    asm volatile("" : "+l"(from));
    unsigned most;  // nothing is the most that there can be, and never among a tile's own
    do {
#pragma unroll
      for (int r = 0; r < Tile::kRows; ++r) {
        if ((asked_rows_ >> r & 1U) != 0) look_at_row(from + r * Row::kRow, own, r);
      }
      most = most_of<0, Tile::kRows * Row::kWords>(own);
    } while (__any_sync(0xFFFFFFFFU, most == kNothing));
    Pack<Row::kPack> nothing;
#pragma unroll
    for (float& word : nothing.of) word = __uint_as_float(kNothing);
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
      if ((asked_rows_ >> r & 1U) == 0) continue;
#pragma unroll
      for (int p = 0; p < Row::kPacks; ++p) {
        field::send(from + r * Row::kRow + p * 32 * Row::kPack, nothing);
      }
    }
  }

 private:
  using Row = MailRow<Equation, Tile>;

  /// What a tile is along one direction.
  struct Side {
    __device__ __forceinline__ Side(int number_of_it, int count, int size, int extent,
                                    ResidentEdge edge_of_it)
        : tile(number_of_it),
          tiles(count),
          own(min(size, extent - tile * size)),
          before(tile > 0 ? size : extent - (tiles - 1) * size),
          edge(edge_of_it),
          sees_back(tile > 0 || edge != ResidentEdge::closed),
          sees_on(tile < tiles - 1 || edge != ResidentEdge::closed) {}

    __device__ __forceinline__ bool owns(int in) const { return in >= 0 && in < own; }
    __device__ __forceinline__ bool sees(int in) const {
      return (in >= 0 || sees_back) && in < own + (sees_on ? Tile::kSteps : 0);
    }
    /// To the tile before, −1, or the one behind, 1, or nobody.
    __device__ __forceinline__ int sends(int in, int count) const {
      if (!owns(in)) return 0;
      if (in < Tile::kSteps) return sees_back ? -1 : 0;
      return in + count > own - Tile::kSteps && sees_on ? 1 : 0;
    }
    /// Whether what is sent there comes back, mirrored.
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
    /// Cells from this tile's first one to that one's.
    __device__ __forceinline__ int distance(int on) const { return on < 0 ? before : own; }

    int tile;
    int tiles;
    int own;
    int before;
    ResidentEdge edge;
    bool sees_back;
    bool sees_on;
  };

  __device__ __forceinline__ static void send_rows(float* to, unsigned rows, int row,
                                                   OwnCells<Equation, Tile>& own) {
    asm volatile("" : "+l"(to));  // one address for all rows
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
  /// The largest of a thread's words; in pairs, so that few wait for each other.
  template <int kBegin, int kCount>
  __device__ __forceinline__ static unsigned most_of(OwnCells<Equation, Tile>& own) {
    if constexpr (kCount == 1) {
      return __float_as_uint(Row::value(own, kBegin / Row::kWords, kBegin % Row::kWords));
    } else {
      return max(most_of<kBegin, kCount / 2>(own),
                 most_of<kBegin + kCount / 2, kCount - kCount / 2>(own));
    }
  }
  __device__ __forceinline__ static void look_at_row(const float* from,
                                                     OwnCells<Equation, Tile>& own, int r) {
#pragma unroll
    for (int p = 0; p < Row::kPacks; ++p) {
      Pack<Row::kPack> pack;
      look(from + p * 32 * Row::kPack, pack);
#pragma unroll
      for (int w = 0; w < Row::kPack; ++w) Row::value(own, r, p * Row::kPack + w) = pack.of[w];
    }
  }

  // Of the first take, for the thread's first row.
  float* here_;
  float* side_;
  float* end_;
  float* corner_;
  int end_row_ = Row::kRow;  ///< from row to row of these two
  // A bit for each row.
  unsigned side_rows_ = 0;
  unsigned end_rows_ = 0;
  unsigned corner_rows_ = 0;
  unsigned asked_rows_ = 0;
};

}  // namespace heatwave::field
