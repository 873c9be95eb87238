// This file launches the kernels that compute heat on a plate, with the copies before and after.
#include <cuda_runtime.h>

#include <optional>
#include <vector>

#include "kernels/core/cuda_texture.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/stencil/stencil_experiment.h"
#include "kernels/lab/experiments/stencil/stencil_kernels.cuh"

namespace heatwave::lab::stencil_experiment {

static_assert(kAlpha == 0.2F, "as in the kernels");

// variant: global one-launch shared texture cuda-array
/// Two grids that are swapped after each step, and the mask of held cells.
struct StencilDevice {
  explicit StencilDevice(const StencilProblem& problem)
      : extent(problem.extent),
        block(16, static_cast<unsigned>(problem.threads) / 16),
        grid(blocks_for(extent.width, block.x), blocks_for(extent.height, block.y)),
        grids{core::PitchedBuffer<float>(extent), core::PitchedBuffer<float>(extent)},
        held(extent),
        spoiled(poisoned_plate(problem)),
        result(problem.start.size()) {}

  core::Extent extent;
  dim3 block;
  dim3 grid;
  core::PitchedBuffer<float> grids[2];  ///< cudaMallocPitch
  core::PitchedBuffer<std::uint8_t> held;
  /// Values of the sources, which the variant with two launches restores.
  core::PitchedBuffer<float> sources;
  std::optional<core::GridTexture> textures[2];  ///< textures of the two grids
  std::optional<core::GridArray> arrays[2];      ///< replace the two grids in one variant
  std::vector<float> spoiled;
  std::vector<float> result;
  int now = 0;  ///< index of the grid that holds the plate

  [[nodiscard]] const float* from() const { return grids[now].data(); }
  [[nodiscard]] float* to() const { return grids[now ^ 1].data(); }
  [[nodiscard]] std::size_t stride() const { return grids[0].stride(); }
};

// variant: global one-launch shared texture
static void reset(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  device.now = 0;
  device.grids[0].upload(core::whole(device.extent), problem.start.data(), queue);  //! 2-D copies
  device.grids[1].upload(core::whole(device.extent), device.spoiled.data(), queue);
}
static void copy_in(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  device.grids[device.now].upload(core::whole(device.extent), problem.start.data(), queue);
  device.held.upload(core::whole(device.extent), problem.held.data(), queue);
}
static void copy_out(const StencilProblem& /*problem*/, StencilDevice& device, Queue queue) {
  device.grids[device.now].download(core::whole(device.extent), device.result.data(), queue);
}

// variant: cuda-array
static void reset_arrays(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  device.now = 0;
  for (auto& each : device.arrays)
    if (!each) each.emplace(device.extent);  //! cudaMallocArray, a texture and a surface
  device.arrays[0]->upload(problem.start.data(), queue);
  device.arrays[1]->upload(device.spoiled.data(), queue);
}
static void copy_arrays_in(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  if (!device.arrays[0]) reset_arrays(problem, device, queue);
  device.arrays[device.now]->upload(problem.start.data(), queue);
  device.held.upload(core::whole(device.extent), problem.held.data(), queue);
}
static void copy_arrays_out(const StencilProblem& /*problem*/, StencilDevice& device, Queue queue) {
  device.arrays[device.now]->download(device.result.data(), queue);
}
// end

static Outcome check(const StencilProblem& problem, const StencilDevice& device) {
  return checked_stencil(problem, device.result);
}

static HostArrays host_arrays(const StencilProblem& problem, const StencilDevice& device) {
  return arrays_of(problem.start, problem.held, device.spoiled, device.result);
}

std::unique_ptr<Run> gpu_run_of(const StencilProblem& problem, StencilLauncher* launcher) {
  Steps<StencilProblem, StencilDevice> steps{.copy_in = copy_in,
                                             .reset = reset,
                                             .copy_out = copy_out,
                                             .host_arrays = host_arrays,
                                             .check = check,
                                             .repeatable = false};
  if (launcher == stencil_cuda_array) {
    steps.copy_in = copy_arrays_in;
    steps.reset = reset_arrays;
    steps.copy_out = copy_arrays_out;
  }
  return run_with(problem, steps, launcher);
}

// variant: global
static void take_sources(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  device.sources = core::PitchedBuffer<float>(device.extent);
  device.sources.clear(queue);
  if (problem.source.empty()) return;
  const std::vector<float> values(static_cast<std::size_t>(problem.source.cells()), kSource);
  device.sources.upload(problem.source, values.data(), queue);
}

Launched stencil_global(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  if (device.sources.empty()) take_sources(problem, device, queue);
  for (std::int64_t step = 0; step < problem.steps; ++step, device.now ^= 1) {
    step_inner_cells<<<device.grid, device.block, 0, queue>>>(
        device.from(), device.to(), device.stride(), device.extent.width, device.extent.height);
    put_back<<<device.grid, device.block, 0, queue>>>(  //! a second launch for each step
        device.to(), device.sources.data(), device.stride(), device.extent.width,
        device.extent.height);
  }
  return launched(step_inner_cells, device.grid, device.block);
}

// variant: one-launch
Launched stencil_one_launch(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  for (std::int64_t step = 0; step < problem.steps; ++step, device.now ^= 1) {
    step_and_hold<<<device.grid, device.block, 0, queue>>>(  //! one launch for each step
        device.from(), device.to(), device.stride(), device.held.data(), device.held.stride(),
        device.extent.width, device.extent.height);
  }
  return launched(step_and_hold, device.grid, device.block);
}

// variant: shared
Launched stencil_shared(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  const std::size_t shared = (device.block.x + 2) * (device.block.y + 2) * sizeof(float);  //! halo
  for (std::int64_t step = 0; step < problem.steps; ++step, device.now ^= 1) {
    step_shared_tile<<<device.grid, device.block, shared, queue>>>(
        device.from(), device.to(), device.stride(), device.held.data(), device.held.stride(),
        device.extent.width, device.extent.height);
  }
  return launched(step_shared_tile, device.grid, device.block, shared);
}

// variant: texture
Launched stencil_texture(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  for (int i = 0; i < 2; ++i)
    if (!device.textures[i]) device.textures[i].emplace(device.grids[i]);  //! over the same memory
  for (std::int64_t step = 0; step < problem.steps; ++step, device.now ^= 1) {
    step_texture<<<device.grid, device.block, 0, queue>>>(
        device.textures[device.now]->get(), device.to(), device.stride(), device.held.data(),
        device.held.stride(), device.extent.width, device.extent.height);
  }
  return launched(step_texture, device.grid, device.block);
}

// variant: cuda-array
Launched stencil_cuda_array(const StencilProblem& problem, StencilDevice& device, Queue queue) {
  for (std::int64_t step = 0; step < problem.steps; ++step, device.now ^= 1) {
    step_cuda_array<<<device.grid, device.block, 0, queue>>>(
        device.arrays[device.now]->texture(), device.arrays[device.now ^ 1]->surface(),  //!
        device.held.data(), device.held.stride(), device.extent.width, device.extent.height);
  }
  return launched(step_cuda_array, device.grid, device.block);
}
// end

}  // namespace heatwave::lab::stencil_experiment
