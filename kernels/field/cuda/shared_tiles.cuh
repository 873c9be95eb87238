// Tiles with cells of any kind are stepped in shared memory here, several steps in one pass.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/fused_tiles.cuh"
#include "kernels/field/cuda/pass_samples.cuh"

namespace heatwave::field {

/// A tile with cells of any kind and its halo, in a block's shared memory.
template <typename Equation, int kWidth, int kHeight, int kSteps>
struct SharedTile {
  static constexpr TileShape kShape{kWidth, kHeight, kSteps};
  static constexpr int kHaloedWidth = kShape.haloed_width();
  static constexpr int kHaloedHeight = kShape.haloed_height();
  static constexpr int kCells = kHaloedWidth * kHaloedHeight;
  static constexpr int kThreads = 512;

  /// Two time levels that alternate. If the equation looks back, the older level is in the other
  /// one after a step.
  float fields[2][Equation::kComponents][kCells];
  float factors[kCells];
  float psi[Equation::kAbsorbs ? Equation::kComponents : 1][Equation::kAbsorbs ? kCells : 1];
  std::uint8_t flags[kCells];
};

/// Steps one cell of a tile. `at` is its index in shared memory; x and y are its coordinates in the
/// grid.
template <typename Equation, typename Tile>
__device__ __forceinline__ Values<Equation::kComponents> step_shared_cell(
    Tile& tile, int level, int at, const AbsorbingSides& absorbing, core::Extent extent, int x,
    int y, const typename Equation::Constants& constants) {
  const int from = level % 2;
  constexpr int kComponents = Equation::kComponents;
  Neighbourhood<kComponents> n;
  Values<kComponents> older{};
  for (int c = 0; c < kComponents; ++c) {
    const float* cells = tile.fields[from][c];
    n[c] = {cells[at], cells[at - 1], cells[at + 1], cells[at - Tile::kHaloedWidth],
            cells[at + Tile::kHaloedWidth]};
    if constexpr (Equation::kStepsBack > 0) older[c] = tile.fields[1 - from][c][at];
  }
  const std::uint8_t flags = tile.flags[at];
  if (flags == 0) return update_at_level<Equation>(level, n, older, constants);
  if constexpr (Equation::kAbsorbs) {
    if ((flags & kAbsorb) != 0) {
      const AbsorbingSides sides =
          sides_of(absorbing, wrap_coordinate(x, extent.width), wrap_coordinate(y, extent.height),
                   extent.width, extent.height);
      Values<kComponents> psi;
      for (int c = 0; c < kComponents; ++c) psi[c] = tile.psi[c][at];
      const Values<kComponents> next =
          step_absorbing_cell<Equation>(n, older, flags, tile.factors[at], sides, constants, psi);
      for (int c = 0; c < kComponents; ++c) tile.psi[c][at] = psi[c];
      return next;
    }
  }
  return unless_fixed(
      update_at_level<Equation>(level, visible_neighbours(n, flags), older,
                                constants_in_cell<Equation>(constants, flags, tile.factors[at])),
      n, flags);
}

/// Samples a tile's own cells after a step from time level `from` to the other one. `sample` is the
/// number of the sample in this pass.
template <typename Equation, typename Tile>
__device__ void record_tile(const Tile& tile, int from, const FusedTile& place, core::Extent extent,
                            const PassSamples& samples, int sample) {
  const auto index_of = [&](int x, int y) {
    return (y - place.y + Tile::kShape.steps) * Tile::kHaloedWidth + x - place.x +
           Tile::kShape.steps;
  };
  const core::Rect own{place.x, place.y, min(place.x + Tile::kShape.width, extent.width),
                       min(place.y + Tile::kShape.height, extent.height)};
  const auto& now = tile.fields[1 - from][samples.component];
  for (int i = static_cast<int>(threadIdx.x); i < samples.count; i += Tile::kThreads) {
    const SampledCell cell = samples.cells[i];
    if (cell.x < own.x0 || cell.x >= own.x1 || cell.y < own.y0 || cell.y >= own.y1) continue;
    samples.values[sample * samples.count + i] = now[index_of(cell.x, cell.y)];
  }
  if (samples.levels == nullptr) return;
  const int before = samples.keeps_each_before ? 2 * sample : sample;
  float* level = samples.levels + static_cast<std::size_t>(before) * samples.level_size;
  const auto keep = [&](const float(&cells)[Tile::kCells]) {
    for (int i = static_cast<int>(threadIdx.x); i < Tile::kShape.width * Tile::kShape.height;
         i += Tile::kThreads) {
      const int x = place.x + i % Tile::kShape.width;
      const int y = place.y + i / Tile::kShape.width;
      if (x >= own.x1 || y >= own.y1) continue;
      level[static_cast<std::size_t>(y) * samples.stride + x] = cells[index_of(x, y)];
    }
  };
  if constexpr (Equation::kStepsBack > 0) {
    if (sample == 0 || samples.keeps_each_before) keep(tile.fields[from][samples.component]);
    level += samples.level_size;
  }
  keep(now);
}

/// Runs a pass over tiles with cells of any kind. The kernel is bound by shared memory: five reads
/// and one write for each cell and step.
template <typename Equation, typename Tile, typename Samples>
__global__ void __launch_bounds__(Tile::kThreads)
    step_mixed_tiles(FusedGrid<Equation> grid, const FusedTile* tiles,
                     const TileOscillator* oscillators, const float* values, int oscillations,
                     typename Equation::Constants constants,
                     const __grid_constant__ Samples samples) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kHaloedWidth = Tile::kHaloedWidth;
  constexpr int kHaloedHeight = Tile::kHaloedHeight;
  extern __shared__ unsigned char memory[];
  Tile& tile = *reinterpret_cast<Tile*>(memory);
  const FusedTile place = tiles[blockIdx.x];
  const int lane = static_cast<int>(threadIdx.x % 32U);
  const int warp = static_cast<int>(threadIdx.x / 32U);
  const int x0 = place.x - Tile::kShape.steps;
  const int y0 = place.y - Tile::kShape.steps;
  const std::int64_t rim_stride = rim_size(grid.extent.width, grid.extent.height);

  for (int at = static_cast<int>(threadIdx.x); at < Tile::kCells; at += Tile::kThreads) {
    const int x = wrap_coordinate(x0 + at % kHaloedWidth, grid.extent.width);
    const int y = wrap_coordinate(y0 + at / kHaloedWidth, grid.extent.height);
    const std::size_t cell = static_cast<std::size_t>(y) * grid.stride + x;
    const std::uint8_t flags = grid.flags[static_cast<std::size_t>(y) * grid.flags_stride + x];
    tile.flags[at] = flags;
    tile.factors[at] = (flags & kMedium) != 0
                           ? grid.factors[static_cast<std::size_t>(y) * grid.factors_stride + x]
                           : 1.0F;
    for (int c = 0; c < kComponents; ++c) {
      tile.fields[0][c][at] = grid.newest[c][cell];
      tile.fields[1][c][at] = Equation::kStepsBack > 0 ? grid.older[c][cell] : 0.0F;
    }
    if constexpr (Equation::kAbsorbs) {
      if ((flags & kAbsorb) == 0) continue;
      const AbsorbingSides sides =
          sides_of(grid.absorbing, x, y, grid.extent.width, grid.extent.height);
      const std::int64_t entry = rim_index(sides, x, y, grid.extent.width, grid.extent.height);
      for (int c = 0; c < kComponents; ++c) tile.psi[c][at] = grid.rim[c * rim_stride + entry];
    }
  }
  __syncthreads();

  // Beyond an edge that is not joined to the opposite one there are no cells that others see.
  const int first_x = grid.mirrors.x ? -x0 : 0;
  const int first_y = grid.mirrors.y ? -y0 : 0;
  const int beyond_x = grid.mirrors.x ? grid.extent.width - x0 : kHaloedWidth;
  const int beyond_y = grid.mirrors.y ? grid.extent.height - y0 : kHaloedHeight;
  for (int step = 0; step < grid.steps; ++step) {
    const int from = step % 2;
    // Only cells that are still valid after this step are stepped.
    const int end_x = min(kHaloedWidth - step - 1, beyond_x);
    const int end_y = min(kHaloedHeight - step - 1, beyond_y);
    for (int ty = max(step + 1, first_y) + warp; ty < end_y; ty += Tile::kThreads / 32) {
      for (int tx = max(step + 1, first_x) + lane; tx < end_x; tx += 32) {
        const int at = ty * kHaloedWidth + tx;
        const Values<kComponents> next = step_shared_cell<Equation>(
            tile, step, at, grid.absorbing, grid.extent, x0 + tx, y0 + ty, constants);
        for (int c = 0; c < kComponents; ++c) tile.fields[1 - from][c][at] = next[c];
      }
    }
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < place.count; i += Tile::kThreads) {
      const TileOscillator o = oscillators[place.first + i];
      if (!level_writes<Equation>(step, o.component)) continue;
      tile.fields[1 - from][o.component][o.cell] =
          values[step / levels_per_step<Equation>() * oscillations + o.oscillation];
    }
    if (place.count > 0) __syncthreads();
    if constexpr (Samples::kRecords) {
      if ((step + 1) % samples.every != samples.first % samples.every || step + 1 < samples.first)
        continue;
      record_tile<Equation>(tile, from, place, grid.extent, samples,
                            (step + 1 - samples.first) / samples.every);
      __syncthreads();
    }
  }

  const int newest = grid.steps % 2;
  for (int i = static_cast<int>(threadIdx.x); i < Tile::kShape.width * Tile::kShape.height;
       i += Tile::kThreads) {
    const int tx = Tile::kShape.steps + i % Tile::kShape.width;
    const int ty = Tile::kShape.steps + i / Tile::kShape.width;
    const int x = x0 + tx;
    const int y = y0 + ty;
    if (x >= grid.extent.width || y >= grid.extent.height) continue;
    const int at = ty * kHaloedWidth + tx;
    const std::size_t cell = static_cast<std::size_t>(y) * grid.stride + x;
    for (int c = 0; c < kComponents; ++c) {
      grid.next_newest[c][cell] = tile.fields[newest][c][at];
      if constexpr (Equation::kStepsBack > 0) {
        grid.next_older[c][cell] = tile.fields[1 - newest][c][at];
      }
    }
    if constexpr (Equation::kAbsorbs) {
      if ((tile.flags[at] & kAbsorb) == 0) continue;
      const AbsorbingSides sides =
          sides_of(grid.absorbing, x, y, grid.extent.width, grid.extent.height);
      const std::int64_t entry = rim_index(sides, x, y, grid.extent.width, grid.extent.height);
      for (int c = 0; c < kComponents; ++c) {
        grid.next_rim[c * rim_stride + entry] = tile.psi[c][at];
      }
    }
  }
}

}  // namespace heatwave::field
