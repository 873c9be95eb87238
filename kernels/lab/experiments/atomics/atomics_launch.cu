// This file launches the kernels of the atomics experiment, with the copies before and after.
#include <cuda_runtime.h>

#include <vector>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/atomics/atomics_experiment.h"
#include "kernels/lab/experiments/atomics/atomics_kernels.cuh"

namespace heatwave::lab::atomics_experiment {

static_assert(static_cast<int>(Operation::compare_and_swap) == kAtomicCas &&
              static_cast<int>(Operation::bit_xor) == kAtomicXor);

// variant: contended shared spread neighbours
struct AtomicsDevice {
  explicit AtomicsDevice(const AtomicsProblem& problem)
      : threads(static_cast<unsigned>(problem.threads)),
        blocks(blocks_for(problem.n(), problem.threads)),
        values(problem.values.size()),
        olds(problem.values.size()),
        host_olds(problem.values.size()) {}

  unsigned threads;
  unsigned blocks;  //! one thread for each operation
  /// Words from one cell to the next; 0: one cell for all, or one for each block.
  std::size_t apart = 0;
  std::int64_t per_cell = 1;
  core::DeviceBuffer<unsigned> values;
  core::DeviceBuffer<unsigned> olds;
  core::DeviceBuffer<unsigned> cells;
  std::vector<unsigned> host_olds;
  std::vector<unsigned> found_cells;
};

static void copy_in(const AtomicsProblem& problem, AtomicsDevice& device, Queue queue) {
  upload(device.values, problem.values.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void reset(const AtomicsProblem& problem, AtomicsDevice& device, Queue queue) {
  const int start = problem.start == 0 ? 0 : 0xFF;
  HEATWAVE_CUDA_CHECK(
      cudaMemsetAsync(device.cells.data(), start, device.cells.size() * sizeof(unsigned), queue));
  // A value that no operation returns.
  HEATWAVE_CUDA_CHECK(
      cudaMemsetAsync(device.olds.data(), 0xA5, device.olds.size() * sizeof(unsigned), queue));
}
static void copy_out(const AtomicsProblem& /*problem*/, AtomicsDevice& device, Queue queue) {
  device.found_cells.resize(device.cells.size());
  download(device.host_olds.data(), device.olds, queue);  //! device to host
  download(device.found_cells.data(), device.cells, queue);
}
// end

static std::vector<Demonstrated> demonstrated_operations() {
  const core::DeviceBuffer<unsigned> words(3);
  std::vector<Demonstrated> all;
  for (const Demonstration& d : kDemonstrations) {
    unsigned* cell = words.data();
    try_operation<<<1, 1>>>(static_cast<int>(d.operation), d.old, d.value, d.compare, cell,
                            cell + 1, cell + 2);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    Demonstrated found;
    HEATWAVE_CUDA_CHECK(cudaMemcpy(&found, cell + 1, sizeof found, cudaMemcpyDeviceToHost));
    all.push_back(found);
  }
  return all;
}

static std::vector<double> demonstrated_types() {
  const core::DeviceBuffer<unsigned long long> cells(5);
  const core::DeviceBuffer<double> found(2 * kTypedDemonstrations.size());
  unsigned long long* cell = cells.data();
  try_types<<<1, 1>>>(reinterpret_cast<int*>(cell), reinterpret_cast<unsigned*>(cell + 1), cell + 2,
                      reinterpret_cast<float*>(cell + 3), reinterpret_cast<double*>(cell + 4),
                      found.data());
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  std::vector<double> all(found.size());
  HEATWAVE_CUDA_CHECK(
      cudaMemcpy(all.data(), found.data(), all.size() * sizeof(double), cudaMemcpyDeviceToHost));
  return all;
}

static AtomicsResult result_of(const AtomicsDevice& device) {
  AtomicsResult result{.olds = device.host_olds, .cells = {}, .per_cell = device.per_cell};
  const std::size_t step = std::max<std::size_t>(1, device.apart);
  for (std::size_t i = 0; i < device.found_cells.size(); i += step)
    result.cells.push_back(device.found_cells[i]);
  return result;
}

static Outcome check_spread(const AtomicsProblem& problem, const AtomicsDevice& device) {
  return checked_in_order(problem, result_of(device));
}
static Outcome check_shared(const AtomicsProblem& problem, const AtomicsDevice& device) {
  return checked_in_any_order(problem, result_of(device));
}
static Outcome check_contended(const AtomicsProblem& problem, const AtomicsDevice& device) {
  Outcome outcome = check_shared(problem, device);
  add_demonstrations(outcome, demonstrated_operations());
  add_typed_demonstrations(outcome, demonstrated_types());
  return outcome;
}

/// Allocates the cells and sets the distance between two of them, both in words.
static void prepare(const AtomicsProblem& problem, AtomicsDevice& device, std::size_t apart,
                    Queue queue) {
  if (!device.cells.empty()) return;
  device.apart = apart;
  device.per_cell = apart == 0 ? problem.n() : 1;
  device.cells.reserve(apart == 0 ? 1 : problem.values.size() * apart);
  reset(problem, device, queue);
}

static HostArrays host_arrays(const AtomicsProblem& problem, const AtomicsDevice& device) {
  return arrays_of(problem.values, device.host_olds, device.found_cells);
}

std::unique_ptr<Run> gpu_run_of(const AtomicsProblem& problem, AtomicsLauncher* launcher) {
  auto check = check_spread;
  if (launcher == atomics_contended) check = check_contended;
  if (launcher == atomics_shared) check = check_shared;
  return run_with(problem,
                  {.copy_in = copy_in,
                   .reset = reset,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check},
                  launcher);
}

// variant: contended spread neighbours
static Launched launch_globally(const AtomicsProblem& problem, AtomicsDevice& device,
                                std::size_t apart, Queue queue) {
  prepare(problem, device, apart, queue);
  apply_globally<<<device.blocks, device.threads, 0, queue>>>(
      static_cast<int>(problem.operation), problem.start, device.values.data(), device.olds.data(),
      device.cells.data(), static_cast<long long>(apart), problem.n());
  return launched(apply_globally, device.blocks, device.threads);
}

// variant: contended
Launched atomics_contended(const AtomicsProblem& problem, AtomicsDevice& device, Queue queue) {
  return launch_globally(problem, device, 0, queue);  //! one cell for all threads
}

// variant: spread
Launched atomics_spread(const AtomicsProblem& problem, AtomicsDevice& device, Queue queue) {
  return launch_globally(problem, device, 32 / sizeof(unsigned), queue);  //! one per sector
}

// variant: neighbours
Launched atomics_neighbours(const AtomicsProblem& problem, AtomicsDevice& device, Queue queue) {
  return launch_globally(problem, device, 1, queue);  //! adjacent cells
}

// variant: shared
Launched atomics_shared(const AtomicsProblem& problem, AtomicsDevice& device, Queue queue) {
  if (device.cells.empty()) {
    device.per_cell = problem.threads;
    device.cells.reserve(device.blocks);  // one cell for each block
  }
  apply_in_block<<<device.blocks, device.threads, 0, queue>>>(
      static_cast<int>(problem.operation), problem.start, device.values.data(), device.olds.data(),
      device.cells.data(), problem.n());  //!
  return launched(apply_in_block, device.blocks, device.threads);
}
// end

}  // namespace heatwave::lab::atomics_experiment
