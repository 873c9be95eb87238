// This file launches the kernels that count a histogram, with the copies before and after.
#include <cuda_runtime.h>

#include <algorithm>
#include <cub/device/device_histogram.cuh>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/histogram/histogram_experiment.h"
#include "kernels/lab/experiments/histogram/histogram_kernels.cuh"

namespace heatwave::lab::histogram_experiment {

// variant: global shared striped striped-vectors cub
struct HistogramDevice {
  explicit HistogramDevice(const HistogramProblem& problem)
      : n(static_cast<long long>(problem.values.size())),
        threads(static_cast<unsigned>(problem.threads)),
        bins(static_cast<int>(problem.expected.size())),
        values(problem.values.size()),  // cudaMalloc
        counts(problem.expected.size()),
        result(problem.expected.size()) {}

  long long n;
  unsigned threads;  ///< threads in a block
  unsigned blocks = 0;
  int bins;
  core::DeviceBuffer<int> values;
  core::DeviceBuffer<unsigned> counts;
  core::DeviceBuffer<std::byte> scratch;
  HistogramCounts result;
  HistogramMeeting meeting = HistogramMeeting::nowhere;
};

static void copy_in(const HistogramProblem& problem, HistogramDevice& device, Queue queue) {
  upload(device.values, problem.values.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_out(const HistogramProblem& /*problem*/, HistogramDevice& device, Queue queue) {
  download(device.result.data(), device.counts, queue);  //! device to host
}
// end

static void poison_results(const HistogramProblem& /*problem*/, HistogramDevice& device,
                           Queue queue) {
  poison(device.counts, queue);
}

static Outcome check(const HistogramProblem& problem, const HistogramDevice& device) {
  Outcome outcome = checked_histogram(problem, device.result);
  add_waits(outcome, problem, device.meeting, device.blocks, device.threads);
  return outcome;
}

static HostArrays host_arrays(const HistogramProblem& problem, const HistogramDevice& device) {
  return arrays_of(problem.values, device.result);
}

std::unique_ptr<Run> gpu_run_of(const HistogramProblem& problem, HistogramLauncher* launcher) {
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = copy_in,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check},
                  launcher);
}

// variant: global shared striped striped-vectors
using CountKernel = void(const int* values, unsigned* counts, long long n, int bins,
                         int log_copies);

/// Launches the requested number of blocks, or as many as fit; each thread loops with a grid
/// stride.
static Launched launch_counting(const HistogramProblem& problem, HistogramDevice& device,
                                CountKernel* kernel, int log_copies, std::size_t shared,
                                Queue queue) {
  if (device.blocks == 0) {
    const unsigned enough = blocks_for(device.n, device.threads);
    device.blocks = problem.blocks > 0 ? static_cast<unsigned>(problem.blocks)
                                       : blocks_that_fit(kernel, device.threads, shared, enough);
  }
  clear(device.counts, queue);  // part of the work, so its time counts
  kernel<<<device.blocks, device.threads, shared, queue>>>(
      device.values.data(), device.counts.data(), device.n, device.bins, log_copies);  //!
  return launched(kernel, device.blocks, device.threads, shared);
}

// variant: striped striped-vectors
/// Returns the copies of each bin as a power of two: one for each lane, or as many as 48 KB of
/// shared memory hold.
static int log_copies_of(int bins) {
  int log_copies = 5;  //! 2⁵ = 32 copies: one for each lane
  while (log_copies > 0 && (static_cast<std::size_t>(bins) << log_copies) * 4 > 48 * 1024)
    --log_copies;
  return log_copies;
}

static std::size_t bytes_of(int bins, int log_copies) {
  return (static_cast<std::size_t>(bins) << log_copies) * sizeof(unsigned);
}

// variant: global
Launched histogram_global(const HistogramProblem& problem, HistogramDevice& device, Queue queue) {
  device.meeting = HistogramMeeting::global;
  return launch_counting(problem, device, count_in_global, 0, 0, queue);
}

// variant: shared
Launched histogram_shared(const HistogramProblem& problem, HistogramDevice& device, Queue queue) {
  const std::size_t shared = static_cast<std::size_t>(device.bins) * sizeof(unsigned);  //!
  device.meeting = HistogramMeeting::block;
  return launch_counting(problem, device, count_in_shared, 0, shared, queue);
}

// variant: striped
Launched histogram_striped(const HistogramProblem& problem, HistogramDevice& device, Queue queue) {
  const int log_copies = log_copies_of(device.bins);
  return launch_counting(problem, device, count_striped, log_copies,
                         bytes_of(device.bins, log_copies), queue);
}

// variant: striped-vectors
Launched histogram_striped_vectors(const HistogramProblem& problem, HistogramDevice& device,
                                   Queue queue) {
  const int log_copies = log_copies_of(device.bins);
  return launch_counting(problem, device, count_striped_vectors, log_copies,
                         bytes_of(device.bins, log_copies), queue);
}

// variant: cub
/// If `scratch` is null, it only returns the number of bytes that it needs.
static void count_by_cub(HistogramDevice& device, void* scratch, std::size_t& bytes, Queue queue) {
  HEATWAVE_CUDA_CHECK(cub::DeviceHistogram::HistogramEven(  //!
      scratch, bytes, device.values.data(), device.counts.data(), device.bins + 1, 0, device.bins,
      device.n, queue));
}

Launched histogram_cub(const HistogramProblem& /*problem*/, HistogramDevice& device, Queue queue) {
  std::size_t bytes = device.scratch.size();
  if (bytes == 0) {
    count_by_cub(device, nullptr, bytes, queue);
    device.scratch.reserve(std::max<std::size_t>(bytes, 1));
  }
  count_by_cub(device, device.scratch.data(), bytes, queue);
  return {};
}
// end

}  // namespace heatwave::lab::histogram_experiment
