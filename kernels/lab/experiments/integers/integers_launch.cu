// This file launches the kernels of the integers experiment, with the copies before and after.
#include <cuda_runtime.h>

#include <array>
#include <vector>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/integers/integers_experiment.h"
#include "kernels/lab/experiments/integers/integers_kernels.cuh"

namespace heatwave::lab::integers_experiment {

// variant: bits masks intrinsics accurate hardware
struct IntegersDevice {
  explicit IntegersDevice(const IntegersProblem& problem)
      : n(problem.n()),
        rounds(static_cast<int>(problem.rounds)),
        block(static_cast<unsigned>(problem.threads)),
        grid(blocks_for(n, problem.threads)),
        words(problem.words.size()),  // cudaMalloc
        results(problem.words.size()),
        numbers(problem.numbers.size()),
        sums(problem.numbers.size()),
        firsts(problem.numbers.size()),
        host_words(problem.words.size()),
        found{std::vector<float>(problem.numbers.size()),
              std::vector<float>(problem.numbers.size())} {}

  long long n;
  int rounds;
  unsigned block;
  unsigned grid;  //! one thread for each element
  core::DeviceBuffer<unsigned> words;
  core::DeviceBuffer<unsigned> results;
  core::DeviceBuffer<float> numbers;
  core::DeviceBuffer<float> sums;
  core::DeviceBuffer<float> firsts;
  std::vector<unsigned> host_words;
  FunctionSums found;
};

// variant: bits masks intrinsics
static void copy_words_in(const IntegersProblem& problem, IntegersDevice& device, Queue queue) {
  upload(device.words, problem.words.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_words_out(const IntegersProblem& /*problem*/, IntegersDevice& device,
                           Queue queue) {
  download(device.host_words.data(), device.results, queue);  //! device to host
}

// variant: accurate hardware
static void copy_numbers_in(const IntegersProblem& problem, IntegersDevice& device, Queue queue) {
  upload(device.numbers, problem.numbers.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_sums_out(const IntegersProblem& /*problem*/, IntegersDevice& device, Queue queue) {
  download(device.found.sums.data(), device.sums, queue);  //! device to host
  download(device.found.firsts.data(), device.firsts, queue);
}
// end

static void poison_results(const IntegersProblem& /*problem*/, IntegersDevice& device,
                           Queue queue) {
  poison(device.results, queue);
  poison(device.sums, queue);
  poison(device.firsts, queue);
}

static Outcome check_words(const IntegersProblem& problem, const IntegersDevice& device) {
  return checked_integers(problem, device.host_words);
}
static Outcome check_sums(const IntegersProblem& problem, const IntegersDevice& device) {
  return checked_functions(problem, device.found);
}

static HostArrays host_words(const IntegersProblem& problem, const IntegersDevice& device) {
  return arrays_of(problem.words, device.host_words);
}
static HostArrays host_numbers(const IntegersProblem& problem, const IntegersDevice& device) {
  return arrays_of(problem.numbers, device.found.sums, device.found.firsts);
}

std::unique_ptr<Run> gpu_run_of(const IntegersProblem& problem, IntegersLauncher* launcher) {
  const bool functions = launcher == integers_accurate || launcher == integers_hardware;
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = functions ? copy_numbers_in : copy_words_in,
                   .copy_out = functions ? copy_sums_out : copy_words_out,
                   .host_arrays = functions ? host_numbers : host_words,
                   .check = functions ? check_sums : check_words},
                  launcher);
}

// variant: bits masks intrinsics
using IntegerKernel = void(const unsigned* x, unsigned* out, int rounds, long long n);

static Launched launch_on_words(IntegersDevice& device, IntegerKernel* kernel, Queue queue) {
  kernel<<<device.grid, device.block, 0, queue>>>(device.words.data(), device.results.data(),
                                                  device.rounds, device.n);
  return launched(kernel, device.grid, device.block);
}

// variant: bits
Launched integers_bits(const IntegersProblem& problem, IntegersDevice& device, Queue queue) {
  const std::array<IntegerKernel*, 3> kernels{work_by_bits<0>, work_by_bits<1>, work_by_bits<2>};
  return launch_on_words(device, kernels.at(static_cast<std::size_t>(problem.operation)), queue);
}

// variant: masks
Launched integers_masks(const IntegersProblem& problem, IntegersDevice& device, Queue queue) {
  const std::array<IntegerKernel*, 3> kernels{work_by_masks<0>, work_by_masks<1>, work_by_masks<2>};
  return launch_on_words(device, kernels.at(static_cast<std::size_t>(problem.operation)), queue);
}

// variant: intrinsics
Launched integers_intrinsics(const IntegersProblem& problem, IntegersDevice& device, Queue queue) {
  const std::array<IntegerKernel*, 3> kernels{work_by_intrinsics<0>, work_by_intrinsics<1>,
                                              work_by_intrinsics<2>};
  return launch_on_words(device, kernels.at(static_cast<std::size_t>(problem.operation)), queue);
}

// variant: accurate hardware
using FunctionKernel = void(const float* x, float* sums, float* firsts, int rounds, long long n);

static Launched launch_on_numbers(IntegersDevice& device, FunctionKernel* kernel, Queue queue) {
  kernel<<<device.grid, device.block, 0, queue>>>(device.numbers.data(), device.sums.data(),
                                                  device.firsts.data(), device.rounds, device.n);
  return launched(kernel, device.grid, device.block);
}

// variant: accurate
Launched integers_accurate(const IntegersProblem& problem, IntegersDevice& device, Queue queue) {
  const std::array<FunctionKernel*, 3> kernels{sum_accurately<0>, sum_accurately<1>,
                                               sum_accurately<2>};
  return launch_on_numbers(device, kernels.at(static_cast<std::size_t>(problem.function)), queue);
}

// variant: hardware
Launched integers_hardware(const IntegersProblem& problem, IntegersDevice& device, Queue queue) {
  const std::array<FunctionKernel*, 3> kernels{sum_by_hardware<0>, sum_by_hardware<1>,
                                               sum_by_hardware<2>};
  return launch_on_numbers(device, kernels.at(static_cast<std::size_t>(problem.function)), queue);
}
// end

}  // namespace heatwave::lab::integers_experiment
