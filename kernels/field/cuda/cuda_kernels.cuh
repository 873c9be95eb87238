// The CUDA solver's kernels: a plain step, edits, oscillating sources, surveys and thinning.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/field/cell_step.h"

namespace heatwave::field {

/// All arrays that one step reads and writes. Strides count elements.
template <int kComponents>
struct DeviceGrid {
  PerComponent<const float*, kComponents> from;
  /// Time level of two steps ago, until the step overwrites it.
  PerComponent<float*, kComponents> to;
  std::size_t stride;  ///< equal for all components
  const std::uint8_t* flags;
  std::size_t flags_stride;
  const float* factors;  ///< null: the grid has no media
  std::size_t factors_stride;
  float* rim;  ///< component after component; null: no edge absorbs
  AbsorbingSides absorbing;
  int width;
  int height;
};

/// An oscillating cell in the form that kernels read.
struct DeviceOscillator {
  int x;
  int y;
  int oscillation;
  int component;
};

/// All arrays of one component's state, for kernels that set cells.
struct DevicePlanes {
  float* newest;
  float* other;
  std::size_t stride;
  float* rim;  ///< read only if an edge absorbs
  AbsorbingSides absorbing;
  int width;
  int height;
};

/// Steps a cell that is not plain.
template <typename Equation>
__device__ Values<Equation::kComponents> step_flagged_cell(
    const DeviceGrid<Equation::kComponents>& grid, int x, int y,
    const Neighbourhood<Equation::kComponents>& n, const Values<Equation::kComponents>& older,
    std::uint8_t flags, float factor, const typename Equation::Constants& constants) {
  if constexpr (Equation::kAbsorbs) {
    if ((flags & kAbsorb) != 0) {
      const AbsorbingSides at = sides_of(grid.absorbing, x, y, grid.width, grid.height);
      float* rim = grid.rim + rim_index(at, x, y, grid.width, grid.height);
      const std::int64_t stride = rim_size(grid.width, grid.height);
      Values<Equation::kComponents> psi;
      for (int c = 0; c < Equation::kComponents; ++c) psi[c] = rim[c * stride];
      const Values<Equation::kComponents> next =
          step_absorbing_cell<Equation>(n, older, flags, factor, at, constants, psi);
      for (int c = 0; c < Equation::kComponents; ++c) rim[c * stride] = psi[c];
      return next;
    }
  }
  return step_special_cell<Equation>(n, older, flags, factor, constants);
}

/// Takes one step with one thread for each cell, in blocks of 16 × 16. For each cell it reads and
/// writes one float of each component and reads one byte of flags (waves: one more float read). The
/// neighbours come from the cache. The kernel is memory bound.
template <typename Equation>
__global__ void step_cells(DeviceGrid<Equation::kComponents> grid,
                           typename Equation::Constants constants) {
  constexpr int kComponents = Equation::kComponents;
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= grid.width || y >= grid.height) return;
  const int west = x == 0 ? grid.width - 1 : x - 1;
  const int east = x == grid.width - 1 ? 0 : x + 1;
  const int north = y == 0 ? grid.height - 1 : y - 1;
  const int south = y == grid.height - 1 ? 0 : y + 1;
  const std::size_t begin = static_cast<std::size_t>(y) * grid.stride;
  Neighbourhood<kComponents> n;
  Values<kComponents> older{};
  for (int c = 0; c < kComponents; ++c) {
    const float* row = grid.from[c] + begin;
    n[c] = {row[x], row[west], row[east],
            grid.from[c][static_cast<std::size_t>(north) * grid.stride + x],
            grid.from[c][static_cast<std::size_t>(south) * grid.stride + x]};
    if constexpr (Equation::kStepsBack > 0) older[c] = grid.to[c][begin + x];
  }
  const std::uint8_t flags = grid.flags[static_cast<std::size_t>(y) * grid.flags_stride + x];
  Values<kComponents> next;
  if (flags == 0) {
    next = Equation::update(n, older, constants);
  } else {
    const float factor = (flags & kMedium) != 0
                             ? grid.factors[static_cast<std::size_t>(y) * grid.factors_stride + x]
                             : 1.0F;
    next = step_flagged_cell<Equation>(grid, x, y, n, older, flags, factor, constants);
  }
  for (int c = 0; c < kComponents; ++c) grid.to[c][begin + x] = next[c];
}

/// Sets the oscillating cells of this component to their values after a step.
__global__ void oscillate(DevicePlanes planes, int component, const DeviceOscillator* cells,
                          int count, const float* values);

/// Sets the oscillating cells of this component to their values in an edit, with both time levels
/// equal.
__global__ void start_oscillating(DevicePlanes planes, int component, const DeviceOscillator* cells,
                                  int count, const float* values);

/// Sets the held cells of an area to their values and its walls to the rest value.
__global__ void settle_cells(DevicePlanes planes, const std::uint8_t* flags,
                             std::size_t flags_stride, core::Rect area, const float* held_values,
                             float rest);

/// Sets the free cells under the mask to one value, with both time levels equal.
__global__ void paint_cells(DevicePlanes planes, const std::uint8_t* flags,
                            std::size_t flags_stride, core::Rect area, const std::uint8_t* mask,
                            float value);

/// Sets the free cells under the mask to these values, which are dense arrays of the area.
__global__ void put_cells(DevicePlanes planes, const std::uint8_t* flags, std::size_t flags_stride,
                          core::Rect area, const std::uint8_t* mask, const float* newest,
                          const float* older);

/// Copies every k-th cell of every k-th row.
__global__ void thin_cells(const float* cells, std::size_t stride, float* thin,
                           std::size_t thin_stride, core::Extent thin_extent, int k);

struct PartialSurvey {
  float minimum;
  float maximum;
  int not_finite;
};

inline constexpr int kSurveyThreads = 256;

/// Each block surveys its share of the rows and writes one partial result.
__global__ void survey_cells(const float* cells, std::size_t stride, core::Extent extent,
                             PartialSurvey* partial);

}  // namespace heatwave::field
