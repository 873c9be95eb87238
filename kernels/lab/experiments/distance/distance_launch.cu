// This file launches the kernels that compute mean distances, with the copies before and after.
#include <cuda_runtime.h>

#include <vector>

#include "kernels/core/error.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/distance/distance_experiment.h"
#include "kernels/lab/experiments/distance/distance_kernels.cuh"

namespace heatwave::lab::distance_experiment {

static_assert(sizeof(Object) == sizeof(float2));

// variant: global constant shared points fast-root numbered
struct DistanceDevice {
  explicit DistanceDevice(const DistanceProblem& problem)
      : side(static_cast<int>(problem.side)),
        count(static_cast<int>(problem.objects.size())),
        block(static_cast<unsigned>(problem.threads)),
        objects(problem.objects.size()),  // cudaMalloc
        means(static_cast<std::size_t>(problem.side * problem.side)),
        result(means.size()) {}

  int side;
  int count;
  unsigned block;  //! threads along a row of points
  core::DeviceBuffer<float2> objects;
  core::DeviceBuffer<float> means;
  std::vector<float> result;

  /// Returns the grid: enough blocks for a row of points, and one such row of blocks for each row
  /// of points.
  [[nodiscard]] dim3 grid(unsigned points_per_thread) const {
    return {blocks_for(side, static_cast<std::int64_t>(points_per_thread) * block),
            static_cast<unsigned>(side), 1};
  }
};

// variant: global shared
static void copy_in(const DistanceProblem& problem, DistanceDevice& device, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(device.objects.data(), problem.objects.data(),  //!
                                      problem.objects.size() * sizeof(Object),
                                      cudaMemcpyHostToDevice, queue));
}

// variant: constant points fast-root numbered
static void copy_constants(const DistanceProblem& problem, DistanceDevice& /*device*/,
                           Queue queue) {
  if (problem.objects.size() * sizeof(Object) > sizeof(constant_objects)) {
    throw core::Unavailable("constant memory holds 64 KB, which are 8192 objects");
  }
  HEATWAVE_CUDA_CHECK(cudaMemcpyToSymbolAsync(constant_objects, problem.objects.data(),  //!
                                              problem.objects.size() * sizeof(Object), 0,
                                              cudaMemcpyHostToDevice, queue));
}

// variant: global constant shared points fast-root numbered
static void copy_out(const DistanceProblem& /*problem*/, DistanceDevice& device, Queue queue) {
  download(device.result.data(), device.means, queue);  //! device to host
}
// end

static void poison_results(const DistanceProblem& /*problem*/, DistanceDevice& device,
                           Queue queue) {
  poison(device.means, queue);
}

static Outcome check(const DistanceProblem& problem, const DistanceDevice& device) {
  return checked_distance(problem, device.result);
}

static HostArrays host_arrays(const DistanceProblem& problem, const DistanceDevice& device) {
  return arrays_of(problem.objects, device.result);
}

std::unique_ptr<Run> gpu_run_of(const DistanceProblem& problem, DistanceLauncher* launcher) {
  const bool constant = launcher != distance_global && launcher != distance_shared;
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = constant ? copy_constants : copy_in,
                   // Constant memory belongs to the whole program: another run may have changed it.
                   .reset = constant ? copy_constants : nullptr,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check},
                  launcher);
}

// variant: global
Launched distance_global(const DistanceProblem& /*problem*/, DistanceDevice& device, Queue queue) {
  const dim3 grid = device.grid(1);
  means_from_global<<<grid, device.block, 0, queue>>>(device.objects.data(), device.count,
                                                      device.means.data(), device.side);
  return launched(means_from_global, grid, device.block);
}

// variant: shared
Launched distance_shared(const DistanceProblem& /*problem*/, DistanceDevice& device, Queue queue) {
  const dim3 grid = device.grid(1);
  means_from_shared<<<grid, device.block, 0, queue>>>(device.objects.data(), device.count,
                                                      device.means.data(), device.side);
  return launched(means_from_shared, grid, device.block);
}

// variant: constant points fast-root numbered
using ConstantKernel = void(int count, float* means, int side);

static Launched launch_constant(DistanceDevice& device, ConstantKernel* kernel, dim3 grid,
                                Queue queue) {
  kernel<<<grid, device.block, 0, queue>>>(device.count, device.means.data(), device.side);
  return launched(kernel, grid, device.block);
}

// variant: constant
Launched distance_constant(const DistanceProblem& /*problem*/, DistanceDevice& device,
                           Queue queue) {
  return launch_constant(device, means_from_constant, device.grid(1), queue);
}

// variant: points
Launched distance_points(const DistanceProblem& /*problem*/, DistanceDevice& device, Queue queue) {
  return launch_constant(device, means_of_four_points, device.grid(4), queue);
}

// variant: fast-root
Launched distance_fast_root(const DistanceProblem& /*problem*/, DistanceDevice& device,
                            Queue queue) {
  return launch_constant(device, means_by_hardware_root, device.grid(4), queue);
}

// variant: numbered
Launched distance_numbered(const DistanceProblem& /*problem*/, DistanceDevice& device,
                           Queue queue) {
  const std::int64_t rows = device.side;
  const dim3 grid = blocks_for(rows * blocks_for(rows, 4), device.block);  //! one row of blocks
  return launch_constant(device, means_by_numbered_threads, grid, queue);
}
// end

}  // namespace heatwave::lab::distance_experiment
