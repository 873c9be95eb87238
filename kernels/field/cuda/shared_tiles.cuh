// Tiles with cells of any kind are stepped in shared memory here, several steps in one pass.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/fused_tiles.cuh"
#include "kernels/field/cuda/pass_samples.cuh"

namespace heatwave::field {

/// A tile with cells of any kind and its halo, in a block's shared memory. FusedTile says how large
/// the tile is; kShape is the largest size.
template <typename Equation, int kWidth, int kHeight, int kSteps>
struct SharedTile {
  static constexpr TileShape kShape{kWidth, kHeight, kSteps};
  /// Cells below each other that a thread steps at a time. Where a tile ends it reads the rows
  /// behind the last one, but uses none of them.
  static constexpr int kRows = 4;
  static constexpr int kCells = kShape.haloed_width() * (kShape.haloed_height() + kRows - 1);
  static constexpr int kThreads = 512;

  /// Two time levels that alternate. If the equation looks back, the older level is in the other
  /// one after a step.
  float fields[2][Equation::kComponents][kCells];
  float factors[kCells];  ///< media have one each; other cells have none
  std::uint8_t flags[kCells];
};

/// A place in the grid, of which a block holds the cells with their halo. Coordinates inside it
/// begin at the halo's first cell.
template <int kSteps>
struct HaloedPlace {
  template <typename Equation>
  __device__ __forceinline__ HaloedPlace(const FusedGrid<Equation>& grid, const FusedTile& tile)
      : x0(tile.x - kSteps),
        y0(tile.y - kSteps),
        width(tile.width + 2 * kSteps),
        height(tile.height + 2 * kSteps),
        // Beyond an edge that is not joined to the opposite one there are no cells that others see.
        first_x(grid.mirrors.x ? max(-x0, 0) : 0),
        first_y(grid.mirrors.y ? max(-y0, 0) : 0),
        beyond_x(grid.mirrors.x ? min(grid.extent.width - x0, width) : width),
        beyond_y(grid.mirrors.y ? min(grid.extent.height - y0, height) : height) {}

  [[nodiscard]] __device__ __forceinline__ int index(int x, int y) const { return y * width + x; }
  /// Returns whether a cell is there, and is none of the outermost ones, which lack neighbours.
  [[nodiscard]] __device__ __forceinline__ bool can_step(int x, int y) const {
    return x >= max(first_x, 1) && x < min(beyond_x, width - 1) && y >= max(first_y, 1) &&
           y < min(beyond_y, height - 1);
  }
  /// Returns how many steps it takes at least until cells of a rectangle reach cells that the tile
  /// itself has.
  [[nodiscard]] __device__ __forceinline__ int steps_to_own(int x, int y, int columns,
                                                            int rows) const {
    const auto gap = [](int begin, int count, int size) {
      return max(max(kSteps + 1 - begin - count, begin + kSteps + 1 - size), 0);
    };
    return gap(x, columns, width) + gap(y, rows, height);
  }
  /// Calls `visit` for cells of a rectangle, which the block's threads share.
  template <int kThreads, typename Visit>
  __device__ __forceinline__ static void share(int begin_x, int begin_y, int end_x, int end_y,
                                               Visit visit) {
    const int lane = static_cast<int>(threadIdx.x % 32U);
    const int warp = static_cast<int>(threadIdx.x / 32U);
    for (int y = begin_y + warp; y < end_y; y += kThreads / 32) {
      for (int x = begin_x + lane; x < end_x; x += 32) visit(x, y);
    }
  }

  int x0;  ///< column of the grid at which the halo begins; it may lie beyond the edge
  int y0;
  int width;
  int height;
  int first_x;
  int first_y;
  int beyond_x;
  int beyond_y;
};

/// The cells of a tile that one thread steps, four below each other at a time: their loads do not
/// wait for each other, and what a cell sees above and below is loaded once. In each step those are
/// stepped whose values can still reach the tile's own cells.
template <typename Equation, typename Tile>
class ThreadCells {
 public:
  template <typename Place>
  __device__ __forceinline__ ThreadCells(const Place& place, const Tile& tile, int steps) {
    const int begin_x = max(place.first_x, 1);
    const int begin_y = max(place.first_y, 1);
    const int across = (min(place.beyond_x, place.width - 1) - begin_x + 31) / 32;
#pragma unroll
    for (int k = 0; k < kMost; ++k) {
      const int group = static_cast<int>(threadIdx.x / 32U) + k * (Tile::kThreads / 32);
      const int x = begin_x + group % across * 32 + static_cast<int>(threadIdx.x % 32U);
      const int y = begin_y + group / across * kRows;
      first_[k] = place.index(x, y);
      flags_[k] = 0;
      last_level_[k] = -1;
      for (int r = 0; r < kRows && place.can_step(x, y + r); ++r) {
        const unsigned flags = tile.flags[first_[k] + r * place.width];
        if (Equation::kAbsorbs && (flags & kAbsorb) != 0) continue;
        flags_[k] |= flags << static_cast<unsigned>(8 * r);
        cells_ |= 1U << static_cast<unsigned>(kRows * k + r);
        last_level_[k] =
            steps - 1 - place.steps_to_own(begin_x + group % across * 32, y, 32, kRows);
      }
    }
  }

  __device__ __forceinline__ void step(Tile& tile, int width, int level,
                                       const typename Equation::Constants& constants) const {
    const int from = level % 2;
#pragma unroll
    for (int k = 0; k < kMost; ++k) {
      if (level > last_level_[k]) continue;
      int at[kRows + 2];
#pragma unroll
      for (int r = 0; r < kRows + 2; ++r) at[r] = first_[k] + (r - 1) * width;
      Neighbourhood<kComponents> n[kRows];
      Values<kComponents> older[kRows] = {};
#pragma unroll
      for (int c = 0; c < kComponents; ++c) {
        const float* cells = tile.fields[from][c];
        float column[kRows + 2];
#pragma unroll
        for (int r = 0; r < kRows + 2; ++r) column[r] = cells[at[r]];
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
          n[r][c] = {column[r + 1], cells[at[r + 1] - 1], cells[at[r + 1] + 1], column[r],
                     column[r + 2]};
          if constexpr (Equation::kStepsBack > 0) {
            older[r][c] = tile.fields[1 - from][c][at[r + 1]];
          }
        }
      }
      const auto put = [&](int r, const Values<kComponents>& next) {
#pragma unroll
        for (int c = 0; c < kComponents; ++c) tile.fields[1 - from][c][at[r + 1]] = next[c];
      };
      if (flags_[k] == 0 && (cells_ >> static_cast<unsigned>(kRows * k) & kAllRows) == kAllRows) {
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
          put(r, update_at_level<Equation>(level, n[r], older[r], constants));
        }
        continue;
      }
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        if ((cells_ >> static_cast<unsigned>(kRows * k + r) & 1U) == 0) continue;
        const auto flags =
            static_cast<std::uint8_t>(flags_[k] >> static_cast<unsigned>(8 * r) & 0xFFU);
        put(r,
            unless_fixed(update_at_level<Equation>(level, visible_neighbours(n[r], flags), older[r],
                                                   constants_in_cell<Equation>(
                                                       constants, flags, tile.factors[at[r + 1]])),
                         n[r], flags));
      }
    }
  }

 private:
  static constexpr int kComponents = Equation::kComponents;
  static constexpr int kRows = Tile::kRows;
  static constexpr unsigned kAllRows = (1U << kRows) - 1;
  static constexpr int kWarps = Tile::kThreads / 32;
  static constexpr int kMostGroups = (Tile::kShape.haloed_width() - 2 + 31) / 32 *
                                     ((Tile::kShape.haloed_height() - 2 + kRows - 1) / kRows);
  static constexpr int kMost = (kMostGroups + kWarps - 1) / kWarps;
  static_assert(kRows * kMost <= 32);

  int first_[kMost];       ///< index of the first of four cells
  int last_level_[kMost];  ///< the last level to which they are stepped; -1: there are none
  unsigned flags_[kMost];  ///< eight bits for each of them
  unsigned cells_ = 0;     ///< one bit for each cell: 1: the thread steps it
};

/// Returns what a cell of a tile sees in a time level.
template <typename Equation, typename Tile>
__device__ __forceinline__ Neighbourhood<Equation::kComponents> seen_in(const Tile& tile, int from,
                                                                        int at, int width) {
  Neighbourhood<Equation::kComponents> n;
  for (int c = 0; c < Equation::kComponents; ++c) {
    const float* cells = tile.fields[from][c];
    n[c] = {cells[at], cells[at - 1], cells[at + 1], cells[at - width], cells[at + width]};
  }
  return n;
}

/// Returns the values of a cell of a tile one step before a time level.
template <typename Equation, typename Tile>
__device__ __forceinline__ Values<Equation::kComponents> older_in(const Tile& tile, int from,
                                                                  int at) {
  Values<Equation::kComponents> older{};
  if constexpr (Equation::kStepsBack > 0) {
    for (int c = 0; c < Equation::kComponents; ++c) older[c] = tile.fields[1 - from][c][at];
  }
  return older;
}

/// A cell of a tile on an absorbing edge. One thread steps it in all steps of a pass, and keeps its
/// edge memory and what depends on its place alone.
template <typename Equation, bool kAbsorbs = Equation::kAbsorbs>
class AbsorbingCell {
 public:
  /// Finds the thread's cell, if it has one.
  template <typename Place, typename Tile>
  __device__ __forceinline__ AbsorbingCell(const FusedGrid<Equation>& grid, const Place& place,
                                           const Tile& tile,
                                           const typename Equation::Constants& constants) {
    constexpr TileShape kShape = Tile::kShape;
    static_assert(2 * (kShape.haloed_width() + kShape.haloed_height()) <= Tile::kThreads,
                  "each cell of an edge has a thread");
    if (!grid.absorbing.any()) return;
    // The last threads have cells of an edge, since the first ones have more of the others.
    int i = Tile::kThreads - 1 - static_cast<int>(threadIdx.x);
    const bool is_column = i < 2 * place.height;
    if (!is_column) i -= 2 * place.height;
    const int along = is_column ? place.height : place.width;
    const bool is_second = i >= along;
    if (is_second) i -= along;
    if (i >= along) return;
    x_ = is_column ? (is_second ? grid.extent.width - 1 : 0) - place.x0 : i;
    y_ = is_column ? i : (is_second ? grid.extent.height - 1 : 0) - place.y0;
    if (!place.can_step(x_, y_)) return;
    const int at = place.index(x_, y_);
    flags_ = tile.flags[at];
    if ((flags_ & kAbsorb) == 0) return;
    const int x = wrap_coordinate(place.x0 + x_, grid.extent.width);
    const int y = wrap_coordinate(place.y0 + y_, grid.extent.height);
    sides_ = sides_of(grid.absorbing, x, y, grid.extent.width, grid.extent.height);
    // A corner belongs to its column, and the only column of a grid is its first one.
    const bool is_of_column = sides_.left || sides_.right;
    if (is_column != is_of_column) return;
    if (is_second == (is_column ? sides_.left : sides_.top)) return;
    last_level_ = grid.steps - 1 - place.steps_to_own(x_, y_, 1, 1);
    entry_ = rim_index(sides_, x, y, grid.extent.width, grid.extent.height);
    constants_ = constants_in_cell<Equation>(constants, flags_, tile.factors[at]);
    speed_ = Equation::edge_speed(constants_);
    for (int c = 0; c < kComponents; ++c) psi_[c] = grid.rim[rim_entry(grid, c)];
  }

  template <typename Place, typename Tile>
  __device__ __forceinline__ void step(const Place& place, Tile& tile, int level) {
    if (level > last_level_) return;
    const int from = level % 2;
    const int at = place.index(x_, y_);
    const Values<kComponents> next = step_absorbing_cell<Equation>(
        seen_in<Equation>(tile, from, at, place.width), older_in<Equation>(tile, from, at), flags_,
        sides_, constants_, speed_, psi_);
    for (int c = 0; c < kComponents; ++c) tile.fields[1 - from][c][at] = next[c];
  }

  /// Writes the edge memory of a cell that the tile itself has.
  template <typename Place>
  __device__ __forceinline__ void write(const FusedGrid<Equation>& grid, const Place& place,
                                        int steps) const {
    if (last_level_ < 0 || x_ < steps || x_ >= place.width - steps || y_ < steps ||
        y_ >= place.height - steps) {
      return;
    }
    for (int c = 0; c < kComponents; ++c) grid.next_rim[rim_entry(grid, c)] = psi_[c];
  }

 private:
  static constexpr int kComponents = Equation::kComponents;

  __device__ __forceinline__ std::int64_t rim_entry(const FusedGrid<Equation>& grid, int c) const {
    return c * rim_size(grid.extent.width, grid.extent.height) + entry_;
  }

  int last_level_ = -1;  ///< the last level to which the cell is stepped; -1: there is none
  int x_ = 0;
  int y_ = 0;
  std::uint8_t flags_ = 0;
  AbsorbingSides sides_;
  std::int64_t entry_ = 0;
  typename Equation::template ConstantsOf<float> constants_;
  float speed_ = 0.0F;
  Values<kComponents> psi_{};
};

/// An equation whose edges do not absorb has no such cell.
template <typename Equation>
struct AbsorbingCell<Equation, false> {
  template <typename... Ignored>
  __device__ __forceinline__ explicit AbsorbingCell(const Ignored&...) {}
  template <typename... Ignored>
  __device__ __forceinline__ void step(const Ignored&...) {}
  template <typename... Ignored>
  __device__ __forceinline__ void write(const Ignored&...) const {}
};

/// The oscillating cells of a tile and its halo, which the block's threads share. A thread asks for
/// the value of its first one before it steps other cells, and need not wait for it afterwards.
template <typename Equation, int kThreads>
class OscillatingCells {
 public:
  /// `values`: those of all oscillations, `oscillations` of them for each step
  __device__ __forceinline__ OscillatingCells(const TileOscillator* cells, int count,
                                              const float* values, int oscillations)
      : cells_(cells), count_(count), values_(values), oscillations_(oscillations) {
    if (thread() < count) first_ = cells[thread()];
  }

  /// Asks for the value of the thread's first cell after a level.
  __device__ __forceinline__ void ask(int level) {
    if (thread() < count_) value_ = value_of(first_, level);
  }
  /// Sets all cells in the time level that was written.
  template <typename Tile>
  __device__ __forceinline__ void set(Tile& tile, int to, int level) const {
    if (count_ == 0) return;
    if (thread() < count_) set_cell(tile, to, level, first_, value_);
    for (int i = thread() + kThreads; i < count_; i += kThreads) {
      set_cell(tile, to, level, cells_[i], value_of(cells_[i], level));
    }
    __syncthreads();
  }

 private:
  static __device__ __forceinline__ int thread() { return static_cast<int>(threadIdx.x); }
  [[nodiscard]] __device__ __forceinline__ float value_of(const TileOscillator& cell,
                                                          int level) const {
    return values_[level / levels_per_step<Equation>() * oscillations_ + cell.oscillation];
  }
  template <typename Tile>
  __device__ __forceinline__ void set_cell(Tile& tile, int to, int level,
                                           const TileOscillator& cell, float value) const {
    if (level_writes<Equation>(level, cell.component)) {
      tile.fields[to][cell.component][cell.cell] = value;
    }
  }

  const TileOscillator* cells_;
  int count_;
  const float* values_;
  int oscillations_;
  TileOscillator first_{};
  float value_ = 0.0F;
};

/// Samples a tile's own cells while a pass steps them.
template <typename Equation, typename Tile, typename Place, typename Samples>
class TileRecorder {
 public:
  /// `own`: the cells that the tile has in the grid
  __device__ __forceinline__ TileRecorder(const Samples& samples, const Place& place,
                                          const core::Rect& own)
      : samples_(samples), place_(place), own_(own), next_(samples.first) {
    static_assert(kMostCellsInPass <= Tile::kThreads, "each sampled cell has a thread");
    const int i = static_cast<int>(threadIdx.x);
    if (i >= samples.count) return;
    const SampledCell cell = samples.cells[i];
    if (cell.x >= own.x0 && cell.x < own.x1 && cell.y >= own.y0 && cell.y < own.y1) {
      at_ = index_of(cell.x, cell.y);
    }
  }

  /// Samples the cells after a step from time level `from` to the other one, if a sample is due.
  /// `step`: its number in the pass, counted from 1.
  __device__ __forceinline__ void record(const Tile& tile, int from, int step) {
    if (step != next_) return;
    if (at_ >= 0) {
      samples_.values[sample_ * samples_.count + static_cast<int>(threadIdx.x)] =
          tile.fields[1 - from][samples_.component][at_];
    }
    if (samples_.levels != nullptr) {
      keep_levels(tile, from);
      __syncthreads();  // the next step overwrites one of them
    }
    next_ += samples_.every;
    ++sample_;
  }

 private:
  [[nodiscard]] __device__ __forceinline__ int index_of(int x, int y) const {
    return place_.index(x - place_.x0, y - place_.y0);
  }
  __device__ void keep_levels(const Tile& tile, int from) const {
    const int before = samples_.keeps_each_before ? 2 * sample_ : sample_;
    float* level = samples_.levels + static_cast<std::size_t>(before) * samples_.level_size;
    const auto keep = [&](const float(&cells)[Tile::kCells]) {
      Place::template share<Tile::kThreads>(own_.x0, own_.y0, own_.x1, own_.y1, [&](int x, int y) {
        level[static_cast<std::size_t>(y) * samples_.stride + x] = cells[index_of(x, y)];
      });
    };
    if constexpr (Equation::kStepsBack > 0) {
      if (sample_ == 0 || samples_.keeps_each_before) keep(tile.fields[from][samples_.component]);
      level += samples_.level_size;
    }
    keep(tile.fields[1 - from][samples_.component]);
  }

  const Samples& samples_;
  const Place& place_;
  core::Rect own_;
  int next_;        ///< the step of the next sample
  int sample_ = 0;  ///< its number in this pass
  int at_ = -1;     ///< index of the thread's sampled cell in the tile; -1: there is none
};

/// A pass that samples nothing has nothing to record.
template <typename Equation, typename Tile, typename Place>
struct TileRecorder<Equation, Tile, Place, NoSamples> {
  template <typename... Ignored>
  __device__ __forceinline__ explicit TileRecorder(const Ignored&...) {}
  template <typename... Ignored>
  __device__ __forceinline__ void record(const Ignored&...) {}
};

/// Loads a tile with its halo. A thread loads the cells of a few rows at a time, so that their
/// loads do not wait for each other.
template <typename Equation, typename Tile, typename Place>
__device__ __forceinline__ void load_mixed_tile(const FusedGrid<Equation>& grid, const Place& place,
                                                Tile& tile) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kRows = 4;
  constexpr int kWarps = Tile::kThreads / 32;
  for (int first = place.first_y + static_cast<int>(threadIdx.x / 32U); first < place.beyond_y;
       first += kRows * kWarps) {
    int in_tile[kRows];
    std::size_t in_grid[kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      // Behind the last row that one is loaded again.
      in_tile[r] = min(first + r * kWarps, place.beyond_y - 1);
      in_grid[r] =
          static_cast<std::size_t>(wrap_coordinate(place.y0 + in_tile[r], grid.extent.height));
    }
    for (int column = place.first_x + static_cast<int>(threadIdx.x % 32U); column < place.beyond_x;
         column += 32) {
      const int x = wrap_coordinate(place.x0 + column, grid.extent.width);
      std::uint8_t flags[kRows];
      Values<kComponents> newest[kRows];
      Values<kComponents> older[kRows] = {};
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        flags[r] = grid.flags[in_grid[r] * grid.flags_stride + x];
        for (int c = 0; c < kComponents; ++c) {
          const std::size_t at = in_grid[r] * grid.stride + x;
          newest[r][c] = grid.newest[c][at];
          if constexpr (Equation::kStepsBack > 0) older[r][c] = grid.older[c][at];
        }
      }
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        const int at = place.index(column, in_tile[r]);
        tile.flags[at] = flags[r];
        for (int c = 0; c < kComponents; ++c) {
          tile.fields[0][c][at] = newest[r][c];
          tile.fields[1][c][at] = older[r][c];
        }
        if ((flags[r] & kMedium) != 0) {
          tile.factors[at] = grid.factors[in_grid[r] * grid.factors_stride + x];
        }
      }
    }
  }
}

/// Runs a pass over tiles with cells of any kind. Few warps share a multiprocessor, so the kernel
/// waits for shared memory and barriers most of the time.
template <typename Equation, typename Tile, typename Samples>
__global__ void __launch_bounds__(Tile::kThreads, 2)
    step_mixed_tiles(FusedGrid<Equation> grid, const FusedTile* tiles,
                     const TileOscillator* oscillators, const float* values, int oscillations,
                     typename Equation::Constants constants,
                     const __grid_constant__ Samples samples) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kHalo = Tile::kShape.steps;
  constexpr int kThreads = Tile::kThreads;
  using Place = HaloedPlace<kHalo>;
  extern __shared__ unsigned char memory[];
  Tile& tile = *reinterpret_cast<Tile*>(memory);
  const FusedTile own = tiles[blockIdx.x];
  const Place place(grid, own);
  begin_to_read(grid.is_first);
  load_mixed_tile(grid, place, tile);
  __syncthreads();

  AbsorbingCell<Equation> absorbing(grid, place, tile, constants);
  OscillatingCells<Equation, kThreads> oscillating(oscillators + own.first, own.count, values,
                                                   oscillations);
  const ThreadCells<Equation, Tile> cells(place, tile, grid.steps);
  const core::Rect written{own.x, own.y, min(own.x + own.width, grid.extent.width),
                           min(own.y + own.height, grid.extent.height)};
  TileRecorder<Equation, Tile, Place, Samples> recorder(samples, place, written);
  for (int level = 0; level < grid.steps; ++level) {
    const int from = level % 2;
    oscillating.ask(level);
    absorbing.step(place, tile, level);
    cells.step(tile, place.width, level, constants);
    __syncthreads();
    oscillating.set(tile, 1 - from, level);
    recorder.record(tile, from, level + 1);
  }

  begin_to_write(grid.is_first);
  const int newest = grid.steps % 2;
  Place::template share<kThreads>(
      written.x0, written.y0, written.x1, written.y1, [&](int x, int y) {
        const int at = place.index(x - place.x0, y - place.y0);
        const std::size_t cell = static_cast<std::size_t>(y) * grid.stride + x;
        for (int c = 0; c < kComponents; ++c) {
          grid.next_newest[c][cell] = tile.fields[newest][c][at];
          if constexpr (Equation::kStepsBack > 0) {
            grid.next_older[c][cell] = tile.fields[1 - newest][c][at];
          }
        }
      });
  absorbing.write(grid, place, kHalo);
}

}  // namespace heatwave::field
