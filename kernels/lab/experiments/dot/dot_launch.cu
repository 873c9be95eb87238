// This file launches the kernels that compute a dot product, with the copies before and after.
#include <cuda_runtime.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "kernels/core/cublas.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/dot/dot_experiment.h"
#include "kernels/lab/experiments/dot/dot_kernels.cuh"

namespace heatwave::lab::dot_experiment {

constexpr std::size_t kMostBlocks = 65536;

// variant: lecture more-blocks shuffles vectors last-block cublas
/// Both arrays on the device, the blocks' partial sums on device and host, and the result.
struct DotDevice {
  explicit DotDevice(const DotProblem& problem)
      : n(static_cast<long long>(problem.a.size())),
        threads(static_cast<unsigned>(problem.threads)),
        a(problem.a.size()),  // cudaMalloc
        b(problem.b.size()) {}

  long long n;
  unsigned threads;     ///< threads in a block
  unsigned blocks = 0;  ///< blocks in the last launch; 0: a library launched it
  core::DeviceBuffer<float> a;
  core::DeviceBuffer<float> b;
  core::DeviceBuffer<float> partial{kMostBlocks};
  core::DeviceBuffer<unsigned> finished{1};
  core::DeviceBuffer<float> sum{1};
  bool host_finishes = false;
  std::vector<float> host_partial = std::vector<float>(kMostBlocks);
  float result = 0.0F;
  std::optional<core::Cublas> cublas;
};

static void copy_in(const DotProblem& problem, DotDevice& device, Queue queue) {
  upload(device.a, problem.a.data(), queue);  //! cudaMemcpyAsync, host to device
  upload(device.b, problem.b.data(), queue);
  clear(device.finished, queue);  // once: each launch resets it by itself
}

static void copy_out(const DotProblem& /*problem*/, DotDevice& device, Queue queue) {
  if (device.host_finishes) {
    const std::size_t bytes = device.blocks * sizeof(float);
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(device.host_partial.data(), device.partial.data(),  //!
                                        bytes, cudaMemcpyDeviceToHost, queue));
  } else {
    download(&device.result, device.sum, queue);
  }
}

static void finish(const DotProblem& /*problem*/, DotDevice& device) {
  if (!device.host_finishes) return;
  device.result = std::accumulate(device.host_partial.begin(),
                                  device.host_partial.begin() + device.blocks, 0.0F);  //! host
}
// end

static void poison_results(const DotProblem& /*problem*/, DotDevice& device, Queue queue) {
  poison(device.partial, queue);
  poison(device.sum, queue);
}

/// Checks the result with the largest number of roundings of a product: its own, those of a
/// thread's sum, of the tree's ten rounds and of the partial sums. The order of cuBLAS is unknown;
/// at least a thousand parallel sums are needed to fill a GPU.
static Outcome check(const DotProblem& problem, const DotDevice& device) {
  const auto n = static_cast<double>(device.n);
  const double roundings =
      device.blocks == 0 ? n / 1024 + 65 : n / device.blocks / device.threads + device.blocks + 32;
  return checked_sum(problem.exact, device.result, roundings);
}

static HostArrays host_arrays(const DotProblem& problem, const DotDevice& device) {
  return arrays_of(problem.a, problem.b, device.host_partial);
}

std::unique_ptr<Run> gpu_run_of(const DotProblem& problem, DotLauncher* launcher) {
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = copy_in,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .finish = finish,
                   .check = check},
                  launcher);
}

// variant: lecture more-blocks
static Launched launch_tree(DotDevice& device, Queue queue) {
  const std::size_t shared = device.threads * sizeof(float);
  dot_by_tree<<<device.blocks, device.threads, shared, queue>>>(  //! grid, block, shared, queue
      device.a.data(), device.b.data(), device.partial.data(), device.n);
  device.host_finishes = true;
  return launched(dot_by_tree, device.blocks, device.threads, shared);
}

// variant: lecture
Launched dot_lecture(const DotProblem& problem, DotDevice& device, Queue queue) {
  const unsigned enough = std::min(32U, blocks_for(device.n, device.threads));  //! 32
  const auto asked = static_cast<unsigned>(problem.blocks);
  device.blocks = asked > 0 ? asked : enough;
  return launch_tree(device, queue);
}

// variant: more-blocks shuffles vectors last-block
/// Returns the requested number of blocks, or else as many as fit if each thread has work.
template <typename Kernel>
static unsigned filling_blocks(const DotProblem& problem, Kernel* kernel, std::size_t shared) {
  if (problem.blocks > 0) return static_cast<unsigned>(problem.blocks);
  return blocks_that_fit(kernel, static_cast<unsigned>(problem.threads), shared,
                         blocks_for(static_cast<std::int64_t>(problem.a.size()), problem.threads));
}

// variant: more-blocks
Launched dot_more_blocks(const DotProblem& problem, DotDevice& device, Queue queue) {
  const std::size_t shared = device.threads * sizeof(float);
  if (device.blocks == 0) device.blocks = filling_blocks(problem, dot_by_tree, shared);  //!
  return launch_tree(device, queue);
}

// variant: shuffles
Launched dot_shuffles(const DotProblem& problem, DotDevice& device, Queue queue) {
  if (device.blocks == 0) device.blocks = filling_blocks(problem, dot_by_shuffles, 0);
  device.host_finishes = true;
  dot_by_shuffles<<<device.blocks, device.threads, 0, queue>>>(device.a.data(), device.b.data(),
                                                               device.partial.data(), device.n);
  return launched(dot_by_shuffles, device.blocks, device.threads);
}

// variant: vectors
Launched dot_vectors(const DotProblem& problem, DotDevice& device, Queue queue) {
  if (device.blocks == 0) device.blocks = filling_blocks(problem, dot_by_vectors, 0);
  device.host_finishes = true;
  dot_by_vectors<<<device.blocks, device.threads, 0, queue>>>(device.a.data(), device.b.data(),
                                                              device.partial.data(), device.n);
  return launched(dot_by_vectors, device.blocks, device.threads);
}

// variant: last-block
Launched dot_last_block(const DotProblem& problem, DotDevice& device, Queue queue) {
  if (device.blocks == 0) device.blocks = filling_blocks(problem, dot_in_one_launch, 0);
  dot_in_one_launch<<<device.blocks, device.threads, 0, queue>>>(
      device.a.data(), device.b.data(), device.partial.data(), device.finished.data(),
      device.sum.data(), device.n);
  return launched(dot_in_one_launch, device.blocks, device.threads);
}

// variant: cublas
Launched dot_cublas(const DotProblem& /*problem*/, DotDevice& device, Queue queue) {
  if (!device.cublas) device.cublas.emplace(queue);
  device.cublas->sdot(static_cast<int>(device.n), device.a.data(), device.b.data(),  //!
                      device.sum.data());
  return {};
}
// end

}  // namespace heatwave::lab::dot_experiment
