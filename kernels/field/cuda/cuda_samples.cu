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

/// Device memory for the levels that passes write: half of a large device's L2 cache.
constexpr std::size_t kLevelBytes = std::size_t{40} << 20U;
/// The largest number of levels whose totals one launch computes.
constexpr std::size_t kMostLevels = 64;
/// Device memory for values, in floats.
constexpr std::size_t kMostValues = std::size_t{1} << 20U;
/// Device memory for the totals of a part's rows.
constexpr std::size_t kMostRows = std::size_t{1} << 20U;

constexpr int kRowsOfABlock = 8;
constexpr int kColumnsOfALane = kTotalLanes / 32;

struct LevelList {
  LevelPair of[kMostLevels];
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

/// A lane's columns of a row at both time levels, and the column east of them.
struct LaneCells {
  float now[kColumnsOfALane + 1];
  float before[kColumnsOfALane + 1];
};

/// Reads a lane's columns, from column x on. A row may be read up to its stride.
__device__ void read_lane(const float* row, int x, int width, float (&cells)[kColumnsOfALane + 1]) {
  const auto pack = *reinterpret_cast<const Pack<kColumnsOfALane>*>(row + x);
#pragma unroll
  for (int i = 0; i < kColumnsOfALane; ++i) cells[i] = pack.of[i];
  cells[kColumnsOfALane] = row[x + kColumnsOfALane < width ? x + kColumnsOfALane : 0];
}

/// Returns what a cell adds to its row's sum.
__device__ float part_of_cell(const LevelGrid& grid, const LevelPair& level, int x, int y, int i,
                              const LaneCells& cells, unsigned flags) {
  if (!grid.rule.is_energy) return (flags & kWall) != 0 ? 0.0F : cells.now[i];
  const int below = y + 1 == grid.extent.height ? 0 : y + 1;
  const std::size_t south = static_cast<std::size_t>(below) * grid.stride + x + i;
  const bool is_last = x + i + 1 == grid.extent.width;
  const std::size_t begin = static_cast<std::size_t>(y) * grid.stride;
  const CellLevels seen{cells.now[i],
                        cells.before[i],
                        is_last ? level.now[begin] : cells.now[i + 1],
                        is_last ? level.before[begin] : cells.before[i + 1],
                        level.now[south],
                        level.before[south]};
  const float factor = (flags & kMedium) != 0
                           ? grid.factors[static_cast<std::size_t>(y) * grid.factors_stride + x + i]
                           : 1.0F;
  return energy_of_cell(seen, grid.rule.stiffness, flags, factor);
}

/// Computes the totals of the rows of some levels: one warp for each row, level after level. Each
/// cell's values are read once from memory; its neighbours come from the cache.
__global__ void add_rows(const __grid_constant__ LevelList levels,
                         const __grid_constant__ LevelGrid grid, RowTotals* rows) {
  const int y = static_cast<int>(blockIdx.x) * kRowsOfABlock + static_cast<int>(threadIdx.x / 32U);
  if (y >= grid.extent.height) return;
  const LevelPair level = levels.of[blockIdx.y];
  const int lane = static_cast<int>(threadIdx.x % 32U);
  const std::size_t begin = static_cast<std::size_t>(y) * grid.stride;
  const std::uint8_t* flags = grid.flags + static_cast<std::size_t>(y) * grid.flags_stride;
  double sum[kColumnsOfALane] = {};
  RowTotals row;
  for (int x = lane * kColumnsOfALane; x < grid.extent.width; x += kTotalLanes) {
    LaneCells cells;
    read_lane(level.now + begin, x, grid.extent.width, cells.now);
    if (grid.rule.is_energy) read_lane(level.before + begin, x, grid.extent.width, cells.before);
#pragma unroll
    for (int i = 0; i < kColumnsOfALane; ++i) {
      if (x + i >= grid.extent.width) continue;
      const float now = cells.now[i];
      row.minimum = now < row.minimum ? now : row.minimum;
      row.maximum = now > row.maximum ? now : row.maximum;
      sum[i] += static_cast<double>(part_of_cell(grid, level, x, y, i, cells, flags[x + i]));
    }
  }
  constexpr unsigned kAll = 0xFFFFFFFFU;
#pragma unroll
  for (unsigned lanes = 16; lanes > 0; lanes /= 2) {
#pragma unroll
    for (double& each : sum) each += __shfl_down_sync(kAll, each, lanes);
    const float low = __shfl_down_sync(kAll, row.minimum, lanes);
    const float high = __shfl_down_sync(kAll, row.maximum, lanes);
    row.minimum = low < row.minimum ? low : row.minimum;
    row.maximum = high > row.maximum ? high : row.maximum;
  }
#pragma unroll
  for (int half = kColumnsOfALane / 2; half > 0; half /= 2) {
#pragma unroll
    for (int i = 0; i < half; ++i) sum[i] += sum[i + half];
  }
  row.sum = sum[0];
  if (lane == 0) {
    rows[static_cast<std::size_t>(blockIdx.y) * static_cast<std::size_t>(grid.extent.height) + y] =
        row;
  }
}

/// Adds the rows of each level from the top: one warp for each level, which reads many rows at
/// once.
__global__ void add_levels_of_rows(const RowTotals* rows, int height, TotalRule rule,
                                   Totals* totals) {
  constexpr unsigned kAll = 0xFFFFFFFFU;
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

/// Computes the totals of some levels. `rows` has room for the rows of all of them. `totals`: null:
/// only those of the rows.
void add_totals(const CudaField& field, const std::vector<LevelPair>& levels, const TotalRule& rule,
                RowTotals* rows, Totals* totals) {
  LevelList list;
  std::copy(levels.begin(), levels.end(), list.of);
  const LevelGrid grid{.stride = field.newest[0].stride(),
                       .flags = field.flags.data(),
                       .flags_stride = field.flags.stride(),
                       .factors = field.factors.data(),
                       .factors_stride = field.factors.stride(),
                       .extent = field.extent,
                       .rule = rule};
  const auto count = static_cast<unsigned>(levels.size());
  const dim3 blocks(
      static_cast<unsigned>((field.extent.height + kRowsOfABlock - 1) / kRowsOfABlock), count);
  add_rows<<<blocks, 32 * kRowsOfABlock, 0, field.stream.get()>>>(list, grid, rows);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  if (totals == nullptr) return;
  add_levels_of_rows<<<count, 32, 0, field.stream.get()>>>(rows, field.extent.height, rule, totals);
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
  if (keeps_rows_) most_ = std::clamp<std::size_t>(kMostRows / height, 1, most_);
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
  rows_.reserve((keeps_rows_ ? most_ : std::min(most_, kMostLevels)) * height);
  const std::size_t level = field.newest[0].stride() * height;
  const std::size_t slots = std::min(kLevelBytes / (level * sizeof(float)), 2 * kMostLevels);
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
  if (keeps_rows_) {
    const std::size_t before = first * static_cast<std::size_t>(field.extent.height);
    add_totals(field, levels, rule_, rows_.data() + before, nullptr);
  } else {
    add_totals(field, levels, rule_, rows_.data(), totals_.data() + first);
  }
}

double PlaneSum::of(const CudaField& field, const float* plane) {
  rows_.reserve(static_cast<std::size_t>(field.extent.height));
  totals_.reserve(1);
  if (!field.slab.is_whole()) {
    add_totals(field, {{plane, plane}}, {}, rows_.data(), nullptr);
    download(rows_, static_cast<std::size_t>(field.extent.height), rows_here_, field.stream);
    field.stream.synchronize();
    std::vector<double> sums;
    for (int y = field.slab.own.begin; y < field.slab.own.end; ++y) {
      sums.push_back(rows_here_.data()[y].sum);
    }
    return field.slab.sums->add(sums);
  }
  add_totals(field, {{plane, plane}}, {}, rows_.data(), totals_.data());
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
