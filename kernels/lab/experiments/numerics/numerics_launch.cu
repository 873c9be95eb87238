// This file launches the kernels that add numbers with different roundings.
#include <cuda_runtime.h>

#include <cstddef>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/numerics/numerics_experiment.h"
#include "kernels/lab/experiments/numerics/numerics_kernels.cuh"

namespace heatwave::lab::numerics_experiment {

constexpr unsigned kBlocks = 1024;  // equal on every GPU, so that the order and the bits are
constexpr unsigned kThreads = 256;

// variant: atomics fixed kahan double bfloat
struct NumericsDevice {
  explicit NumericsDevice(const NumericsProblem& problem)
      : n(static_cast<long long>(problem.numbers.size())),
        numbers(problem.numbers.size()),  // cudaMalloc
        sums(kBlocks * sizeof(double)),
        sum(1) {}

  long long n;
  core::DeviceBuffer<float> numbers;
  core::DeviceBuffer<std::byte> sums;  ///< a sum of each block, of at most 8 bytes
  core::DeviceBuffer<float> sum;
  double roundings = 0.0;  ///< most roundings of a number on its way into the sum
  float result = 0.0F;
};

static void copy_in(const NumericsProblem& problem, NumericsDevice& device, Queue queue) {
  upload(device.numbers, problem.numbers.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_out(const NumericsProblem& /*problem*/, NumericsDevice& device, Queue queue) {
  download(&device.result, device.sum, queue);  //! device to host
}
// end

static void poison_results(const NumericsProblem& /*problem*/, NumericsDevice& device,
                           Queue queue) {
  poison(device.sum, queue);
}

static Outcome check(const NumericsProblem& problem, const NumericsDevice& device) {
  return checked_sum(problem.exact, device.result, device.roundings);
}

static HostArrays host_arrays(const NumericsProblem& problem, const NumericsDevice& /*device*/) {
  return arrays_of(problem.numbers);
}

std::unique_ptr<Run> gpu_run_of(const NumericsProblem& problem, NumericsLauncher* launcher) {
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = copy_in,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check},
                  launcher);
}

// variant: atomics
Launched numerics_atomics(const NumericsProblem& /*problem*/, NumericsDevice& device, Queue queue) {
  clear(device.sum, queue);  // cudaMemsetAsync
  // A thread adds its numbers, a warp 32 sums, and the atomics all sums of warps.
  device.roundings = static_cast<double>(device.n) / (kBlocks * kThreads) + 6 + kBlocks * 8;
  add_by_atomics<<<kBlocks, kThreads, 0, queue>>>(device.numbers.data(), device.sum.data(),
                                                  device.n);  //!
  return launched(add_by_atomics, kBlocks, kThreads);
}

// variant: fixed kahan double bfloat
/// Adds the numbers with one kernel, and the sums of the blocks with another.
template <typename Sum>
static Launched launch_in_order(NumericsDevice& device, void (*add)(const float*, Sum*, long long),
                                void (*join)(const Sum*, int, float*), Queue queue) {
  Sum* const sums = reinterpret_cast<Sum*>(device.sums.data());
  add<<<kBlocks, kThreads, 0, queue>>>(device.numbers.data(), sums, device.n);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  join<<<1, kThreads, 0, queue>>>(sums, kBlocks, device.sum.data());  //! one block
  return launched(add, kBlocks, kThreads);
}

// variant: fixed
Launched numerics_fixed(const NumericsProblem& /*problem*/, NumericsDevice& device, Queue queue) {
  // A thread adds its numbers, a tree of 256, four sums of blocks, and a tree of 256 again.
  device.roundings = static_cast<double>(device.n) / (kBlocks * kThreads) + 1 + 8 + 4 + 8;
  return launch_in_order(device, add_plain, join_plain, queue);  //!
}

// variant: kahan
Launched numerics_kahan(const NumericsProblem& /*problem*/, NumericsDevice& device, Queue queue) {
  device.roundings = 2;
  return launch_in_order(device, add_kahan, join_kahan, queue);  //!
}

// variant: double
Launched numerics_double(const NumericsProblem& /*problem*/, NumericsDevice& device, Queue queue) {
  device.roundings = 1;
  return launch_in_order(device, add_double, join_double, queue);  //!
}

// variant: bfloat
Launched numerics_bfloat(const NumericsProblem& /*problem*/, NumericsDevice& device, Queue queue) {
  return launch_in_order(device, add_bfloat, join_bfloat, queue);  //!
}
// end

}  // namespace heatwave::lab::numerics_experiment
