// Oscillating cells get their values here, in grids that stay in registers. All cells of a thread
// in one row share a value.
#pragma once

#include <cstdint>

#include "kernels/field/cuda/resident_exchange.cuh"

namespace heatwave::field {

/// Returns the value of the thread's oscillating cells of a row; 0: none of them oscillates.
/// `values`: those of all oscillations in one step.
template <typename Equation, typename Tile>
__device__ __forceinline__ float own_value(const ResidentMemory<Equation, Tile>& memory,
                                           const float* values, int row) {
  const unsigned code = memory.oscillations.of_threads[row][threadIdx.x];
  return code != 0 ? without_empty_bits(__ldg(values + code - 1)) : 0.0F;
}

/// The values take few registers, for large tiles. If all oscillating cells of a warp share one,
/// each lane reads that of another step, one exchange ahead.
template <typename Equation, typename Tile>
class CommonOscillation {
 public:
  __device__ __forceinline__ CommonOscillation(const ResidentGrid<Equation>& grid,
                                               const ResidentMemory<Equation, Tile>& memory,
                                               bool oscillates)
      : any_(__any_sync(kAll, oscillates)) {
    if (!any_) return;
    unsigned code = 0;
    bool alike = true;
    for (int r = 0; r < Tile::kRows; ++r) {
      const unsigned in_row = memory.oscillations.of_threads[r][threadIdx.x];
      if (in_row == 0) continue;
      alike = alike && (code == 0 || code == in_row);
      code = in_row;
    }
    common_ = code;
    for (int lanes = 16; lanes > 0; lanes /= 2) {
      common_ = max(common_, __shfl_xor_sync(kAll, common_, lanes));
    }
    if (!__all_sync(kAll, alike && (code == 0 || code == common_))) common_ = 0;
    if (common_ != 0) next_ = read_at(grid, 0);
  }

  [[nodiscard]] __device__ __forceinline__ bool any() const { return any_; }

  /// Begins the steps up to the next exchange. `first`: the first one's number in the launch.
  __device__ __forceinline__ void begin(const ResidentGrid<Equation>& grid,
                                        const ResidentMemory<Equation, Tile>& /*memory*/,
                                        int first) {
    if (common_ == 0) return;
    now_ = next_;
    next_ = read_at(grid, first + Tile::kSteps);
  }
  /// Reads the values of a step, given its number in the launch and since the last exchange.
  __device__ __forceinline__ void read(const ResidentGrid<Equation>& grid,
                                       const ResidentMemory<Equation, Tile>& memory, int step,
                                       int since) {
    const float common = __shfl_sync(kAll, now_, since);
    const float* values = grid.values + step * grid.oscillations;
#pragma unroll
    for (int r = 0; r < Tile::kRows; ++r) {
      of_[r] = common_ != 0 ? common : own_value(memory, values, r);
    }
  }
  [[nodiscard]] __device__ __forceinline__ float of(int row) const { return of_[row]; }

 private:
  static constexpr unsigned kAll = 0xFFFFFFFFU;
  static_assert(Tile::kSteps <= 32);

  /// Returns the common value of the lane's step.
  [[nodiscard]] __device__ __forceinline__ float read_at(const ResidentGrid<Equation>& grid,
                                                         int first) const {
    const int step = min(first + static_cast<int>(threadIdx.x % 32U), grid.steps - 1);
    return without_empty_bits(__ldg(grid.values + step * grid.oscillations + common_ - 1));
  }

  bool any_;
  unsigned common_ = 0;  ///< 1 + the oscillation of all cells of the warp that oscillate; 0: none
  float now_ = 0.0F;
  float next_ = 0.0F;
  float of_[Tile::kRows] = {};
};

/// The values are read row by row, for small tiles. If all oscillating cells of a warp in each row
/// share one, the warp reads those of many steps at once, one exchange ahead.
template <typename Equation, typename Tile>
class RowOscillations {
 public:
  __device__ __forceinline__ RowOscillations(const ResidentGrid<Equation>& grid,
                                             ResidentMemory<Equation, Tile>& memory,
                                             bool oscillates)
      : any_(__any_sync(kAll, oscillates)) {
    if (!any_) return;
    for (int r = 0; r < Tile::kRows; ++r) {
      const unsigned code = memory.oscillations.of_threads[r][threadIdx.x];
      unsigned of_row = code;
      for (int lanes = 16; lanes > 0; lanes /= 2) {
        of_row = max(of_row, __shfl_xor_sync(kAll, of_row, lanes));
      }
      are_mixed_ = are_mixed_ || __any_sync(kAll, code != 0 && code != of_row);
      if (lane() == 0) memory.oscillations.of_rows[warp()][r] = static_cast<std::uint16_t>(of_row);
    }
    __syncwarp();
    read_rows(grid, memory, 0);
  }

  [[nodiscard]] __device__ __forceinline__ bool any() const { return any_; }

  /// Begins the steps up to the next exchange. `first`: the first one's number in the launch.
  __device__ __forceinline__ void begin(const ResidentGrid<Equation>& grid,
                                        ResidentMemory<Equation, Tile>& memory, int first) {
    if (!any_ || are_mixed_) return;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < kReads; ++k) {
      const int at = 32 * k + lane();
      if (at >= Tile::kSteps * kPadded) continue;
      memory.oscillations.values[warp()][at / kPadded][at % kPadded / 4].of[at % 4] =
          without_empty_bits(of_rows_[k]);
    }
    __syncwarp();
    read_rows(grid, memory, first + Tile::kSteps);
  }
  /// Reads the values of a step, given its number in the launch and since the last exchange.
  __device__ __forceinline__ void read(const ResidentGrid<Equation>& grid,
                                       const ResidentMemory<Equation, Tile>& memory, int step,
                                       int since) {
    if (are_mixed_) {
      const float* values = grid.values + step * grid.oscillations;
#pragma unroll
      for (int r = 0; r < Tile::kRows; ++r) of_[r] = own_value(memory, values, r);
      return;
    }
#pragma unroll
    for (int k = 0; k < kPacks; ++k) {
      const Pack<4> pack = memory.oscillations.values[warp()][since][k];
#pragma unroll
      for (int r = 4 * k; r < Tile::kRows && r < 4 * k + 4; ++r) of_[r] = pack.of[r % 4];
    }
  }
  [[nodiscard]] __device__ __forceinline__ float of(int row) const { return of_[row]; }

 private:
  static constexpr unsigned kAll = 0xFFFFFFFFU;
  static constexpr int kPacks = OscillationMemory<Tile, true>::kPacks;
  static constexpr int kPadded = 4 * kPacks;
  static constexpr int kReads = (Tile::kSteps * kPadded + 31) / 32;

  static __device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x % 32U); }
  static __device__ __forceinline__ int warp() { return static_cast<int>(threadIdx.x / 32U); }

  /// Begins to read the values of all rows in as many steps as lie between two exchanges. Each lane
  /// has some of them.
  __device__ __forceinline__ void read_rows(const ResidentGrid<Equation>& grid,
                                            const ResidentMemory<Equation, Tile>& memory,
                                            int first) {
#pragma unroll
    for (int k = 0; k < kReads; ++k) {
      const int at = 32 * k + lane();
      const int row = min(at % kPadded, Tile::kRows - 1);
      const int step = min(first + at / kPadded, grid.steps - 1);
      const unsigned code = memory.oscillations.of_rows[warp()][row];
      of_rows_[k] = code != 0 ? __ldg(grid.values + step * grid.oscillations + code - 1) : 0.0F;
    }
  }

  bool any_;
  bool are_mixed_ = false;  ///< true: cells of one row have several oscillations
  float of_rows_[kReads] = {};
  float of_[Tile::kRows] = {};
};

template <typename Equation, typename Tile, bool kSmall = kIsSmall<Equation, Tile>>
struct OscillationOf {
  using Type = CommonOscillation<Equation, Tile>;
};
template <typename Equation, typename Tile>
struct OscillationOf<Equation, Tile, true> {
  using Type = RowOscillations<Equation, Tile>;
};

/// The values of a thread's oscillating cells in each step.
template <typename Equation, typename Tile>
using OscillatingValues = typename OscillationOf<Equation, Tile>::Type;

}  // namespace heatwave::field
