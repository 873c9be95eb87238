// This file launches the kernels in which one thread passes words to another.
#include <cuda_runtime.h>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/order/order_experiment.h"
#include "kernels/lab/experiments/order/order_kernels.cuh"

namespace heatwave::lab::order_experiment {

// variant: relaxed fences block device system sequential barrier
struct OrderDevice {
  explicit OrderDevice(const OrderProblem& /*problem*/) : court(1) {}  // cudaMalloc

  core::DeviceBuffer<Court> court;
  unsigned right = 0;
};

static void clear_court(const OrderProblem& /*problem*/, OrderDevice& device, Queue queue) {
  clear(device.court, queue);  //! cudaMemsetAsync
}
static void copy_out(const OrderProblem& /*problem*/, OrderDevice& device, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(&device.right, &device.court.data()->right, sizeof(unsigned),
                                      cudaMemcpyDeviceToHost, queue));  //! device to host
}
// end

static Outcome check(const OrderProblem& problem, const OrderDevice& device) {
  return checked_turns(problem, device.right);
}

std::unique_ptr<Run> gpu_run_of(const OrderProblem& problem, OrderLauncher* launcher) {
  return run_with(problem,
                  {.copy_in = clear_court,
                   .reset = clear_court,
                   .copy_out = copy_out,
                   .check = check,
                   .repeatable = false},
                  launcher);
}

// variant: relaxed fences block device system sequential barrier
using PassKernel = void(Court* court, unsigned turns);

static Launched launch_players(const OrderProblem& problem, OrderDevice& device, PassKernel* kernel,
                               unsigned grid, unsigned block, Queue queue) {
  kernel<<<grid, block, 0, queue>>>(device.court.data(), static_cast<unsigned>(problem.turns));
  return launched(kernel, grid, block);
}

// variant: relaxed
Launched order_relaxed(const OrderProblem& problem, OrderDevice& device, Queue queue) {
  return launch_players(problem, device, pass_relaxed, 2, 1, queue);  //! two blocks
}

// variant: fences
Launched order_fences(const OrderProblem& problem, OrderDevice& device, Queue queue) {
  return launch_players(problem, device, pass_with_fences, 2, 1, queue);  //! two blocks
}

// variant: block
Launched order_block(const OrderProblem& problem, OrderDevice& device, Queue queue) {
  return launch_players(problem, device, pass_in_block, 1, 64, queue);  //! two warps
}

// variant: device
Launched order_device(const OrderProblem& problem, OrderDevice& device, Queue queue) {
  return launch_players(problem, device, pass_on_device, 2, 1, queue);  //! two blocks
}

// variant: system
Launched order_system(const OrderProblem& problem, OrderDevice& device, Queue queue) {
  return launch_players(problem, device, pass_in_system, 2, 1, queue);  //! two blocks
}

// variant: sequential
Launched order_sequential(const OrderProblem& problem, OrderDevice& device, Queue queue) {
  return launch_players(problem, device, pass_in_one_order, 2, 1, queue);  //! two blocks
}

// variant: barrier
Launched order_barrier(const OrderProblem& problem, OrderDevice& device, Queue queue) {
  return launch_players(problem, device, pass_by_barrier, 1, 64, queue);  //! two warps
}
// end

}  // namespace heatwave::lab::order_experiment
