// This file launches the kernels that walk through a table, with the copies before and after.
#include <cuda_runtime.h>

#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/occupancy/occupancy_experiment.h"
#include "kernels/lab/experiments/occupancy/occupancy_kernels.cuh"

namespace heatwave::lab::occupancy_experiment {

// variant: one four many bounded
struct OccupancyDevice {
  explicit OccupancyDevice(const OccupancyProblem& problem)
      : n(static_cast<unsigned>(problem.next.size())),
        walks(static_cast<unsigned>(problem.expected.size())),
        next(problem.next.size()),  // cudaMalloc
        ends(problem.expected.size()),
        result(problem.expected.size()) {}

  unsigned n;
  unsigned walks;
  core::DeviceBuffer<std::uint32_t> next;
  core::DeviceBuffer<std::uint32_t> ends;
  std::vector<std::uint32_t> result;
};

static void copy_in(const OccupancyProblem& problem, OccupancyDevice& device, Queue queue) {
  upload(device.next, problem.next.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_out(const OccupancyProblem& /*problem*/, OccupancyDevice& device, Queue queue) {
  download(device.result.data(), device.ends, queue);  //! device to host
}
// end

static void poison_results(const OccupancyProblem& /*problem*/, OccupancyDevice& device,
                           Queue queue) {
  poison(device.ends, queue);
}

static Outcome check(const OccupancyProblem& problem, const OccupancyDevice& device) {
  return checked_walks(problem, device.result);
}

static HostArrays host_arrays(const OccupancyProblem& problem, const OccupancyDevice& device) {
  return arrays_of(problem.next, device.result);
}

std::unique_ptr<Run> gpu_run_of(const OccupancyProblem& problem, OccupancyLauncher* launcher) {
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = copy_in,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check},
                  launcher);
}

// variant: one four many bounded
using WalkKernel = void(const unsigned* next, unsigned n, unsigned* ends, unsigned walks,
                        int steps);

/// Launches a kernel whose threads follow `walks_of_thread` walks each. The shared memory is not
/// used: it only leaves room for fewer blocks on a multiprocessor.
static Launched launch_walks(const OccupancyProblem& problem, OccupancyDevice& device,
                             WalkKernel* kernel, std::int64_t walks_of_thread, Queue queue) {
  const auto threads = static_cast<unsigned>(problem.threads);
  const auto shared = static_cast<std::size_t>(problem.shared_bytes);
  int most = 0;
  HEATWAVE_CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  if (problem.shared_bytes > most) {
    throw core::Unavailable("a block of this device has at most " + std::to_string(most / 1024) +
                            " KB of shared memory");
  }
  HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           most));  //! more than 48 KB must be asked for
  const unsigned grid = blocks_for((device.walks + walks_of_thread - 1) / walks_of_thread, threads);
  kernel<<<grid, threads, shared, queue>>>(device.next.data(), device.n, device.ends.data(),
                                           device.walks, static_cast<int>(problem.steps));  //!
  return launched(kernel, grid, threads, shared);
}

// variant: one
Launched occupancy_one(const OccupancyProblem& problem, OccupancyDevice& device, Queue queue) {
  return launch_walks(problem, device, walk_one, 1, queue);  //!
}

// variant: four
Launched occupancy_four(const OccupancyProblem& problem, OccupancyDevice& device, Queue queue) {
  return launch_walks(problem, device, walk_four, 4, queue);  //!
}

// variant: many
Launched occupancy_many(const OccupancyProblem& problem, OccupancyDevice& device, Queue queue) {
  return launch_walks(problem, device, walk_many, 32, queue);  //!
}

// variant: bounded
Launched occupancy_bounded(const OccupancyProblem& problem, OccupancyDevice& device, Queue queue) {
  return launch_walks(problem, device, walk_bounded, 32, queue);  //!
}
// end

}  // namespace heatwave::lab::occupancy_experiment
