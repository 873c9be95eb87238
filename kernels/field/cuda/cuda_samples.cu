// Values are gathered by one thread for each cell, and totals added by one warp for each row, in
// the order that totals.h demands.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "kernels/core/cuda_check.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/cuda/cuda_samples.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/cuda/fused_tiles.cuh"

namespace heatwave::field {
namespace {

/// Device memory for values, in floats.
constexpr std::size_t kMostValues = std::size_t{1} << 20U;

constexpr int kRowsOfABlock = 8;
constexpr int kColumnsOfALane = kTotalLanes / 32;

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

/// Computes the totals of the rows of a level: one warp for each row. Each cell's values are read
/// once from memory; its neighbours come from the cache.
__global__ void add_rows(LevelPair level, const __grid_constant__ LevelGrid grid, RowTotals* rows) {
  const int y = static_cast<int>(blockIdx.x) * kRowsOfABlock + static_cast<int>(threadIdx.x / 32U);
  if (y >= grid.extent.height) return;
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
    rows[y] = row;
  }
}

/// Adds the rows of a level from the top: one warp reads many rows at once.
__global__ void add_level(const RowTotals* rows, int height, TotalRule rule, Totals* totals) {
  constexpr unsigned kAll = 0xFFFFFFFFU;
  const int lane = static_cast<int>(threadIdx.x);
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
  if (lane == 0) *totals = totals_of(&all, 1, rule);
}

template <typename T>
void download(const core::DeviceBuffer<T>& from, std::size_t count, core::PinnedBuffer<T>& to,
              const core::Stream& stream) {
  if (to.size() < from.size()) to = core::PinnedBuffer<T>(from.size());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), count * sizeof(T),
                                      cudaMemcpyDeviceToHost, stream.get()));
}

}  // namespace

void CudaSamples::set(const Sampling& wanted, const CudaField& field, std::size_t most) {
  wanted_ = wanted;
  series_ = {};
  count_ = 0;
  if (wanted.none()) return;
  const std::size_t cells = wanted.cells.size();
  most_ = cells == 0 ? most : std::clamp<std::size_t>(kMostValues / cells, 1, most);
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
  rows_.reserve(static_cast<std::size_t>(field.extent.height));
}

std::int64_t CudaSamples::steps_that_fit(std::int64_t step, std::int64_t steps) const {
  const auto free = static_cast<std::int64_t>(most_ - count_);
  if (wanted_.due(step, steps) <= free) return steps;
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
  if (wanted_.totals) add(field, {plane.data(), field.other[wanted_.component].data()});
  begin_sample(step);
}

void CudaSamples::add(const CudaField& field, const LevelPair& level) {
  const LevelGrid grid{.stride = field.newest[0].stride(),
                       .flags = field.flags.data(),
                       .flags_stride = field.flags.stride(),
                       .factors = field.factors.data(),
                       .factors_stride = field.factors.stride(),
                       .extent = field.extent,
                       .rule = rule_};
  const auto blocks =
      static_cast<unsigned>((field.extent.height + kRowsOfABlock - 1) / kRowsOfABlock);
  add_rows<<<blocks, 32 * kRowsOfABlock, 0, field.stream.get()>>>(level, grid, rows_.data());
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  add_level<<<1, 32, 0, field.stream.get()>>>(rows_.data(), field.extent.height, rule_,
                                              totals_.data() + count_);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

void CudaSamples::collect(const CudaField& field) {
  if (count_ == 0) return;
  const std::size_t values = count_ * wanted_.cells.size();
  if (values > 0) download(values_, values, values_here_, field.stream);
  if (wanted_.totals) download(totals_, count_, totals_here_, field.stream);
  field.stream.synchronize();
  series_.values.insert(series_.values.end(), values_here_.data(), values_here_.data() + values);
  if (wanted_.totals) {
    series_.totals.insert(series_.totals.end(), totals_here_.data(), totals_here_.data() + count_);
  }
  count_ = 0;
}

SampleSeries CudaSamples::take_series() { return std::exchange(series_, {}); }

void advance_with_samples(CudaStepper& stepper, CudaField& field, const Oscillators& oscillators,
                          std::int64_t step, std::int64_t steps) {
  if (field.samples.none()) {
    stepper.advance(field, oscillators, step, steps);
    return;
  }
  for (const std::int64_t end = step + steps; step < end;) {
    const std::int64_t now = std::min(end - step, field.samples.steps_to_next(step));
    stepper.advance(field, oscillators, step, now);
    step += now;
    if (step % field.samples.wanted().every == 0) field.samples.take(field, step);
  }
}

}  // namespace heatwave::field
