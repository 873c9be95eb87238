// CudaField is the memory of a field on a CUDA device: edits change it, surveys read it and
// steppers step it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/cuda_kernels.cuh"
#include "kernels/field/cuda/cuda_round_clock.h"
#include "kernels/field/cuda/cuda_samples.h"
#include "kernels/field/cuda/edge_cells.h"
#include "kernels/field/cuda/inner_walls.h"
#include "kernels/field/oscillators.h"
#include "kernels/field/slab.h"

namespace heatwave::field {

/// When the rows of a slab are exchanged with those of other devices.
struct ExchangeTime {
  std::int64_t at_step = 0;
  bool follows = false;  ///< true: the exchange is queued right after the steps that lead to it
};

/// A stream beside a field's stream, in which the last pass before an exchange writes inner rows
/// while others are exchanged.
class InnerStream {
 public:
  /// Returns the stream; its work begins once all that is queued in the field's stream is done.
  cudaStream_t begin(const core::Stream& of_field);
  void end();
  /// Makes later work in the field's stream wait for that of the inner stream.
  void join(const core::Stream& of_field);

 private:
  struct Queue {
    core::Stream stream;
    core::Signal begun;
    core::Signal done;
  };
  std::unique_ptr<Queue> queue_;  ///< null: nothing has been exchanged yet
  bool is_running_ = false;
};

/// All work runs in the field's stream, in the order of the calls.
struct CudaField {
  /// `rows`: the part of a larger grid that this field holds; unset: it holds the whole grid.
  CudaField(core::Extent grid, std::size_t components, const std::optional<Slab>& rows = {});

  Slab slab;
  core::Extent extent;
  core::Stream stream;
  InnerStream inner;
  ExchangeTime exchange;
  std::vector<core::PitchedBuffer<float>> newest;  ///< one plane for each component
  /// One plane for each component. If the equation looks back, it holds the previous time level.
  /// The next step is written into it.
  std::vector<core::PitchedBuffer<float>> other;
  core::PitchedBuffer<std::uint8_t> flags;
  EdgeCells edge_cells;
  InnerWalls inner_walls;
  core::PitchedBuffer<float> factors;  ///< empty: no cell has been a medium yet
  core::DeviceBuffer<float> rim;  ///< component after component; empty: no edge has absorbed yet
  AbsorbingSides absorbing;
  core::DeviceBuffer<DeviceOscillator> oscillating;
  int oscillating_count = 0;
  /// Value of each oscillation at each step of the current chunk.
  core::DeviceBuffer<float> oscillation_values;
  std::uint64_t cells_version = 1;  ///< increases whenever flags or oscillating cells change
  CudaSamples samples;              ///< filled by the steppers and the solver
  std::vector<bool> oscillates;     ///< for each component: whether it has oscillating cells
  CudaRoundClock* clock = nullptr;  ///< null: rounds are not timed

  /// Returns the size of one component's edge memory, in floats.
  [[nodiscard]] std::size_t rim_floats() const {
    return static_cast<std::size_t>(rim_size(extent.width, extent.height));
  }
  /// Returns one component's state for kernels that set cells.
  [[nodiscard]] DevicePlanes planes(std::size_t component) const;
  void upload_oscillating(std::span<const OscillatingCell> cells);
  /// Queues the upload of these values. Returns their address on the device; null: nothing
  /// oscillates.
  const float* upload_values(std::span<const float> values);
  /// Queues a kernel that sets the oscillating cells of the newest field to these values, which are
  /// in device memory.
  void oscillate(const float* values) const;
  /// Does so for one component.
  void oscillate(std::size_t component, const float* values) const;
};

/// The shape of a 16 × 16 block, and the grids of such blocks that cover an extent or an area.
dim3 block_shape();
dim3 blocks_over(core::Extent extent);
dim3 blocks_over(core::Rect area);

}  // namespace heatwave::field
