// Cells on absorbing edges are stepped here, in grids that stay in registers. Each has an edge
// memory ψ, which tiles exchange together with their halos.
#pragma once

#include <cstddef>
#include <cstdint>

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
  static_assert(Tile::kHaloedHeight % Tile::kColumns == 0);
};

/// True if tiles of this kind step cells on absorbing edges. That takes more registers than a
/// thread of a large block can have: with fewer, passes over the grid are faster.
template <typename Equation, typename Tile>
inline constexpr bool steps_absorbing_edges = Equation::kAbsorbs&& Tile::kThreads < 512;

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
    if (column_ >= 0 && lane() < kRows) prepare_column(x, y);
    if (row_ >= 0) prepare_row(x, y);
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

  /// Sends ψ of the tile's outermost cells to the tiles whose halos contain them.
  __device__ __forceinline__ void send(std::ptrdiff_t buffer) const {
    float* const mail = grid_.mail.words + buffer;
    if (column_to_ >= 0) {
      for (int c = 0; c < kComponents; ++c) send_word(mail + column_to_ + c, column_psi_[c]);
    }
    if (row_to_ >= 0) {
      for (int c = 0; c < kComponents; ++c) {
        field::send(mail + row_to_ + c * Tile::kHaloedWidth, row_psi(c));
      }
    }
  }
  /// Loads ψ of the halo's cells, which may not have arrived.
  __device__ __forceinline__ void load(std::ptrdiff_t buffer) {
    const float* const mail = grid_.mail.words + buffer;
    if (column_from_ >= 0) {
      for (int c = 0; c < kComponents; ++c) load_word(mail + column_from_ + c, column_psi_[c]);
    }
    if (row_from_ >= 0) {
      for (int c = 0; c < kComponents; ++c) {
        load_pack(mail + row_from_ + c * Tile::kHaloedWidth, row_psi(c));
      }
    }
  }
  /// Returns whether ψ of a cell had not arrived when it was loaded.
  __device__ __forceinline__ bool lacks() const {
    bool any = false;
    for (int c = 0; c < kComponents; ++c) {
      any = any || (column_from_ >= 0 && __float_as_uint(column_psi_[c]) == kEmptySlot);
      if (row_from_ < 0) continue;
      for (const float& word : row_psi(c).of) any = any || __float_as_uint(word) == kEmptySlot;
    }
    return any;
  }
  /// Empties the slots from which ψ was loaded.
  __device__ __forceinline__ void empty(std::ptrdiff_t buffer) const {
    float* const mail = grid_.mail.words + buffer;
    for (int c = 0; c < kComponents; ++c) {
      if (column_from_ >= 0) send_word(mail + column_from_ + c, __uint_as_float(kEmptySlot));
      if (row_from_ >= 0) {
        field::send(mail + row_from_ + c * Tile::kHaloedWidth, empty_pack<kColumns>());
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
        for (int c = 0; c < kComponents; ++c) psi[c] = row_psi(c).of[i];
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
  __device__ __forceinline__ std::uint8_t row_flags(int i) const {
    return memory_.flags[row_][threadIdx.x].of[i];
  }
  __device__ __forceinline__ Pack<kColumns>& row_psi(int c) const {
    return memory_.psi[top_ ? 0 : 1][c][lane()];
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
  /// Returns the place of a tile's ψ in the mailbox.
  __device__ __forceinline__ int mail_of(int column, int row) const {
    const ResidentTiling& tiling = grid_.tiling;
    return tiling.across * tiling.down * MailRow<Equation, Tile>::kTile +
           (row * tiling.across + column) * RimMail<Equation, Tile>::kWords;
  }
  __device__ __forceinline__ void prepare_column(const Along& x, const Along& y) {
    const int at_x = column_x();
    const int at_y = row_y(lane());
    column_flags_ = grid_.flags[static_cast<std::size_t>(at_y) * grid_.flags_stride + at_x];
    const float factor =
        (column_flags_ & kMedium) != 0
            ? grid_.factors[static_cast<std::size_t>(at_y) * grid_.factors_stride + at_x]
            : 1.0F;
    column_constants_ = Equation::in_medium(grid_.constants, factor);
    column_speed_ = Equation::edge_speed(column_constants_);
    load_psi(column_flags_, at_x, at_y, column_psi_);
    const int row = warp() * kRows + lane();
    const int in = row - Tile::kSteps;
    const int to = y.sends(in, 1);
    if (to != 0) {
      column_to_ = mail_of(x.tile, y.number(to)) + (row - to * y.distance(to)) * kComponents;
    }
    if (y.sees(in) && !y.owns(in)) column_from_ = mail_of(x.tile, y.tile) + row * kComponents;
  }
  __device__ __forceinline__ void prepare_row(const Along& x, const Along& y) {
    const ResidentPosition<Tile> position(grid_.extent, grid_.tiling);
#pragma unroll
    for (int i = 0; i < kColumns; ++i) {
      CellValues psi{};
      row_has_media_ |= (row_flags(i) & kMedium) != 0;
      load_psi(row_flags(i), position.x(i), row_y(row_), psi);
      for (int c = 0; c < kComponents; ++c) row_psi(c).of[i] = psi[c];
    }
    row_has_media_ = __any_sync(0xFFFFFFFFU, row_has_media_);
    row_speed_ = Equation::edge_speed(Equation::in_medium(grid_.constants, 1.0F));
    const int in = lane() * kColumns - Tile::kSteps;
    const int place =
        kComponents * (Tile::kHaloedHeight + (top_ ? 0 : Tile::kHaloedWidth)) + lane() * kColumns;
    const int to = x.sends(in, kColumns);
    if (to != 0) row_to_ = mail_of(x.number(to), y.tile) + place - to * x.distance(to);
    if (x.sees(in) && !x.owns(in)) row_from_ = mail_of(x.tile, y.tile) + place;
  }

  /// Returns the cell of a lane's row in a column that is known only at run time.
  static __device__ __forceinline__ float cell_in(const float (&row)[kColumns], int column) {
    float cell = row[0];
#pragma unroll
    for (int i = 1; i < kColumns; ++i) cell = column == i ? row[i] : cell;
    return cell;
  }
  __device__ __forceinline__ void step_column(const Cells& own, const Row& above,
                                              const Row& below) {
    constexpr unsigned kAll = 0xFFFFFFFFU;
    const int inner = column_ + (left_ ? 1 : -1);
    const int from = column_ / kColumns;
    const int i = column_ % kColumns;
    const int inside_from = inner / kColumns;
    const int inside_i = inner % kColumns;
    Neighbourhood<kComponents> n;
    CellValues older{};
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      float centre = 0.0F;
      float inside = 0.0F;
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        const float its_centre = __shfl_sync(kAll, cell_in(own.newest[c][r], i), from);
        const float its_inside =
            __shfl_sync(kAll, cell_in(own.newest[c][r], inside_i), inside_from);
        centre = lane() == r ? its_centre : centre;
        inside = lane() == r ? its_inside : inside;
        if constexpr (Equation::kStepsBack > 0) {
          const float its_older = __shfl_sync(kAll, cell_in(own.older[c][r], i), from);
          older[c] = lane() == r ? its_older : older[c];
        }
      }
      const float first = __shfl_sync(kAll, cell_in(above[c], i), from);
      const float last = __shfl_sync(kAll, cell_in(below[c], i), from);
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
    const CellValues next = step_absorbing_cell<Equation>(
        n, older, unsigned{column_flags_}, at, column_constants_, column_speed_, column_psi_);
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
        psi[c] = row_psi(c).of[i];
      }
      const bool in_column = lane() * kColumns + i == column_;
      const AbsorbingSides at{
          .left = in_column && left_, .right = in_column && !left_, .top = top_, .bottom = !top_};
      const unsigned flags = row_flags(i);
      auto constants = Equation::in_medium(grid_.constants, 1.0F);
      float speed = row_speed_;
      if (row_has_media_) {
        constants = Equation::in_medium(grid_.constants, memory_.factors[row_][threadIdx.x].of[i]);
        speed = Equation::edge_speed(constants);
      }
      const CellValues next =
          step_absorbing_cell<Equation>(n, its_older, flags, at, constants, speed, psi);
      for (int c = 0; c < kComponents; ++c) {
        next_row_[c][i] = next[c];
        row_psi(c).of[i] = psi[c];
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
  typename Equation::Constants column_constants_{};
  float column_speed_ = 0.0F;
  CellValues column_psi_{};
  float row_speed_ = 0.0F;  ///< for cells that are no media
  bool row_has_media_ = false;
  // Places in the mailbox to which ψ is sent and from which it is received; −1: none.
  int column_to_ = -1;
  int column_from_ = -1;
  int row_to_ = -1;
  int row_from_ = -1;
  // All lanes have the next values of the column; each has those of its own cells in the row.
  // They begin as zeros: cells that the tile does not see must not have the bits of an empty slot.
  float next_column_[kComponents][kRows] = {};
  float next_row_[kComponents][kColumns] = {};
};

/// Takes the place of ResidentRim where no edge absorbs.
struct NoRim {
  template <typename Cells, typename Row>
  __device__ __forceinline__ void before(const Cells&, const Row&, const Row&) {}
  template <typename CellValues>
  __device__ __forceinline__ void put(bool, int, int, CellValues&) const {}
  __device__ __forceinline__ void send(std::ptrdiff_t) const {}
  __device__ __forceinline__ void load(std::ptrdiff_t) {}
  __device__ __forceinline__ bool lacks() const { return false; }
  __device__ __forceinline__ void empty(std::ptrdiff_t) const {}
  __device__ __forceinline__ void store() const {}
};

}  // namespace heatwave::field
