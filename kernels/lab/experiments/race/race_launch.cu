// This file launches the kernels of the race experiment, with the copies before and after. Launches
// without a reset continue counting from the last result, which takes equally long; only a single
// launch is checked.
#include <cuda_runtime.h>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/race/race_experiment.h"
#include "kernels/lab/experiments/race/race_kernels.cuh"

namespace heatwave::lab::race_experiment {

// variant: plain each atomic warp block
struct RaceDevice {
  explicit RaceDevice(const RaceProblem& problem)
      : block(static_cast<unsigned>(problem.threads)),
        grid(blocks_for(problem.n, problem.threads)) {}

  unsigned block;
  unsigned grid;  //! one thread for each increment
  core::DeviceBuffer<unsigned> a{1};
  unsigned counted = 0;
  bool racing = false;
};

static void reset(const RaceProblem& /*problem*/, RaceDevice& device, Queue queue) {
  clear(device.a, queue);  //! cudaMemsetAsync: *a = 0
}
static void copy_out(const RaceProblem& /*problem*/, RaceDevice& device, Queue queue) {
  download(&device.counted, device.a, queue);  //! cudaMemcpyAsync, device to host
}
// end

static Outcome check(const RaceProblem& problem, const RaceDevice& device) {
  return checked_count(problem.n, device.counted, device.racing);
}

std::unique_ptr<Run> gpu_run_of(const RaceProblem& problem, RaceLauncher* launcher) {
  return run_with(problem, {.reset = reset, .copy_out = copy_out, .check = check}, launcher);
}

// variant: plain
Launched race_plain(const RaceProblem& problem, RaceDevice& device, Queue queue) {
  add_plainly<<<device.grid, device.block, 0, queue>>>(device.a.data(), problem.n);
  device.racing = true;
  return launched(add_plainly, device.grid, device.block);
}

// variant: each
Launched race_each(const RaceProblem& problem, RaceDevice& device, Queue queue) {
  add_each<<<device.grid, device.block, 0, queue>>>(device.a.data(), 0, problem.n);
  return launched(add_each, device.grid, device.block);
}

// variant: atomic
Launched race_atomic(const RaceProblem& problem, RaceDevice& device, Queue queue) {
  add_atomically<<<device.grid, device.block, 0, queue>>>(device.a.data(), problem.n);
  return launched(add_atomically, device.grid, device.block);
}

// variant: warp
Launched race_warp(const RaceProblem& problem, RaceDevice& device, Queue queue) {
  add_by_warp<<<device.grid, device.block, 0, queue>>>(device.a.data(), problem.n);
  return launched(add_by_warp, device.grid, device.block);
}

// variant: block
Launched race_block(const RaceProblem& problem, RaceDevice& device, Queue queue) {
  add_by_block<<<device.grid, device.block, 0, queue>>>(device.a.data(), problem.n);
  return launched(add_by_block, device.grid, device.block);
}
// end

}  // namespace heatwave::lab::race_experiment
