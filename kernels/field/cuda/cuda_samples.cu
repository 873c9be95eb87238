// Values are gathered by one thread for each cell, and totals added by one warp for each row, in
// the order that totals.h demands.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "kernels/core/cuda_check.h"
#include "kernels/core/error.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/cuda/cuda_samples.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/cuda/fused_tiles.cuh"

namespace heatwave::field {
namespace {

/// Device memory for the levels that passes write, so much that a launch takes many steps. Levels
/// of large grids may take more, up to those of one pass.
constexpr std::size_t kLevelBytes = std::size_t{128} << 20U;
constexpr std::size_t kMostLevelBytes = std::size_t{512} << 20U;
constexpr std::size_t kLevelsOfAPass = 13;
/// The largest number of levels whose totals one launch computes.
constexpr std::size_t kMostLevels = 128;
/// Device memory for values, in floats.
constexpr std::size_t kMostValues = std::size_t{1} << 20U;
/// Device memory for the totals of rows, in rows of all samples.
constexpr std::size_t kMostRows = std::size_t{1} << 20U;

constexpr unsigned kAll = 0xFFFFFFFFU;
constexpr int kRowsOfABlock = 8;
constexpr int kColumnsOfALane = kTotalLanes / 32;

struct LevelList {
  LevelPair of[kMostLevels];
  unsigned count;
};

/// Arrays and rules that the totals of all levels need.
struct LevelGrid {
  std::size_t stride;
  const std::uint8_t* flags;
  std::size_t flags_stride;
  const float* factors;
  std::size_t factors_stride;
  core::Extent extent;
  TotalRule rule;
};

__global__ void gather_cells(const float* plane, std::size_t stride, const SampledCell* cells,
                             int count, float* values) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  values[i] = plane[static_cast<std::size_t>(cells[i].y) * stride + cells[i].x];
}

/// The sums of a lane's columns of a row, and the extremes of its cells.
struct LaneSums {
  double of[kColumnsOfALane] = {};
  float minimum = INFINITY;
  float maximum = -INFINITY;
};

__device__ __forceinline__ Pack<kColumnsOfALane> pack_at(const float* row, int x) {
  return *reinterpret_cast<const Pack<kColumnsOfALane>*>(row + x);
}

/// Returns the cell east of a lane's columns, of which the first one is x. All lanes of the warp
/// call it. The eastern neighbour of the last cell is the first one.
__device__ __forceinline__ float east_of(const Pack<kColumnsOfALane>& cells, const float* row,
                                         int x, int width) {
  float east = __shfl_down_sync(kAll, cells.of[0], 1);
  const int next = x + kColumnsOfALane;
  if (threadIdx.x % 32U == 31 || next >= width) east = row[next < width ? next : 0];
  return east;
}

/// Adds a lane's columns of a row, from column x on. All lanes of the warp call it. `kWhole`: all
/// of them lie inside the row. A row may be read up to its stride.
template <bool kIsEnergy, bool kWhole>
__device__ __forceinline__ void add_cells(const LevelGrid& grid, const LevelPair& level, int y,
                                          int x, LaneSums& sums) {
  const int width = grid.extent.width;
  const bool is_inside = kWhole || x < width;
  const std::size_t begin = static_cast<std::size_t>(y) * grid.stride;
  const std::size_t below = y + 1 == grid.extent.height ? 0 : begin + grid.stride;
  Pack<kColumnsOfALane> now{};
  std::uint32_t flags = 0;
  if (is_inside) {
    now = pack_at(level.now + begin, x);
    flags = *reinterpret_cast<const std::uint32_t*>(
        grid.flags + static_cast<std::size_t>(y) * grid.flags_stride + x);
  }
  [[maybe_unused]] Pack<kColumnsOfALane> before{};
  [[maybe_unused]] Pack<kColumnsOfALane> south_now{};
  [[maybe_unused]] Pack<kColumnsOfALane> south_before{};
  [[maybe_unused]] float east_now = 0.0F;
  [[maybe_unused]] float east_before = 0.0F;
  if constexpr (kIsEnergy) {
    if (is_inside) {
      before = pack_at(level.before + begin, x);
      south_now = pack_at(level.now + below, x);
      south_before = pack_at(level.before + below, x);
    }
    east_now = east_of(now, level.now + begin, x, width);
    east_before = east_of(before, level.before + begin, x, width);
  }
  float parts[kColumnsOfALane];
#pragma unroll
  for (int i = 0; i < kColumnsOfALane; ++i) parts[i] = now.of[i];
  if constexpr (kIsEnergy) {
    const auto energy_at = [&](int i, unsigned of_cell, float factor) {
      const int next = i + 1 == kColumnsOfALane ? i : i + 1;
      const bool is_last = next == i || (!kWhole && x + i + 1 == width);
      return energy_of_cell(
          {now.of[i], before.of[i], is_last ? east_now : now.of[next],
           is_last ? east_before : before.of[next], south_now.of[i], south_before.of[i]},
          grid.rule.stiffness, of_cell, factor);
    };
    if (flags == 0) {
#pragma unroll
      for (int i = 0; i < kColumnsOfALane; ++i) parts[i] = energy_at(i, 0, 1.0F);
    } else {
      const std::size_t factors = static_cast<std::size_t>(y) * grid.factors_stride + x;
#pragma unroll
      for (int i = 0; i < kColumnsOfALane; ++i) {
        const unsigned of_cell = flags >> static_cast<unsigned>(8 * i) & 0xFFU;
        parts[i] =
            energy_at(i, of_cell, (of_cell & kMedium) != 0 ? grid.factors[factors + i] : 1.0F);
      }
    }
  } else if ((flags & kWall * 0x01010101U) != 0) {
#pragma unroll
    for (int i = 0; i < kColumnsOfALane; ++i) {
      if ((flags >> static_cast<unsigned>(8 * i) & kWall) != 0) parts[i] = 0.0F;
    }
  }
#pragma unroll
  for (int i = 0; i < kColumnsOfALane; ++i) {
    if (!kWhole && x + i >= width) continue;
    sums.minimum = fminf(now.of[i], sums.minimum);
    sums.maximum = fmaxf(now.of[i], sums.maximum);
    sums.of[i] += static_cast<double>(parts[i]);
  }
}

/// Adds the columns of all lanes as a tree, the upper half to the lower half. Lanes of which one
/// has all that it needs add other columns meanwhile: each number moves once.
__device__ __forceinline__ double sum_of_lanes(const double (&of)[kColumnsOfALane]) {
  static_assert(kColumnsOfALane == 4);
  const bool takes_upper = (threadIdx.x & 16U) != 0;
  const bool takes_odd = (threadIdx.x & 8U) != 0;
  double even = takes_upper ? of[2] : of[0];
  double odd = takes_upper ? of[3] : of[1];
  even += __shfl_xor_sync(kAll, takes_upper ? of[0] : of[2], 16);
  odd += __shfl_xor_sync(kAll, takes_upper ? of[1] : of[3], 16);
  double sum = takes_odd ? odd : even;
  sum += __shfl_xor_sync(kAll, takes_odd ? even : odd, 8);
#pragma unroll
  for (int lanes = 4; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(kAll, sum, lanes);
  sum += __shfl_xor_sync(kAll, sum, 16);
  return sum + __shfl_xor_sync(kAll, sum, 8);
}

/// Returns the totals of a row, given those of each lane.
__device__ __forceinline__ RowTotals totals_of_lanes(const LaneSums& sums) {
  // Half of the lanes look for the minimum, the others for that of the negative values.
  const bool negates = (threadIdx.x & 16U) != 0;
  float least = negates ? -sums.maximum : sums.minimum;
  least = fminf(least, __shfl_xor_sync(kAll, negates ? sums.minimum : -sums.maximum, 16));
#pragma unroll
  for (int lanes = 8; lanes > 0; lanes /= 2) {
    least = fminf(least, __shfl_xor_sync(kAll, least, lanes));
  }
  return {sum_of_lanes(sums.of), least, -__shfl_sync(kAll, least, 16)};
}

/// Computes the totals of the rows of some levels: one warp for each row. Blocks of the same rows
/// in successive levels run side by side, so that each cell is read once from memory: its
/// neighbours and its flags come from the cache.
template <bool kIsEnergy>
__global__ void add_rows(const __grid_constant__ LevelList levels,
                         const __grid_constant__ LevelGrid grid, RowTotals* rows) {
  const unsigned number = blockIdx.x % levels.count;
  const int y = static_cast<int>(blockIdx.x / levels.count) * kRowsOfABlock +
                static_cast<int>(threadIdx.x / 32U);
  if (y >= grid.extent.height) return;
  const LevelPair level = levels.of[number];
  const int lane = static_cast<int>(threadIdx.x % 32U);
  LaneSums sums;
  int first = 0;
#pragma unroll 2
  for (; first + kTotalLanes <= grid.extent.width; first += kTotalLanes) {
    add_cells<kIsEnergy, true>(grid, level, y, first + lane * kColumnsOfALane, sums);
  }
  if (first < grid.extent.width) {
    add_cells<kIsEnergy, false>(grid, level, y, first + lane * kColumnsOfALane, sums);
  }
  const RowTotals row = totals_of_lanes(sums);
  if (lane == 0) {
    rows[static_cast<std::size_t>(number) * static_cast<std::size_t>(grid.extent.height) + y] = row;
  }
}

/// Adds the rows of each level from the top: one warp for each level, which reads many rows at
/// once.
__global__ void add_levels_of_rows(const RowTotals* rows, int height, TotalRule rule,
                                   Totals* totals) {
  const int lane = static_cast<int>(threadIdx.x);
  rows += static_cast<std::size_t>(blockIdx.x) * static_cast<std::size_t>(height);
  RowTotals all;
  for (int y = 0; y < height; y += 32) {
    RowTotals row;
    if (y + lane < height) row = rows[y + lane];
    all.minimum = row.minimum < all.minimum ? row.minimum : all.minimum;
    all.maximum = row.maximum > all.maximum ? row.maximum : all.maximum;
    const int count = min(32, height - y);
#pragma unroll 8
    for (int i = 0; i < count; ++i) all.sum += __shfl_sync(kAll, row.sum, i);
  }
#pragma unroll
  for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
    const float low = __shfl_down_sync(kAll, all.minimum, lanes);
    const float high = __shfl_down_sync(kAll, all.maximum, lanes);
    all.minimum = low < all.minimum ? low : all.minimum;
    all.maximum = high > all.maximum ? high : all.maximum;
  }
  if (lane == 0) totals[blockIdx.x] = totals_of(&all, 1, rule);
}

template <typename T>
void download(const core::DeviceBuffer<T>& from, std::size_t count, core::PinnedBuffer<T>& to,
              const core::Stream& stream) {
  if (to.size() < from.size()) to = core::PinnedBuffer<T>(from.size());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), count * sizeof(T),
                                      cudaMemcpyDeviceToHost, stream.get()));
}

/// Computes the totals of all rows of some levels, one level after another.
void add_rows_of(const CudaField& field, const std::vector<LevelPair>& levels,
                 const TotalRule& rule, RowTotals* rows) {
  LevelList list;
  std::copy(levels.begin(), levels.end(), list.of);
  list.count = static_cast<unsigned>(levels.size());
  const LevelGrid grid{.stride = field.newest[0].stride(),
                       .flags = field.flags.data(),
                       .flags_stride = field.flags.stride(),
                       .factors = field.factors.data(),
                       .factors_stride = field.factors.stride(),
                       .extent = field.extent,
                       .rule = rule};
  const unsigned blocks =
      static_cast<unsigned>((field.extent.height + kRowsOfABlock - 1) / kRowsOfABlock) * list.count;
  const auto add = rule.is_energy ? add_rows<true> : add_rows<false>;
  add<<<blocks, 32 * kRowsOfABlock, 0, field.stream.get()>>>(list, grid, rows);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

/// Adds the rows of each of some levels.
void add_levels_of(const CudaField& field, const RowTotals* rows, std::size_t levels,
                   const TotalRule& rule, Totals* totals) {
  add_levels_of_rows<<<static_cast<unsigned>(levels), 32, 0, field.stream.get()>>>(
      rows, field.extent.height, rule, totals);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

}  // namespace

void CudaSamples::set(const Sampling& wanted, const CudaField& field, std::size_t most) {
  wanted_ = wanted;
  ++version_;
  series_ = {};
  kept_.clear();
  count_ = 0;
  used_ = 0;
  slots_ = 0;
  if (wanted.none()) return;
  const std::size_t cells = wanted.cells.size();
  most_ = cells == 0 ? most : std::clamp<std::size_t>(kMostValues / cells, 1, most);
  const auto height = static_cast<std::size_t>(field.extent.height);
  keeps_rows_ = wanted.totals && !field.slab.is_whole();
  if (wanted.totals) most_ = std::clamp<std::size_t>(kMostRows / height, 1, most_);
  if (cells > 0) {
    std::vector<SampledCell> list;
    for (const core::Cell& cell : wanted.cells) list.push_back({cell.x, cell.y});
    cells_.reserve(cells);
    values_.reserve(most_ * cells);
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(cells_.data(), list.data(), cells * sizeof(SampledCell),
                                        cudaMemcpyHostToDevice, field.stream.get()));
    field.stream.synchronize();
  }
  if (!wanted.totals) return;
  totals_.reserve(most_);
  rows_.reserve(most_ * height);
  const std::size_t level = field.newest[0].stride() * height;
  const std::size_t level_bytes = level * sizeof(float);
  const std::size_t bytes =
      std::max(kLevelBytes, std::min(kMostLevelBytes, kLevelsOfAPass * level_bytes));
  const std::size_t slots = std::min(bytes / level_bytes, 2 * kMostLevels);
  if (most_ == 1 || slots < kFewestSlots) return;
  try {
    levels_.reserve(slots * level);
    slots_ = slots;
  } catch (const core::OutOfMemory&) {
    slots_ = 0;  // totals are computed between passes
  }
}

std::int64_t CudaSamples::steps_that_fit(std::int64_t step, std::int64_t steps) const {
  const auto free = static_cast<std::int64_t>(most_ - count_);
  if (due(step, steps) <= free) return steps;
  return free == 0 ? 0 : steps_to_next(step) + (free - 1) * wanted_.every;
}

void CudaSamples::begin_sample(std::int64_t step) {
  series_.steps.push_back(step);
  ++count_;
}

void CudaSamples::take(const CudaField& field, std::int64_t step) {
  const core::PitchedBuffer<float>& plane = field.newest[wanted_.component];
  const std::size_t cells = wanted_.cells.size();
  if (cells > 0) {
    constexpr unsigned kThreads = 128;
    const unsigned blocks = (static_cast<unsigned>(cells) + kThreads - 1) / kThreads;
    gather_cells<<<blocks, kThreads, 0, field.stream.get()>>>(
        plane.data(), plane.stride(), cells_.data(), static_cast<int>(cells),
        values_.data() + count_ * cells);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  if (wanted_.totals) {
    add_levels(field);
    add(field, {{plane.data(), field.other[wanted_.component].data()}}, count_);
  }
  begin_sample(step);
}

std::size_t CudaSamples::free_levels() const {
  const std::size_t slots = slots_ - used_;
  const std::size_t lists = kMostLevels - kept_.size();
  if (!rule_.is_energy) return std::min(slots, lists);
  const std::size_t samples = wanted_.every == 1 ? (slots == 0 ? 0 : slots - 1) : slots / 2;
  return std::min(samples, lists);
}

std::int64_t CudaSamples::steps_in_pass(const CudaField& field, std::int64_t step,
                                        std::int64_t steps) {
  if (none() || !wanted_.totals) return steps;
  const auto wanted = static_cast<std::size_t>(due(step, steps));
  if (wanted <= free_levels()) return steps;
  add_levels(field);
  const std::size_t free = free_levels();
  if (wanted <= free) return steps;
  return steps_to_next(step) + static_cast<std::int64_t>(free - 1) * wanted_.every;
}

PassSamples CudaSamples::in_pass(const CudaField& field, std::int64_t step, std::int64_t steps) {
  const std::size_t level =
      field.newest[0].stride() * static_cast<std::size_t>(field.extent.height);
  const bool has_levels = wanted_.totals;
  const bool has_before = has_levels && rule_.is_energy;
  PassSamples samples{
      .every = static_cast<int>(std::min<std::int64_t>(wanted_.every, 1 << 30)),
      .first = static_cast<int>(std::min<std::int64_t>(steps_to_next(step), 1 << 30)),
      .component = static_cast<int>(wanted_.component),
      .cells = cells_.data(),
      .count = static_cast<int>(wanted_.cells.size()),
      .values = values_.data() + count_ * wanted_.cells.size(),
      .levels = has_levels ? levels_.data() + used_ * level : nullptr,
      .stride = field.newest[0].stride(),
      .level_size = level,
      .keeps_each_before = has_before && wanted_.every > 1};
  for (std::int64_t i = 0; i < due(step, steps); ++i) {
    if (has_levels) {
      if (has_before && (i == 0 || wanted_.every > 1)) ++used_;
      float* now = levels_.data() + used_ * level;
      ++used_;
      kept_.push_back({now, has_before ? now - level : now});
    }
    begin_sample(step + samples.first + i * wanted_.every);
  }
  return samples;
}

void CudaSamples::add_levels(const CudaField& field) {
  if (kept_.empty()) return;
  add(field, kept_, count_ - kept_.size());
  kept_.clear();
  used_ = 0;
}

void CudaSamples::add(const CudaField& field, const std::vector<LevelPair>& levels,
                      std::size_t first) {
  add_rows_of(field, levels, rule_,
              rows_.data() + first * static_cast<std::size_t>(field.extent.height));
}

double PlaneSum::of(const CudaField& field, const float* plane) {
  rows_.reserve(static_cast<std::size_t>(field.extent.height));
  totals_.reserve(1);
  add_rows_of(field, {{plane, plane}}, {}, rows_.data());
  if (!field.slab.is_whole()) {
    download(rows_, static_cast<std::size_t>(field.extent.height), rows_here_, field.stream);
    field.stream.synchronize();
    std::vector<double> sums;
    for (int y = field.slab.own.begin; y < field.slab.own.end; ++y) {
      sums.push_back(rows_here_.data()[y].sum);
    }
    return field.slab.sums->add(sums);
  }
  add_levels_of(field, rows_.data(), 1, {}, totals_.data());
  download(totals_, 1, totals_here_, field.stream);
  field.stream.synchronize();
  return totals_here_.data()->total;
}

void CudaSamples::collect(const CudaField& field) {
  if (count_ == 0) return;
  add_levels(field);
  const std::size_t values = count_ * wanted_.cells.size();
  if (values > 0) download(values_, values, values_here_, field.stream);
  const auto height = static_cast<std::size_t>(field.extent.height);
  if (keeps_rows_) {
    download(rows_, count_ * height, rows_here_, field.stream);
  } else if (wanted_.totals) {
    // Adding the rows of a level takes as long as adding those of many at once.
    add_levels_of(field, rows_.data(), count_, rule_, totals_.data());
    download(totals_, count_, totals_here_, field.stream);
  }
  field.stream.synchronize();
  series_.values.insert(series_.values.end(), values_here_.data(), values_here_.data() + values);
  for (std::size_t i = 0; keeps_rows_ && i < count_; ++i) {
    const RowTotals* rows = rows_here_.data() + i * height;
    series_.rows.insert(series_.rows.end(), rows + field.slab.own.begin, rows + field.slab.own.end);
  }
  if (wanted_.totals && !keeps_rows_) {
    series_.totals.insert(series_.totals.end(), totals_here_.data(), totals_here_.data() + count_);
  }
  count_ = 0;
}

SampleSeries CudaSamples::take_series() { return std::exchange(series_, {}); }

void advance_with_samples(CudaStepper& stepper, CudaField& field, const Oscillators& oscillators,
                          std::int64_t step, std::int64_t steps) {
  if (field.samples.none() || stepper.samples_in_passes(field)) {
    stepper.advance(field, oscillators, step, steps);
    return;
  }
  for (const std::int64_t end = step + steps; step < end;) {
    const std::int64_t now = std::min(end - step, field.samples.steps_to_next(step));
    {
      const CudaSamples::Pause pause(field.samples);
      stepper.advance(field, oscillators, step, now);
    }
    step += now;
    if (step % field.samples.wanted().every == 0) field.samples.take(field, step);
  }
}

}  // namespace heatwave::field
