// Passes sample the steps that they compute in registers: they write the values of single cells,
// and whole levels from which totals are computed afterwards.
#pragma once

#include <cstddef>

#include "kernels/field/cuda/register_tiles.cuh"

namespace heatwave::field {

/// The largest number of cells that a pass samples: each thread looks for its own cells among them.
inline constexpr int kMostCellsInPass = 32;

/// A cell whose value is sampled.
struct SampledCell {
  int x;
  int y;
};

/// The cells of a thread that its tile writes: some of its rows, and its columns from 0 on.
struct OwnedCells {
  int x;  ///< column of the thread's first cell in the grid
  int y;
  int first_row;
  int end_row;
  int end_column;

  __device__ __forceinline__ bool has(int row, int column) const {
    return row >= first_row && row < end_row && column >= 0 && column < end_column;
  }
};

/// A pass that samples nothing.
struct NoSamples {
  static constexpr bool kRecords = false;

  struct Recorder {
    static constexpr bool kRecords = false;
  };
  template <typename Equation, typename Tile, typename OwnedOf>
  __device__ __forceinline__ Recorder recorder(OwnedOf /*owned_of*/) const {
    return {};
  }
};

template <typename Equation, typename Tile, typename OwnedOf>
class PassRecorder;

/// The samples of a pass.
struct PassSamples {
  static constexpr bool kRecords = true;

  int every;  ///< steps between samples
  int first;  ///< number of the pass's first sampled step, counted from 1; it may be none of them
  int component;
  const SampledCell* cells;
  int count;               ///< number of cells
  float* values;           ///< one value for each cell, sample after sample
  float* levels;           ///< the levels of the samples; null: levels are not kept
  std::size_t stride;      ///< floats from one row of a level to the next
  std::size_t level_size;  ///< floats from one level to the next
  /// true: before the level of each sample comes the one of the step before; false: only before the
  /// first one, if the equation looks back
  bool keeps_each_before;

  /// `owned_of` returns a thread's OwnedCells.
  template <typename Equation, typename Tile, typename OwnedOf>
  __device__ __forceinline__ PassRecorder<Equation, Tile, OwnedOf> recorder(
      OwnedOf owned_of) const {
    return PassRecorder<Equation, Tile, OwnedOf>(*this, owned_of);
  }
};

/// Samples one thread's cells. Call it after each step. It keeps as little as it can from step to
/// step: registers are scarce.
template <typename Equation, typename Tile, typename OwnedOf>
class PassRecorder {
 public:
  static constexpr bool kRecords = true;
  using Cells = OwnCells<Equation, Tile>;

  __device__ __forceinline__ PassRecorder(const PassSamples& samples, OwnedOf owned_of)
      : samples_(samples), owned_of_(owned_of), until_(samples.first) {
    const OwnedCells owned = owned_of();
    for (int i = 0; i < samples.count; ++i) {
      const SampledCell cell = samples.cells[i];
      const int row = cell.y - owned.y;
      const int column = cell.x - owned.x;
      if (!owned.has(row, column)) continue;
      if (cell_ >= 0) {
        others_ |= 1U << i;
      } else {
        cell_ = row * Tile::kColumns + column;
        number_ = i;
      }
    }
    records_ = samples.levels != nullptr || __any_sync(0xFFFFFFFFU, cell_ >= 0);
  }

  /// Returns whether any thread of the warp has a cell to sample.
  [[nodiscard]] __device__ __forceinline__ bool records() const { return records_; }

  __device__ __forceinline__ void operator()(const Cells& own) {
    if (--until_ != 0) return;
    until_ = samples_.every;
    if (cell_ >= 0) record_values(own);
    if (samples_.levels != nullptr) record_level(own);
    ++sample_;
  }

 private:
  template <std::size_t kComponents>
  using Planes = const float (&)[kComponents][Tile::kRows][Tile::kColumns];

  __device__ __forceinline__ void record_values(const Cells& own) const {
    float* values = samples_.values + static_cast<std::size_t>(sample_) * samples_.count;
    int cell = cell_;
    int number = number_;
    for (unsigned left = others_;; left &= left - 1) {
      write(own, cell, values + number);
      if (left == 0) return;
      number = __ffs(static_cast<int>(left)) - 1;
      const OwnedCells owned = owned_of_();
      const SampledCell next = samples_.cells[number];
      cell = (next.y - owned.y) * Tile::kColumns + next.x - owned.x;
    }
  }

  __device__ __forceinline__ void record_level(const Cells& own) const {
    const OwnedCells owned = owned_of_();
    const int first = samples_.keeps_each_before ? 2 * sample_ : sample_;
    float* level = samples_.levels + static_cast<std::size_t>(first) * samples_.level_size;
    if constexpr (Equation::kStepsBack > 0) {
      if (sample_ == 0 || samples_.keeps_each_before) keep(level, owned, own.older);
      level += samples_.level_size;
    }
    keep(level, owned, own.newest);
  }

  /// Writes the value of a cell, counted row by row.
  __device__ __forceinline__ void write(const Cells& own, int cell, float* to) const {
#pragma unroll
    for (int c = 0; c < Equation::kComponents; ++c) {
      if (c == samples_.component) write_one_of<0, Tile::kRows * Tile::kColumns>(own, c, cell, to);
    }
  }
  /// Writes one of kCount cells. Branches find it: a number that is not known at compile time would
  /// move all cells to memory, and comparing it with that of each cell would take long.
  template <int kBegin, int kCount>
  static __device__ __forceinline__ void write_one_of(const Cells& own, int c, int cell,
                                                      float* to) {
    if constexpr (kCount == 1) {
      // The assembly keeps the compiler from making one store of all, whose value it would select.
      asm volatile("st.global.f32 [%0], %1;" ::"l"(to),
                   "f"(own.newest[c][kBegin / Tile::kColumns][kBegin % Tile::kColumns])
                   : "memory");
    } else if (cell < kBegin + kCount / 2) {
      write_one_of<kBegin, kCount / 2>(own, c, cell, to);
    } else {
      write_one_of<kBegin + kCount / 2, kCount - kCount / 2>(own, c, cell, to);
    }
  }

  /// Writes the sampled component's cells into a level. A thread's last columns may lie behind the
  /// row's end, in the space between rows.
  template <std::size_t kComponents>
  __device__ __forceinline__ void keep(float* level, const OwnedCells& owned,
                                       Planes<kComponents> planes) const {
    if (owned.end_column <= 0) return;
#pragma unroll
    for (int c = 0; c < static_cast<int>(kComponents); ++c) {
      if (c != samples_.component) continue;
#pragma unroll
      for (int r = 0; r < Tile::kRows; ++r) {
        if (r < owned.first_row || r >= owned.end_row) continue;
        float* row = level + static_cast<std::size_t>(owned.y + r) * samples_.stride + owned.x;
        Pack<Tile::kColumns> pack;
#pragma unroll
        for (int i = 0; i < Tile::kColumns; ++i) pack.of[i] = planes[c][r][i];
        *reinterpret_cast<Pack<Tile::kColumns>*>(row) = pack;
      }
    }
  }

  const PassSamples& samples_;
  OwnedOf owned_of_;
  bool records_;    ///< true: some thread of the warp has a cell to sample
  int until_;       ///< steps to the next sample
  int sample_ = 0;  ///< number of the next sample in this pass
  int cell_ = -1;  ///< the first sampled cell that this thread owns, counted row by row; −1: none
  int number_ = 0;       ///< its number among the sampled cells
  unsigned others_ = 0;  ///< one bit for each further sampled cell that this thread owns
};

}  // namespace heatwave::field
