// Cells on absorbing edges are stepped by warps of their own, in grids that stay in registers.
// Each has an edge memory ψ, which tiles exchange together with their halos.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/resident_exchange.cuh"

namespace heatwave::field {

/// The words of a tile's mailbox for ψ: one for each of its rows, for the tile's absorbing column,
/// and one for each of its columns, for an absorbing row at the top and for one at the bottom; and
/// some more, so that the packs of the second buffer are aligned.
template <typename Equation, typename Tile>
struct RimMail {
  static constexpr int kUsed =
      Tile::kHasRim ? Equation::kComponents * (Tile::kHaloedHeight + 2 * Tile::kHaloedWidth) : 0;
  static constexpr int kWords = (kUsed + 3) / 4 * 4;
};

/// The absorbing cells of a tile lie in at most one column and one row of it.
template <typename Tile>
struct RimPlace {
  using Along = TileAlong<Tile>;

  template <typename Equation>
  __device__ __forceinline__ explicit RimPlace(const ResidentGrid<Equation>& grid)
      : x(Along::x(grid.extent, grid.tiling)), y(Along::y(grid.extent, grid.tiling)) {
    left = grid.absorbing.left && x.tile == 0;
    top = grid.absorbing.top && y.tile == 0;
    if (left || (grid.absorbing.right && x.tile == x.tiles - 1)) {
      column = Tile::kSteps + (left ? 0 : x.own - 1);
    }
    if (top || (grid.absorbing.bottom && y.tile == y.tiles - 1)) {
      row = Tile::kSteps + (top ? 0 : y.own - 1);
    }
  }
  [[nodiscard]] __device__ __forceinline__ int beside_column() const {
    return column + (left ? 1 : -1);
  }
  [[nodiscard]] __device__ __forceinline__ int beside_row() const { return row + (top ? 1 : -1); }

  Along x;
  Along y;
  bool left = false;  ///< true: the absorbing column is the grid's first one
  bool top = false;   ///< true: the absorbing row is the grid's first one
  int column = -1;    ///< the absorbing column of the tile and its halo; −1: none absorbs
  int row = -1;
};

/// The share of a warp of cells in the rim. After each barrier it takes the cells that the rim
/// warps have stepped; after each step it gives the inner neighbours that the rim warps need, and
/// the cells of the rim that do not absorb, such as sources.
template <typename Equation, typename Tile>
class RimShare {
 public:
  static constexpr bool kIsThere = true;
  using Cells = OwnCells<Equation, Tile>;

  __device__ __forceinline__ RimShare(const ResidentGrid<Equation>& grid,
                                      ResidentMemory<Equation, Tile>& memory)
      : cells_(memory.rim) {
    const RimPlace<Tile> place(grid);
    if (place.column >= 0) {
      has_side_ = true;
      is_first_ = place.column % kColumns == 0;
      is_beside_first_ = place.beside_column() % kColumns == first_of(kBeside);
      has_column_ = place.column / kColumns == lane();
      has_beside_column_ = place.beside_column() / kColumns == lane();
    }
    if (place.row >= 0) {
      row_ = in_warp(place.row);
      beside_row_ = in_warp(place.beside_row());
      is_above_ = place.row == warp() * kRows - 1;
      is_below_ = place.row == (warp() + 1) * kRows;
    }
    for (int r = 0; r < kRows; ++r) {
      for (int i = 0; i < kColumns; ++i) {
        if ((memory.flags[r][threadIdx.x].of[i] & kAbsorb) != 0) continue;
        if (has_column_ && i == (is_first_ ? 0 : kColumns - 1)) own_rows_ |= 1U << r;
        if (r == row_) own_columns_ |= 1U << i;
      }
    }
  }

  /// Gives all that the rim warps need before the first step of an exchange.
  __device__ __forceinline__ void begin(const Cells& own) const {
    Level& level = cells_.levels[0];
    if (has_column_) {
      write_column<kAbsorbing>(level.column, own.newest);
      write_column<kAbsorbing>(cells_.older_column, own.older);
    }
    if (has_beside_column_) write_column<kBeside>(level.beside_column, own.newest);
    if (row_ >= 0) {
      write_row(level.row, own.newest, row_);
      write_row(cells_.older_row, own.older, row_);
    }
    if (beside_row_ >= 0) write_row(level.beside_row, own.newest, beside_row_);
  }

  /// Takes the cells of the rim.
  __device__ __forceinline__ void take(int buffer, Cells& own) const {
    const Level& level = cells_.levels[buffer];
    if (has_side_) {
      const bool first = has_column_ && is_first_;
      const bool last = has_column_ && !is_first_;
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
#pragma unroll
        for (int k = 0; k < kPacks; ++k) {
          const Pack<4> pack = level.column[c][warp()][k];
#pragma unroll
          for (int r = 4 * k; r < kRows && r < 4 * k + 4; ++r) {
            auto& row = own.newest[c][r];
            row[0] = first ? pack.of[r % 4] : row[0];
            row[kColumns - 1] = last ? pack.of[r % 4] : row[kColumns - 1];
          }
        }
      }
    }
    if (row_ >= 0) {
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        const Pack<kColumns> pack = level.row[c][lane()];
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
#pragma unroll
          for (int i = 0; i < kColumns; ++i) {
            float& cell = own.newest[c][r][i];
            cell = r == row_ ? pack.of[i] : cell;
          }
        }
      }
    }
  }

  /// Replaces the rows of other warps above and below by the absorbing row, which those warps have
  /// not stepped.
  template <typename Row>
  __device__ __forceinline__ void see(int buffer, Row& above, Row& below) const {
    if (!is_above_ && !is_below_) return;
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      const Pack<kColumns> pack = cells_.levels[buffer].row[c][lane()];
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
        above[c][i] = is_above_ ? pack.of[i] : above[c][i];
        below[c][i] = is_below_ ? pack.of[i] : below[c][i];
      }
    }
  }

  /// Gives the cells that the rim warps need for the next step.
  __device__ __forceinline__ void give(int buffer, const Cells& own) const {
    Level& level = cells_.levels[buffer];
    if (has_beside_column_) write_column<kBeside>(level.beside_column, own.newest);
    if (beside_row_ >= 0) write_row(level.beside_row, own.newest, beside_row_);
    if (own_rows_ != 0) {
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
          if ((own_rows_ >> r & 1U) == 0) continue;
          level.column[c][warp()][r / 4].of[r % 4] = in_column<kAbsorbing>(own.newest[c][r]);
        }
      }
    }
    if (own_columns_ != 0) {
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
#pragma unroll
        for (int i = 0; i < kColumns; ++i) {
          if ((own_columns_ >> i & 1U) == 0) continue;
          float cell = own.newest[c][0][i];
#pragma unroll
          for (int r = 1; r < kRows; ++r) cell = r == row_ ? own.newest[c][r][i] : cell;
          level.row[c][lane()].of[i] = cell;
        }
      }
    }
  }

 private:
  static constexpr int kComponents = Equation::kComponents;
  static constexpr int kRows = Tile::kRows;
  static constexpr int kColumns = Tile::kColumns;
  using Shared = RimCells<Equation, Tile>;
  using Level = typename Shared::Level;
  static constexpr int kPacks = Shared::kPadded / 4;

  static __device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x % 32U); }
  static __device__ __forceinline__ int warp() { return static_cast<int>(threadIdx.x / 32U); }
  /// Returns which of the warp's rows this row of the tile is; −1: none.
  static __device__ __forceinline__ int in_warp(int row) {
    return row / kRows == warp() ? row % kRows : -1;
  }
  /// The absorbing column is a lane's first or last one, and the column beside it one of two.
  enum Which : std::uint8_t { kAbsorbing, kBeside };
  static __device__ constexpr int first_of(Which which) {
    return which == kBeside && kColumns > 2 ? 1 : 0;
  }
  template <Which kWhich>
  [[nodiscard]] __device__ __forceinline__ float in_column(const float (&row)[kColumns]) const {
    constexpr int kFirst = first_of(kWhich);
    return (kWhich == kBeside ? is_beside_first_ : is_first_) ? row[kFirst]
                                                              : row[kColumns - 1 - kFirst];
  }
  template <Which kWhich>
  __device__ __forceinline__ void write_column(
      typename Shared::Column& to, const float (&plane)[kComponents][kRows][kColumns]) const {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
#pragma unroll
      for (int k = 0; k < kPacks; ++k) {
        Pack<4> pack{};
#pragma unroll
        for (int r = 4 * k; r < kRows && r < 4 * k + 4; ++r) {
          pack.of[r % 4] = in_column<kWhich>(plane[c][r]);
        }
        to[c][warp()][k] = pack;
      }
    }
  }
  static __device__ __forceinline__ void write_row(
      typename Shared::Row& to, const float (&plane)[kComponents][kRows][kColumns], int row) {
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      Pack<kColumns> pack;
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
        pack.of[i] = plane[c][0][i];
#pragma unroll
        for (int r = 1; r < kRows; ++r) pack.of[i] = r == row ? plane[c][r][i] : pack.of[i];
      }
      to[c][lane()] = pack;
    }
  }

  Shared& cells_;
  bool has_side_ = false;           ///< true: a column of the tile absorbs
  bool has_column_ = false;         ///< true: the absorbing column is one of the thread's
  bool has_beside_column_ = false;  ///< true: the one beside it is
  bool is_first_ = false;           ///< true: the absorbing column is the first one of its lane
  bool is_beside_first_ = false;    ///< true: the one beside it is the first of two
  // The absorbing row and the one beside it among the warp's rows; −1: the warp does not have it.
  int row_ = -1;
  int beside_row_ = -1;
  bool is_above_ = false;  ///< true: the absorbing row lies next above the warp's rows
  bool is_below_ = false;
  unsigned own_rows_ = 0;  ///< one bit for each cell of the column that does not absorb
  unsigned own_columns_ = 0;
};

/// Steps cells of a block's absorbing row or of its absorbing column. A step's time is the longer
/// of a rim warp's and of a warp of cells', so a lane has one or two cells.
template <typename Equation, typename Tile, bool kIsRow>
class RimWarp {
 public:
  using Shared = RimCells<Equation, Tile>;

  /// `warp`: the warp's number among those of the row or the column.
  __device__ __forceinline__ RimWarp(const ResidentGrid<Equation>& grid, Shared& cells, int warp)
      : grid_(grid),
        words_(reinterpret_cast<float*>(cells.levels)),
        place_(grid),
        warp_(warp),
        is_there_((kIsRow ? place_.row : place_.column) >= 0) {
    if (!is_there_) return;
    prepare(cells);
    bool any = false;
#pragma unroll
    for (int k = 0; k < kCount; ++k) {
      any = any || (number(k) < kSize && (cells_[k].flags & kAbsorb) == 0);
    }
    has_others_ = __any_sync(0xFFFFFFFFU, any);
  }

  /// Takes all steps of a launch. It passes the barriers of step_registers(). The first warp of the
  /// column issues the fence that the mailbox needs if the last warp of cells has no time for it.
  __device__ __forceinline__ void run() {
    constexpr int kBarriers = Tile::kSideTaskSteps;
    int done = 0;
    for (std::ptrdiff_t buffer = 0;; buffer = grid_.mail.size - buffer) {
      const int now = min(Tile::kSteps, grid_.steps - done);
      for (int s = 0; s < now; ++s) {
        wait_at_barrier<Tile>(s % kBarriers);
        const int from = s % 2 * Shared::kLevelWords;
        if (is_there_) step(s == 0, from, Shared::kLevelWords - from);
        if (!kIsRow && !Tile::kLastWarpFences && s == 0 && number(0) == 0)
          fence_between_exchanges();
      }
      wait_at_barrier<Tile>(kBarriers);
      done += now;
      if (done == grid_.steps) break;
      if (!is_there_) continue;
      send(grid_.mail.words + buffer);
      receive(grid_.mail.words + buffer);
    }
    if (is_there_) store();
  }

 private:
  static constexpr int kComponents = Equation::kComponents;
  static constexpr int kSize = kIsRow ? Tile::kHaloedWidth : Tile::kHaloedHeight;
  static constexpr int kLanes = 32 * (kIsRow ? Tile::kRimRowWarps : Tile::kRimColumnWarps);
  static constexpr int kCount = (kSize + kLanes - 1) / kLanes;
  static_assert(!kIsRow || kSize == kCount * kLanes);
  static constexpr unsigned kAll = 0xFFFFFFFFU;
  using CellValues = Values<kComponents>;
  using Hood = Neighbourhood<kComponents>;

  struct Cell {
    CellValues centre{};
    CellValues older{};
    CellValues psi{};
    float factor = 1.0F;
    float speed = 0.0F;
    std::uint8_t flags = 0;
    bool is_corner = false;
    // Words of the first level: the cell, the cells before and behind it along the edge, and its
    // inner neighbour; the first component of each.
    int at = 0;
    int before = 0;
    int behind = 0;
    int beside = 0;
    int older_at = 0;
    // Places in the mailbox to which ψ is sent and from which it is received; −1: none.
    int mail_to = -1;
    int mail_from = -1;
    int psi_at = -1;  ///< the place of ψ in the rim array; −1: the tile does not own the cell
  };

  /// Returns the position along the edge, in the tile and its halo, of the lane's k-th cell.
  [[nodiscard]] __device__ __forceinline__ int number(int k) const {
    return (warp_ * kCount + k) * 32 + static_cast<int>(threadIdx.x % 32U);
  }
  __device__ __forceinline__ int word_of(const float& cell) const {
    return static_cast<int>(&cell - words_);
  }
  template <typename Side>
  static constexpr int kStrideOf = sizeof(Side) / sizeof(float) / kComponents;
  /// Words from a cell's component to its next one, here and on the other side of the corner, and
  /// in the mailbox.
  static constexpr int kStride =
      kIsRow ? kStrideOf<typename Shared::Row> : kStrideOf<typename Shared::Column>;
  static constexpr int kStrideOfOther =
      kIsRow ? kStrideOf<typename Shared::Column> : kStrideOf<typename Shared::Row>;
  static constexpr int kMailStride = kIsRow ? Tile::kHaloedWidth : 1;

  __device__ __forceinline__ int mail_of(int column, int row) const {
    const ResidentTiling& tiling = grid_.tiling;
    return tiling.across * tiling.down * MailRow<Equation, Tile>::kTile +
           (row * tiling.across + column) * RimMail<Equation, Tile>::kWords;
  }
  /// Reads what a cell keeps, at its coordinates in the grid.
  __device__ __forceinline__ void read_grid(Cell& cell, int x, int y, bool is_owned) const {
    cell.flags = grid_.flags[static_cast<std::size_t>(y) * grid_.flags_stride + x];
    if ((cell.flags & kMedium) != 0) {
      cell.factor = grid_.factors[static_cast<std::size_t>(y) * grid_.factors_stride + x];
    }
    cell.speed = Equation::edge_speed(Equation::in_medium(grid_.constants, cell.factor));
    if ((cell.flags & kAbsorb) == 0) return;
    const core::Extent extent = grid_.extent;
    const AbsorbingSides at = sides_of(grid_.absorbing, x, y, extent.width, extent.height);
    const auto psi_at = static_cast<int>(rim_index(at, x, y, extent.width, extent.height));
    const auto stride = static_cast<int>(rim_size(extent.width, extent.height));
    for (int c = 0; c < kComponents; ++c) {
      cell.psi[c] = without_empty_bits(grid_.rim[c * stride + psi_at]);
    }
    if (is_owned) cell.psi_at = psi_at;
  }
  __device__ __forceinline__ void prepare(Shared& cells) requires(!kIsRow) {
    const ResidentPosition<Tile> position(grid_.extent, grid_.tiling);
    const auto& y = place_.y;
    auto& level = cells.levels[0];
#pragma unroll
    for (int k = 0; k < kCount; ++k) {
      Cell& cell = cells_[k];
      const int row = min(number(k), kSize - 1);
      const int in = row - Tile::kSteps;
      if (number(k) < kSize) {
        read_grid(cell, place_.left ? 0 : grid_.extent.width - 1, position.y_in_tile(in),
                  y.owns(in));
        const int to = y.sends(in, 1);
        if (to != 0) {
          cell.mail_to =
              mail_of(place_.x.tile, y.number(to)) + (row - to * y.distance(to)) * kComponents;
        }
        if (y.sees(in) && !y.owns(in)) {
          cell.mail_from = mail_of(place_.x.tile, y.tile) + row * kComponents;
        }
      }
      cell.is_corner = row == place_.row;
      cell.at = word_of(Shared::in_column(level.column, 0, row));
      cell.before = word_of(Shared::in_column(level.column, 0, max(row - 1, 0)));
      cell.behind = word_of(Shared::in_column(level.column, 0, min(row + 1, kSize - 1)));
      cell.older_at = word_of(Shared::in_column(cells.older_column, 0, row));
      // The warps of cells do not step the absorbing row.
      cell.beside = cell.is_corner ? word_of(Shared::in_row(level.row, 0, place_.beside_column()))
                                   : word_of(Shared::in_column(level.beside_column, 0, row));
    }
  }
  __device__ __forceinline__ void prepare(Shared& cells) requires(kIsRow) {
    const ResidentPosition<Tile> position(grid_.extent, grid_.tiling);
    const auto& x = place_.x;
    auto& level = cells.levels[0];
#pragma unroll
    for (int k = 0; k < kCount; ++k) {
      Cell& cell = cells_[k];
      const int column = number(k);
      const int in = column - Tile::kSteps;
      read_grid(cell, position.x_in_tile(in), place_.top ? 0 : grid_.extent.height - 1, x.owns(in));
      const int place =
          kComponents * (Tile::kHaloedHeight + (place_.top ? 0 : Tile::kHaloedWidth)) + column;
      const int to = x.sends(in, 1);
      if (to != 0) {
        cell.mail_to = mail_of(x.number(to), place_.y.tile) + place - to * x.distance(to);
      }
      if (x.sees(in) && !x.owns(in)) cell.mail_from = mail_of(x.tile, place_.y.tile) + place;
      cell.is_corner = column == place_.column;
      cell.at = word_of(Shared::in_row(level.row, 0, column));
      cell.before = word_of(Shared::in_row(level.row, 0, max(column - 1, 0)));
      cell.behind = word_of(Shared::in_row(level.row, 0, min(column + 1, kSize - 1)));
      cell.older_at = word_of(Shared::in_row(cells.older_row, 0, column));
      cell.beside = cell.is_corner
                        ? word_of(Shared::in_column(level.column, 0, place_.beside_row()))
                        : word_of(Shared::in_row(level.beside_row, 0, column));
    }
  }

  /// Reads cells that other warps have: all before the first step of an exchange, later those that
  /// do not absorb.
  __device__ __forceinline__ void read(bool all, int from) {
#pragma unroll
    for (Cell& cell : cells_) {
      if (!all && (cell.flags & kAbsorb) != 0) continue;
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        cell.centre[c] = words_[from + cell.at + c * kStride];
        if (all) cell.older[c] = words_[cell.older_at + c * kStride];
      }
    }
  }
  /// Steps one cell, given its neighbours along the edge and, twice, the inner one across it.
  __device__ __forceinline__ void step_cell(Cell& cell, const Hood& n, int to) const {
    const bool across_x = !kIsRow || cell.is_corner;
    const bool across_y = kIsRow || cell.is_corner;
    const AbsorbingSides at{.left = across_x && place_.left,
                            .right = across_x && !place_.left,
                            .top = across_y && place_.top,
                            .bottom = across_y && !place_.top};
    const CellValues next = step_absorbing_cell<Equation>(
        n, cell.older, unsigned{cell.flags}, at, Equation::in_medium(grid_.constants, cell.factor),
        cell.speed, cell.psi);
#pragma unroll
    for (int c = 0; c < kComponents; ++c) {
      cell.older[c] = cell.centre[c];
      cell.centre[c] = next[c];
      if ((cell.flags & kAbsorb) != 0) words_[to + cell.at + c * kStride] = next[c];
    }
  }
  /// Steps all cells. A corner's inner neighbour lies in the column for the row, and the other way
  /// round. Neighbours along the edge may belong to another warp.
  __device__ __forceinline__ void step(bool is_first, int from, int to) {
    if (is_first || has_others_) read(is_first, from);
    Hood hoods[kCount];
#pragma unroll
    for (int k = 0; k < kCount; ++k) {
      const Cell& cell = cells_[k];
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        const int stride = cell.is_corner ? kStrideOfOther : kStride;
        const float beside = words_[from + cell.beside + c * stride];
        const float before = words_[from + cell.before + c * kStride];
        const float behind = words_[from + cell.behind + c * kStride];
        hoods[k][c] = {.centre = cell.centre[c],
                       .west = kIsRow ? before : beside,
                       .east = kIsRow ? behind : beside,
                       .north = kIsRow ? beside : before,
                       .south = kIsRow ? beside : behind};
      }
    }
#pragma unroll
    for (int k = 0; k < kCount; ++k) step_cell(cells_[k], hoods[k], to);
  }

  /// Sends ψ of the tile's outermost cells to the tiles whose halos contain them.
  __device__ __forceinline__ void send(float* mail) const {
    for (const Cell& cell : cells_) {
      if (cell.mail_to < 0) continue;
      for (int c = 0; c < kComponents; ++c) {
        send_word(mail + cell.mail_to + c * kMailStride, cell.psi[c]);
      }
    }
  }
  /// Receives ψ of the halo's cells as soon as it has arrived.
  __device__ __forceinline__ void receive(float* mail) {
    bool lacks = true;
    while (__any_sync(kAll, lacks)) {
      lacks = false;
      for (Cell& cell : cells_) {
        if (cell.mail_from < 0) continue;
        for (int c = 0; c < kComponents; ++c) {
          load_word(mail + cell.mail_from + c * kMailStride, cell.psi[c]);
          lacks = lacks || __float_as_uint(cell.psi[c]) == kEmptySlot;
        }
      }
    }
    for (const Cell& cell : cells_) {
      if (cell.mail_from < 0) continue;
      for (int c = 0; c < kComponents; ++c) {
        send_word(mail + cell.mail_from + c * kMailStride, __uint_as_float(kEmptySlot));
      }
    }
  }
  /// Writes ψ of the tile's own cells.
  __device__ __forceinline__ void store() const {
    const auto stride = static_cast<int>(rim_size(grid_.extent.width, grid_.extent.height));
    for (const Cell& cell : cells_) {
      if (cell.psi_at < 0) continue;
      for (int c = 0; c < kComponents; ++c) grid_.rim[c * stride + cell.psi_at] = cell.psi[c];
    }
  }

  const ResidentGrid<Equation>& grid_;
  float* words_;  ///< the first level of the shared cells
  RimPlace<Tile> place_;
  int warp_;
  bool is_there_;  ///< true: the tile has such a side
  Cell cells_[kCount];
  bool has_others_ = false;  ///< true: cells of the side do not absorb, such as sources
};

}  // namespace heatwave::field
