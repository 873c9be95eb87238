// The memory of a field on a CUDA device: what edits change, surveys read, and steppers step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/cuda_kernels.cuh"
#include "kernels/field/cuda/edge_cells.h"
#include "kernels/field/oscillators.h"

namespace heatwave::field {

/// Everything happens in its stream, in the order of the calls.
struct CudaField {
  CudaField(core::Extent grid, std::size_t components);

  core::Extent extent;
  core::Stream stream;
  std::vector<core::PitchedBuffer<float>> newest;  ///< one for each component
  /// Where the equation looks back, the field one step before; the next step is written here.
  std::vector<core::PitchedBuffer<float>> other;
  core::PitchedBuffer<std::uint8_t> flags;
  EdgeCells edge_cells;
  core::PitchedBuffer<float> factors;  ///< empty until a medium comes
  core::DeviceBuffer<float> rim;       ///< component after component; empty until an edge absorbs
  AbsorbingSides absorbing;
  core::DeviceBuffer<DeviceOscillator> oscillating;
  int oscillating_count = 0;
  core::DeviceBuffer<float> oscillation_values;  ///< at each step of a stretch
  std::uint64_t cells_version = 1;  ///< grows whenever flags or oscillating cells change
  std::vector<bool> oscillates;     ///< which components have such cells

  /// Floats of one component's memory of absorbing edges.
  [[nodiscard]] std::size_t rim_floats() const {
    return static_cast<std::size_t>(rim_size(extent.width, extent.height));
  }
  /// One component's state, for kernels that set cells.
  [[nodiscard]] DevicePlanes planes(std::size_t component) const;
  void take_oscillating(std::span<const OscillatingCell> cells);
  /// Queues it; where they lie on the device: null where nothing oscillates.
  const float* take_values(std::span<const float> values);
  /// Queues it: the oscillating cells of the newest field take these values, in device memory.
  void oscillate(const float* values) const;
};

/// A launch of 16 × 16 blocks that covers so many cells.
dim3 block_shape();
dim3 blocks_over(core::Extent extent);
dim3 blocks_over(core::Rect area);

}  // namespace heatwave::field
