// This file launches the kernels of the scan, with the copies before and after.
#include <cuda_runtime.h>

#include <bit>
#include <cstddef>
#include <cub/device/device_scan.cuh>
#include <vector>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/scan/scan_experiment.h"
#include "kernels/lab/experiments/scan/scan_kernels.cuh"

namespace heatwave::lab::scan_experiment {

// variant: rounds tree shuffles one-pass cub
struct ScanDevice {
  explicit ScanDevice(const Numbers& problem)
      : n(static_cast<long long>(problem.in.size())),
        threads(static_cast<unsigned>((problem.threads + 31) / 32 * 32)),
        in(problem.in.size()),  // cudaMalloc
        out(problem.in.size()),
        result(problem.in.size()) {}

  long long n;
  unsigned threads;  ///< threads in a block, in whole warps
  core::DeviceBuffer<std::uint32_t> in;
  core::DeviceBuffer<std::uint32_t> out;
  /// Sums of the blocks, sums of the blocks that scan these, and so on.
  std::vector<core::DeviceBuffer<std::uint32_t>> sums;
  core::DeviceBuffer<unsigned long long> words;  ///< a tile's sum and its state
  core::DeviceBuffer<unsigned> started;          ///< tiles that have begun
  core::DeviceBuffer<std::byte> scratch;
  std::vector<std::uint32_t> result;
};

static void copy_in(const Numbers& problem, ScanDevice& device, Queue queue) {
  upload(device.in, problem.in.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_out(const Numbers& /*problem*/, ScanDevice& device, Queue queue) {
  download(device.result.data(), device.out, queue);  //! device to host
}
// end

static void poison_results(const Numbers& /*problem*/, ScanDevice& device, Queue queue) {
  poison(device.out, queue);
}

static Outcome check(const Numbers& problem, const ScanDevice& device) {
  return outcome_of_array(device.result.data(), problem.expected, problem.stop);
}

static HostArrays host_arrays(const Numbers& problem, const ScanDevice& device) {
  return arrays_of(problem.in, device.result);
}

std::unique_ptr<Run> gpu_run_of(const Numbers& problem, ScanLauncher* launcher) {
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = copy_in,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check},
                  launcher);
}

// variant: rounds tree shuffles
using ScanKernel = void(const unsigned* in, unsigned* out, unsigned* sums, long long n);

/// Scans each block's numbers, scans the sums of the blocks in the same way, and adds to each
/// block's numbers the sum of all blocks before it.
static void launch_levels(ScanDevice& device, ScanKernel* kernel, unsigned threads,
                          const unsigned* in, unsigned* out, long long n, std::size_t level,
                          Queue queue) {
  const unsigned grid = blocks_for(n, threads);
  if (device.sums.size() <= level) device.sums.resize(level + 1);
  device.sums[level].reserve(grid);
  unsigned* const sums = device.sums[level].data();
  kernel<<<grid, threads, threads * sizeof(unsigned), queue>>>(in, out, sums, n);  //! blocks alone
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  if (grid == 1) return;
  launch_levels(device, kernel, threads, sums, sums, grid, level + 1, queue);  //! their sums
  add_sums_before<<<grid, threads, 0, queue>>>(out, sums, n);                  //! a third pass
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

static Launched launch_scan(ScanDevice& device, ScanKernel* kernel, unsigned threads, Queue queue) {
  launch_levels(device, kernel, threads, device.in.data(), device.out.data(), device.n, 0, queue);
  return launched(kernel, blocks_for(device.n, threads), threads, threads * sizeof(unsigned));
}

// variant: rounds
Launched scan_rounds(const Numbers& /*problem*/, ScanDevice& device, Queue queue) {
  return launch_scan(device, scan_by_rounds, device.threads, queue);  //!
}

// variant: tree
Launched scan_tree(const Numbers& /*problem*/, ScanDevice& device, Queue queue) {
  return launch_scan(device, scan_by_tree, std::bit_ceil(device.threads), queue);  //!
}

// variant: shuffles
Launched scan_shuffles(const Numbers& /*problem*/, ScanDevice& device, Queue queue) {
  return launch_scan(device, scan_by_shuffles, device.threads, queue);  //!
}

// variant: one-pass
Launched scan_one_pass(const Numbers& /*problem*/, ScanDevice& device, Queue queue) {
  const unsigned grid = blocks_for(device.n, 4LL * device.threads);
  device.words.reserve(grid);
  device.started.reserve(1);
  clear(device.words, queue);  // cudaMemsetAsync
  clear(device.started, queue);
  scan_in_one_pass<<<grid, device.threads, 0, queue>>>(  //! one launch reads and writes once
      device.in.data(), device.out.data(), device.words.data(), device.started.data(), device.n);
  return launched(scan_in_one_pass, grid, device.threads);
}

// variant: cub
Launched scan_cub(const Numbers& /*problem*/, ScanDevice& device, Queue queue) {
  std::size_t bytes = device.scratch.size();
  if (bytes == 0) {  // without memory it only returns the bytes that it needs
    HEATWAVE_CUDA_CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, device.in.data(),
                                                      device.out.data(), device.n, queue));
    device.scratch.reserve(std::max<std::size_t>(bytes, 1));
  }
  HEATWAVE_CUDA_CHECK(cub::DeviceScan::InclusiveSum(device.scratch.data(), bytes, device.in.data(),
                                                    device.out.data(), device.n, queue));  //!
  return {};
}
// end

}  // namespace heatwave::lab::scan_experiment
