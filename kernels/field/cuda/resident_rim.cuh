// Cells on absorbing edges are stepped here, in grids that stay in registers. Each has an edge
// memory ψ, which tiles exchange together with their halos.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/resident_exchange.cuh"

namespace heatwave::field {

/// The words of a tile's mailbox for ψ: one for each of its rows, for the tile's absorbing column,
/// and one for each of its columns, for an absorbing row at the top and for one at the bottom.
template <typename Equation, typename Tile>
struct RimMail {
  static constexpr int kWords =
      Equation::kAbsorbs ? Equation::kComponents * (Tile::kHaloedHeight + 2 * Tile::kHaloedWidth)
                         : 0;
  static __device__ __forceinline__ int of_row(int c, int row) {
    return c * (Tile::kHaloedHeight + 2 * Tile::kHaloedWidth) + row;
  }
  static __device__ __forceinline__ int of_column(int c, bool bottom, int column) {
    return of_row(c, Tile::kHaloedHeight + (bottom ? Tile::kHaloedWidth : 0) + column);
  }
};

/// A block's absorbing cells lie in at most one column and one row of its tile. The cells of the
/// column are gathered, one for each lane, so that a warp steps all of its own at once.
template <typename Equation, typename Tile>
class ResidentRim {
 public:
  static constexpr int kComponents = Equation::kComponents;
  static constexpr int kRows = Tile::kRows;
  static constexpr int kColumns = Tile::kColumns;
  using Memory = ResidentMemory<Equation, Tile>;
  using Cells = OwnCells<Equation, Tile>;
  using CellValues = Values<kComponents>;
  using Row = float[kComponents][kColumns];

  __device__ __forceinline__ ResidentRim(const ResidentGrid<Equation>& grid, Memory& memory)
      : grid_(grid), memory_(memory) {
    const Along x = along_x();
    const Along y = along_y();
    left_ = grid.absorbing.left && x.tile == 0;
    top_ = grid.absorbing.top && y.tile == 0;
    if (left_ || (grid.absorbing.right && x.tile == x.tiles - 1)) {
      column_ = Tile::kSteps + (left_ ? 0 : x.own - 1);
    }
    if (top_ || (grid.absorbing.bottom && y.tile == y.tiles - 1)) {
      const int row = Tile::kSteps + (top_ ? 0 : y.own - 1);
      if (row / kRows == warp()) row_ = row % kRows;
    }
    const ResidentPosition<Tile> position(grid.extent, grid.tiling);
    if (column_ >= 0 && lane() < kRows) {
      const int at_x = column_x();
      const int at_y = row_y(lane());
      column_flags_ = grid.flags[static_cast<std::size_t>(at_y) * grid.flags_stride + at_x];
      column_factor_ = factor_at(column_flags_, at_x, at_y);
      load_psi(column_flags_, at_x, at_y, column_psi_);
    }
    if (row_ >= 0) {
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
        CellValues psi{};
        load_psi(row_flags(i), position.x(i), row_y(row_), psi);
        for (int c = 0; c < kComponents; ++c) row_psi(c, i) = psi[c];
      }
    }
  }

  /// Computes the next values of the absorbing cells, from all cells before the step.
  __device__ __forceinline__ void before(const Cells& own, const Row& above, const Row& below) {
    if (column_ >= 0) step_column(own, above, below);
    if (row_ >= 0) step_row(own, above, below);
  }
  /// Replaces the next values of a cell that absorbs.
  __device__ __forceinline__ void put(bool absorbs, int r, int i, CellValues& next) const {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      const float value = r == row_ ? next_row_[c][i] : next_column_[c][r];
      next[c] = absorbs ? value : next[c];
    }
  }

  __device__ __forceinline__ void send(std::ptrdiff_t buffer) const {
    if (column_ >= 0 && lane() < kRows) {
      const Along y = along_y();
      const int row = warp() * kRows + lane();
      const int to = y.sends(row - Tile::kSteps, 1);
      if (to != 0) {
        for (int c = 0; c < kComponents; ++c) {
          const int word = RimMail<Equation, Tile>::of_row(c, row - to * y.distance(to));
          send_word(mail(buffer, 0, to) + word, column_psi_[c]);
        }
      }
    }
    if (row_ >= 0) {
      const Along x = along_x();
      const int to = x.sends(lane() * kColumns - Tile::kSteps, kColumns);
      if (to != 0) {
        for (int c = 0; c < kComponents; ++c) {
          for (int i = 0; i < kColumns; ++i) {
            const int column = lane() * kColumns + i - to * x.distance(to);
            const int word = RimMail<Equation, Tile>::of_column(c, !top_, column);
            send_word(mail(buffer, to, 0) + word, row_psi(c, i));
          }
        }
      }
    }
  }

  __device__ __forceinline__ void receive(std::ptrdiff_t buffer) {
    if (column_ >= 0 && lane() < kRows) {
      const Along y = along_y();
      const int row = warp() * kRows + lane();
      const int in = row - Tile::kSteps;
      if (y.sees(in) && !y.owns(in)) {
        for (int c = 0; c < kComponents; ++c) {
          column_psi_[c] = take_word(mail(buffer, 0, 0) + RimMail<Equation, Tile>::of_row(c, row));
        }
      }
    }
    if (row_ >= 0) {
      const Along x = along_x();
      const int in = lane() * kColumns - Tile::kSteps;
      if (x.sees(in) && !x.owns(in)) {
        for (int c = 0; c < kComponents; ++c) {
          for (int i = 0; i < kColumns; ++i) {
            const int word = RimMail<Equation, Tile>::of_column(c, !top_, lane() * kColumns + i);
            row_psi(c, i) = take_word(mail(buffer, 0, 0) + word);
          }
        }
      }
    }
  }

  /// Writes ψ of the tile's own cells.
  __device__ __forceinline__ void store() const {
    if (column_ >= 0 && lane() < kRows && along_y().owns(warp() * kRows + lane() - Tile::kSteps)) {
      store_psi(column_flags_, column_x(), row_y(lane()), column_psi_);
    }
    if (row_ >= 0) {
      const ResidentPosition<Tile> position(grid_.extent, grid_.tiling);
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
        if (!position.owns(row_, i)) continue;
        CellValues psi;
        for (int c = 0; c < kComponents; ++c) psi[c] = row_psi(c, i);
        store_psi(row_flags(i), position.x(i), row_y(row_), psi);
      }
    }
  }

 private:
  using Along = TileAlong<Tile>;

  static __device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x % 32U); }
  static __device__ __forceinline__ int warp() { return static_cast<int>(threadIdx.x / 32U); }
  __device__ __forceinline__ Along along_x() const { return Along::x(grid_.extent, grid_.tiling); }
  __device__ __forceinline__ Along along_y() const { return Along::y(grid_.extent, grid_.tiling); }
  __device__ __forceinline__ int column_x() const { return left_ ? 0 : grid_.extent.width - 1; }
  __device__ __forceinline__ int row_y(int r) const {
    return ResidentPosition<Tile>(grid_.extent, grid_.tiling).y(r);
  }
  __device__ __forceinline__ float factor_at(std::uint8_t flags, int x, int y) const {
    return (flags & kMedium) != 0
               ? grid_.factors[static_cast<std::size_t>(y) * grid_.factors_stride + x]
               : 1.0F;
  }
  __device__ __forceinline__ std::uint8_t row_flags(int i) const {
    return memory_.flags[row_][threadIdx.x].of[i];
  }
  __device__ __forceinline__ float& row_psi(int c, int i) const {
    return memory_.psi[top_ ? 0 : 1][c][lane() * kColumns + i];
  }
  __device__ __forceinline__ std::int64_t psi_index(int x, int y) const {
    const core::Extent extent = grid_.extent;
    const AbsorbingSides at = sides_of(grid_.absorbing, x, y, extent.width, extent.height);
    return rim_index(at, x, y, extent.width, extent.height);
  }
  __device__ __forceinline__ void load_psi(std::uint8_t flags, int x, int y,
                                           CellValues& psi) const {
    if ((flags & kAbsorb) == 0) return;
    const std::int64_t stride = rim_size(grid_.extent.width, grid_.extent.height);
    for (int c = 0; c < kComponents; ++c) {
      psi[c] = without_empty_bits(grid_.rim[c * stride + psi_index(x, y)]);
    }
  }
  __device__ __forceinline__ void store_psi(std::uint8_t flags, int x, int y,
                                            const CellValues& psi) const {
    if ((flags & kAbsorb) == 0) return;
    const std::int64_t stride = rim_size(grid_.extent.width, grid_.extent.height);
    for (int c = 0; c < kComponents; ++c) grid_.rim[c * stride + psi_index(x, y)] = psi[c];
  }
  /// Returns the mailbox for ψ of a tile: this one's, or that of its neighbour.
  __device__ __forceinline__ float* mail(std::ptrdiff_t buffer, int right, int down) const {
    const ResidentTiling& tiling = grid_.tiling;
    const int tile = along_y().number(down) * tiling.across + along_x().number(right);
    return grid_.mail.words + buffer +
           tiling.across * tiling.down * MailRow<Equation, Tile>::kTile +
           tile * RimMail<Equation, Tile>::kWords;
  }

  __device__ __forceinline__ void step_column(const Cells& own, const Row& above,
                                              const Row& below) {
    const int from = column_ / kColumns;
    if (left_) {
      step_column_at<0, 1>(own, above, below, from, from);
      return;
    }
    const int i = column_ % kColumns;
    [&]<int... kEach>(std::integer_sequence<int, kEach...>) {
      (void)((kEach == i &&
              (step_column_at < kEach,
               kEach == 0 ? kColumns - 1
                          : kEach - 1 > (own, above, below, from, kEach == 0 ? from - 1 : from),
               true)) ||
             ...);
    }
    (std::make_integer_sequence<int, kColumns>{});
  }
  /// The column is the `kEdge`-th one of lane `edge`; its inner neighbour is the `kInner`-th one of
  /// lane `inner`.
  template <int kEdge, int kInner>
  __device__ __forceinline__ void step_column_at(const Cells& own, const Row& above,
                                                 const Row& below, int edge, int inner) {
    constexpr unsigned kAll = 0xFFFFFFFFU;
    Neighbourhood<kComponents> n;
    CellValues older{};
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      float centre = 0.0F;
      float inside = 0.0F;
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        const float its_centre = __shfl_sync(kAll, own.newest[c][r][kEdge], edge);
        const float its_inside = __shfl_sync(kAll, own.newest[c][r][kInner], inner);
        centre = lane() == r ? its_centre : centre;
        inside = lane() == r ? its_inside : inside;
        if constexpr (Equation::kStepsBack > 0) {
          const float its_older = __shfl_sync(kAll, own.older[c][r][kEdge], edge);
          older[c] = lane() == r ? its_older : older[c];
        }
      }
      const float first = __shfl_sync(kAll, above[c][kEdge], edge);
      const float last = __shfl_sync(kAll, below[c][kEdge], edge);
      const float north = __shfl_up_sync(kAll, centre, 1);
      const float south = __shfl_down_sync(kAll, centre, 1);
      n[c] = {.centre = centre,
              .west = inside,
              .east = inside,
              .north = lane() == 0 ? first : north,
              .south = lane() == kRows - 1 ? last : south};
    }
    const bool in_row = lane() == row_;
    const AbsorbingSides at{
        .left = left_, .right = !left_, .top = in_row && top_, .bottom = in_row && !top_};
    const CellValues next = step_absorbing_cell<Equation>(n, older, column_flags_, column_factor_,
                                                          at, grid_.constants, column_psi_);
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int r = 0; r < kRows; ++r) next_column_[c][r] = __shfl_sync(kAll, next[c], r);
    }
  }

  __device__ __forceinline__ void step_row(const Cells& own, const Row& above, const Row& below) {
    constexpr unsigned kAll = 0xFFFFFFFFU;
    Row centre;
    Row inside;
    Row older{};
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      if (r != row_) continue;
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
#pragma unroll
        for (int i = 0; i < kColumns; ++i) {
          const float north = r == 0 ? above[c][i] : own.newest[c][r == 0 ? 0 : r - 1][i];
          const float south =
              r == kRows - 1 ? below[c][i] : own.newest[c][r == kRows - 1 ? r : r + 1][i];
          centre[c][i] = own.newest[c][r][i];
          inside[c][i] = top_ ? south : north;
          if constexpr (Equation::kStepsBack > 0) older[c][i] = own.older[c][r][i];
        }
      }
    }
    float west[kComponents];
    float east[kComponents];
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      west[c] = __shfl_up_sync(kAll, centre[c][kColumns - 1], 1);
      east[c] = __shfl_down_sync(kAll, centre[c][0], 1);
    }
#pragma unroll
    for (int i = 0; i < kColumns; ++i) {
      const Neighbourhood<kComponents> n = seen_by(i, centre, inside, inside, west, east);
      CellValues its_older;
      CellValues psi;
      for (int c = 0; c < kComponents; ++c) {
        its_older[c] = older[c][i];
        psi[c] = row_psi(c, i);
      }
      const bool in_column = lane() * kColumns + i == column_;
      const AbsorbingSides at{
          .left = in_column && left_, .right = in_column && !left_, .top = top_, .bottom = !top_};
      const CellValues next = step_absorbing_cell<Equation>(
          n, its_older, row_flags(i), memory_.factors[row_][threadIdx.x].of[i], at, grid_.constants,
          psi);
      for (int c = 0; c < kComponents; ++c) {
        next_row_[c][i] = next[c];
        row_psi(c, i) = psi[c];
      }
    }
  }

  const ResidentGrid<Equation>& grid_;
  Memory& memory_;
  bool left_ = false;  ///< true: the absorbing column is the grid's first one
  bool top_ = false;   ///< true: the absorbing row is the grid's first one
  int column_ = -1;    ///< the absorbing column of the tile and its halo; −1: none absorbs
  int row_ = -1;       ///< the absorbing row among the thread's rows; −1: none absorbs
  // Lane k keeps these for the cell of the thread's k-th row in the absorbing column.
  std::uint8_t column_flags_ = 0;
  float column_factor_ = 1.0F;
  CellValues column_psi_{};
  // All lanes have the next values of the column; each has those of its own cells in the row.
  float next_column_[kComponents][kRows];
  float next_row_[kComponents][kColumns];
};

/// Takes the place of ResidentRim where no edge absorbs.
struct NoRim {
  template <typename Cells, typename Row>
  __device__ __forceinline__ void before(const Cells&, const Row&, const Row&) {}
  template <typename CellValues>
  __device__ __forceinline__ void put(bool, int, int, CellValues&) const {}
  __device__ __forceinline__ void send(std::ptrdiff_t) const {}
  __device__ __forceinline__ void receive(std::ptrdiff_t) {}
  __device__ __forceinline__ void store() const {}
};

}  // namespace heatwave::field
