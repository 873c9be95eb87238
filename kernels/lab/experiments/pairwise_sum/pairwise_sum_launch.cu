// This file launches the kernels that add an array of numbers, with the copies before and after.
#include <cuda_runtime.h>

#include <algorithm>
#include <cub/device/device_reduce.cuh>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/pairwise_sum/pairwise_sum_experiment.h"
#include "kernels/lab/experiments/pairwise_sum/pairwise_sum_kernels.cuh"

namespace heatwave::lab::pairwise_sum_experiment {

constexpr long long kMostThreads = 1024;

// variant: lecture one-block-shared interleaved sequential shuffles vectors one-launch cub
/// The numbers on the device, the blocks' sums and the total.
struct PairwiseSumDevice {
  explicit PairwiseSumDevice(const PairwiseSumProblem& problem)
      : n(static_cast<long long>(problem.numbers.size())),
        threads(static_cast<unsigned>(problem.threads)),
        numbers(problem.numbers.size()) {}  // cudaMalloc

  long long n;
  unsigned threads;  ///< threads in a block
  core::DeviceBuffer<float> numbers;
  core::DeviceBuffer<float> sums[2];  ///< the blocks' sums, then the sums of these
  core::DeviceBuffer<float> sum{1};
  /// Number of finished blocks, counted by the single launch.
  core::DeviceBuffer<unsigned> finished{1};
  core::DeviceBuffer<std::byte> scratch;
  unsigned blocks = 0;
  bool in_place = false;  ///< true: the total replaces the first number
  double roundings = 64;  ///< most roundings of a number: six, and one for each halving
  float result = 0.0F;
};

static void copy_in(const PairwiseSumProblem& problem, PairwiseSumDevice& device, Queue queue) {
  upload(device.numbers, problem.numbers.data(), queue);  //! cudaMemcpyAsync, host to device
  clear(device.finished, queue);
}

static void copy_out(const PairwiseSumProblem& /*problem*/, PairwiseSumDevice& device,
                     Queue queue) {
  const float* from = device.in_place ? device.numbers.data() : device.sum.data();
  HEATWAVE_CUDA_CHECK(
      cudaMemcpyAsync(&device.result, from, sizeof(float), cudaMemcpyDeviceToHost, queue));  //!
}
// end

static void poison_results(const PairwiseSumProblem& /*problem*/, PairwiseSumDevice& device,
                           Queue queue) {
  poison(device.sum, queue);
}

static Outcome check(const PairwiseSumProblem& problem, const PairwiseSumDevice& device) {
  return checked_sum(problem.exact, device.result, device.roundings);
}

static HostArrays host_arrays(const PairwiseSumProblem& problem,
                              const PairwiseSumDevice& /*device*/) {
  return arrays_of(problem.numbers);
}

std::unique_ptr<Run> gpu_run_of(const PairwiseSumProblem& problem, PairwiseSumLauncher* launcher) {
  const bool in_place = launcher == pairwise_sum_lecture;  // each launch overwrites its numbers
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = copy_in,
                   .reset = in_place ? copy_in : nullptr,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check,
                   .repeatable = !in_place},
                  launcher);
}

// variant: lecture one-block-shared
/// Returns n/2 threads, or the most that a block may have.
static unsigned threads_of_one_block(long long n) {
  return static_cast<unsigned>(std::min((n + 1) / 2, kMostThreads));
}

// variant: lecture
Launched pairwise_sum_lecture(const PairwiseSumProblem& /*problem*/, PairwiseSumDevice& device,
                              Queue queue) {
  const unsigned block = threads_of_one_block(device.n);
  sum_in_place<<<1, block, 0, queue>>>(device.numbers.data(), device.n);  //! a single block
  device.in_place = true;
  return launched(sum_in_place, 1, block);
}

// variant: one-block-shared
Launched pairwise_sum_one_block_shared(const PairwiseSumProblem& /*problem*/,
                                       PairwiseSumDevice& device, Queue queue) {
  const unsigned block = threads_of_one_block(device.n);
  device.roundings = static_cast<double>(device.n) / (2 * block) + 12;
  const std::size_t shared = 2 * block * sizeof(float);  //! two slots for each thread
  sum_in_one_block<<<1, block, shared, queue>>>(device.numbers.data(), device.sum.data(), device.n);
  return launched(sum_in_one_block, 1, block, shared);
}

// variant: interleaved sequential shuffles
using SumKernel = void(const float* x, float* sums, long long n);

/// Launches a kernel in which every block adds two numbers for each thread, then launches it again
/// on the blocks' sums, until one sum is left.
static Launched launch_rounds(PairwiseSumDevice& device, SumKernel* kernel, std::size_t shared,
                              Queue queue) {
  const unsigned first = blocks_for(device.n, 2LL * device.threads);
  device.sums[0].reserve(first);
  device.sums[1].reserve(blocks_for(first, 2LL * device.threads));
  const float* from = device.numbers.data();
  long long left = device.n;
  for (int round = 0; left > 1 || round == 0; ++round) {  //! a launch is a barrier
    const unsigned grid = blocks_for(left, 2LL * device.threads);
    float* to = grid == 1 ? device.sum.data() : device.sums[round % 2].data();
    kernel<<<grid, device.threads, shared, queue>>>(from, to, left);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    from = to;
    left = grid;
  }
  return launched(kernel, first, device.threads, shared);
}

// variant: interleaved
Launched pairwise_sum_interleaved(const PairwiseSumProblem& /*problem*/, PairwiseSumDevice& device,
                                  Queue queue) {
  const std::size_t shared = device.threads * sizeof(float);
  return launch_rounds(device, sum_interleaved, shared, queue);  //!
}

// variant: sequential
Launched pairwise_sum_sequential(const PairwiseSumProblem& /*problem*/, PairwiseSumDevice& device,
                                 Queue queue) {
  const std::size_t shared = device.threads * sizeof(float);
  return launch_rounds(device, sum_sequential, shared, queue);  //!
}

// variant: shuffles
Launched pairwise_sum_shuffles(const PairwiseSumProblem& /*problem*/, PairwiseSumDevice& device,
                               Queue queue) {
  return launch_rounds(device, sum_by_shuffles, 0, queue);  //!
}

// variant: vectors one-launch
/// Chooses as many blocks as fit on the device, or fewer if that leaves threads without a load.
template <typename Kernel>
static void choose_blocks(PairwiseSumDevice& device, Kernel* kernel) {
  if (device.blocks > 0) return;
  device.blocks =
      blocks_that_fit(kernel, device.threads, 0, blocks_for(device.n, 4LL * device.threads));
  device.sums[0].reserve(device.blocks);
  device.roundings += static_cast<double>(device.n) / 4 / (device.blocks * device.threads);
}

// variant: vectors
Launched pairwise_sum_vectors(const PairwiseSumProblem& /*problem*/, PairwiseSumDevice& device,
                              Queue queue) {
  choose_blocks(device, sum_by_vectors);
  sum_by_vectors<<<device.blocks, device.threads, 0, queue>>>(device.numbers.data(),
                                                              device.sums[0].data(), device.n);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  sum_by_vectors<<<1, device.threads, 0, queue>>>(
      device.sums[0].data(), device.sum.data(),
      device.blocks);  //! one block adds the blocks' sums
  return launched(sum_by_vectors, device.blocks, device.threads);
}

// variant: one-launch
Launched pairwise_sum_one_launch(const PairwiseSumProblem& /*problem*/, PairwiseSumDevice& device,
                                 Queue queue) {
  choose_blocks(device, sum_in_one_launch);
  sum_in_one_launch<<<device.blocks, device.threads, 0, queue>>>(  //! no second kernel
      device.numbers.data(), device.sums[0].data(), device.finished.data(), device.sum.data(),
      device.n);
  return launched(sum_in_one_launch, device.blocks, device.threads);
}

// variant: cub
Launched pairwise_sum_cub(const PairwiseSumProblem& /*problem*/, PairwiseSumDevice& device,
                          Queue queue) {
  std::size_t bytes = device.scratch.size();
  if (bytes == 0) {  // without memory it only returns the bytes that it needs
    HEATWAVE_CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, device.numbers.data(),
                                               device.sum.data(), device.n, queue));
    device.scratch.reserve(std::max<std::size_t>(bytes, 1));
    // The order of CUB's additions is unknown; at least a thousand parallel sums are needed to fill
    // a GPU.
    device.roundings += static_cast<double>(device.n) / 1024;
  }
  HEATWAVE_CUDA_CHECK(cub::DeviceReduce::Sum(device.scratch.data(), bytes, device.numbers.data(),
                                             device.sum.data(), device.n, queue));  //!
  return {};
}
// end

}  // namespace heatwave::lab::pairwise_sum_experiment
