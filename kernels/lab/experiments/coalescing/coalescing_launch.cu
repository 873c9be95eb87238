// This file launches the kernels of the coalescing experiment, with the copies before and after.
#include <cuda_runtime.h>

#include <vector>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/coalescing/coalescing_experiment.h"
#include "kernels/lab/experiments/coalescing/coalescing_kernels.cuh"

namespace heatwave::lab::coalescing_experiment {

// variant: adjacent offset stride permuted scattered some-lanes
struct CoalescingDevice {
  explicit CoalescingDevice(const CoalescingProblem& problem)
      : threads(static_cast<unsigned>(problem.threads)),
        blocks(blocks_for(problem.n, problem.threads)),
        in(problem.in.size()),  // cudaMalloc
        out(static_cast<std::size_t>(problem.n)),
        result(out.size()) {}

  unsigned threads;
  unsigned blocks;  //! one thread for each element
  core::DeviceBuffer<float> in;
  core::DeviceBuffer<float> out;
  std::vector<float> result;
};

static void copy_in(const CoalescingProblem& problem, CoalescingDevice& device, Queue queue) {
  upload(device.in, problem.in.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_out(const CoalescingProblem& /*problem*/, CoalescingDevice& device, Queue queue) {
  download(device.result.data(), device.out, queue);  //! device to host
}

/// All kernels have equal arguments; `by` is the offset, the stride or the size, depending on the
/// pattern.
using ReadKernel = void(const float* in, float* out, long long n, long long by);

static Launched launch_read(const CoalescingProblem& problem, CoalescingDevice& device,
                            ReadKernel* kernel, long long by, Queue queue) {
  kernel<<<device.blocks, device.threads, 0, queue>>>(device.in.data(), device.out.data(),
                                                      problem.n, by);
  return launched(kernel, device.blocks, device.threads);
}
// end

static void poison_results(const CoalescingProblem& /*problem*/, CoalescingDevice& device,
                           Queue queue) {
  poison(device.out, queue);
}

template <ReadPattern pattern>
static Outcome check(const CoalescingProblem& problem, const CoalescingDevice& device) {
  return checked_reads(problem, pattern, device.result);
}

static HostArrays host_arrays(const CoalescingProblem& problem, const CoalescingDevice& device) {
  return arrays_of(problem.in, device.result);
}

std::unique_ptr<Run> gpu_run_of(const CoalescingProblem& problem, CoalescingLauncher* launcher) {
  auto checked = check<ReadPattern::adjacent>;
  if (launcher == coalescing_permuted) checked = check<ReadPattern::permuted>;
  if (launcher == coalescing_offset) checked = check<ReadPattern::offset>;
  if (launcher == coalescing_stride) checked = check<ReadPattern::stride>;
  if (launcher == coalescing_scattered) checked = check<ReadPattern::scattered>;
  if (launcher == coalescing_some_lanes) checked = check<ReadPattern::some_lanes>;
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = copy_in,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = checked},
                  launcher);
}

// variant: adjacent
Launched coalescing_adjacent(const CoalescingProblem& problem, CoalescingDevice& device,
                             Queue queue) {
  return launch_read(problem, device, read_adjacent, 0, queue);  //!
}

// variant: permuted
Launched coalescing_permuted(const CoalescingProblem& problem, CoalescingDevice& device,
                             Queue queue) {
  return launch_read(problem, device, read_permuted, 0, queue);  //!
}

// variant: some-lanes
Launched coalescing_some_lanes(const CoalescingProblem& problem, CoalescingDevice& device,
                               Queue queue) {
  return launch_read(problem, device, read_by_some_lanes, 0, queue);  //!
}

// variant: offset
Launched coalescing_offset(const CoalescingProblem& problem, CoalescingDevice& device,
                           Queue queue) {
  return launch_read(problem, device, read_offset, problem.offset, queue);  //!
}

// variant: stride
Launched coalescing_stride(const CoalescingProblem& problem, CoalescingDevice& device,
                           Queue queue) {
  return launch_read(problem, device, read_with_stride, problem.stride, queue);  //!
}

// variant: scattered
Launched coalescing_scattered(const CoalescingProblem& problem, CoalescingDevice& device,
                              Queue queue) {
  return launch_read(problem, device, read_scattered, problem.size(), queue);  //!
}
// end

}  // namespace heatwave::lab::coalescing_experiment
