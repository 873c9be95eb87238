// This file launches the kernels of the memory spaces experiment, with the copies before and after.
#include <cuda_runtime.h>

#include <optional>
#include <vector>

#include "kernels/core/cuda_texture.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/memory_spaces/memory_spaces_experiment.h"
#include "kernels/lab/experiments/memory_spaces/memory_spaces_kernels.cuh"

namespace heatwave::lab::memory_spaces_experiment {

// variant: global restrict shared registers local constant-same constant-different texture thought
struct MemorySpacesDevice {
  explicit MemorySpacesDevice(const MemorySpacesProblem& problem)
      : n(static_cast<long long>(problem.x.size())),
        rounds(static_cast<int>(problem.rounds)),
        threads(static_cast<unsigned>(problem.threads)),
        blocks(blocks_for(n, problem.threads)),
        table(problem.table.size()),  // cudaMalloc
        texture(table),
        x(problem.x.size()),
        out(problem.x.size()),
        result(problem.x.size()) {}

  long long n;
  int rounds;
  unsigned threads;
  unsigned blocks;  //! one thread for each number
  core::DeviceBuffer<std::uint32_t> table;
  core::ArrayTexture texture;
  core::DeviceBuffer<std::uint32_t> x;
  core::DeviceBuffer<std::uint32_t> out;
  std::vector<std::uint32_t> result;
  core::DeviceBuffer<int> a{1};  ///< variable of the thought experiment
  core::DeviceBuffer<int> b{kThoughtBlocks * kThoughtThreads};
  core::DeviceBuffer<int> c{kThoughtBlocks};
  ThoughtResult thought;
};

// variant: global restrict shared registers local constant-same constant-different texture
static void copy_in(const MemorySpacesProblem& problem, MemorySpacesDevice& device, Queue queue) {
  upload(device.table, problem.table.data(), queue);  //! cudaMemcpyAsync, host to device
  HEATWAVE_CUDA_CHECK(cudaMemcpyToSymbolAsync(constant_table, problem.table.data(),  //! constant
                                              sizeof(constant_table), 0, cudaMemcpyHostToDevice,
                                              queue));
  upload(device.x, problem.x.data(), queue);
}
static void copy_out(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                     Queue queue) {
  download(device.result.data(), device.out, queue);  //! device to host
}

// variant: thought
static void copy_thought_out(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                             Queue queue) {
  download(&device.thought.a, device.a, queue);  //! device to host
  download(device.thought.b.data(), device.b, queue);
  download(device.thought.c.data(), device.c, queue);
}
// end

static void poison_results(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                           Queue queue) {
  poison(device.out, queue);
}
static void poison_thought(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                           Queue queue) {
  poison(device.a, queue);
  poison(device.b, queue);
  poison(device.c, queue);
}

/// Adds the resources of a multiprocessor, from the device's own properties.
static void add_multiprocessor(Outcome& outcome) {
  int device = 0;
  cudaDeviceProp has{};
  HEATWAVE_CUDA_CHECK(cudaGetDevice(&device));
  HEATWAVE_CUDA_CHECK(cudaGetDeviceProperties(&has, device));
  const auto add = [&outcome](const char* what, std::size_t number, const char* unit) {
    outcome.facts.emplace_back(what, std::to_string(number) + unit);
  };
  const auto count = [](int number) { return static_cast<std::size_t>(number); };
  add("multiprocessors of this GPU", count(has.multiProcessorCount), "");
  add("32-bit registers of each", count(has.regsPerMultiprocessor), "");
  add("shared memory of each", has.sharedMemPerMultiprocessor / 1024, " KB");
  add("resident warps of each", count(has.maxThreadsPerMultiProcessor / has.warpSize), "");
  add("resident blocks of each", count(has.maxBlocksPerMultiProcessor), "");
  add("constant memory of the GPU", has.totalConstMem / 1024, " KB");
}

template <Space space>
static Outcome check(const MemorySpacesProblem& problem, const MemorySpacesDevice& device) {
  Outcome outcome = checked_job(problem, space, device.result);
  add_multiprocessor(outcome);
  return outcome;
}
static Outcome check_thought(const MemorySpacesProblem& /*problem*/,
                             const MemorySpacesDevice& device) {
  return checked_thought_experiment(device.thought);
}

static HostArrays host_arrays(const MemorySpacesProblem& problem,
                              const MemorySpacesDevice& device) {
  return arrays_of(problem.table, problem.x, device.result);
}

std::unique_ptr<Run> gpu_run_of(const MemorySpacesProblem& problem,
                                MemorySpacesLauncher* launcher) {
  Steps<MemorySpacesProblem, MemorySpacesDevice> steps{.prepare = poison_results,
                                                       .copy_in = copy_in,
                                                       .copy_out = copy_out,
                                                       .host_arrays = host_arrays,
                                                       .check = check<Space::global>};
  if (launcher == memory_spaces_shared) steps.check = check<Space::shared>;
  if (launcher == memory_spaces_registers) steps.check = check<Space::registers>;
  if (launcher == memory_spaces_local) steps.check = check<Space::local>;
  if (launcher == memory_spaces_constant_same) steps.check = check<Space::constant>;
  if (launcher == memory_spaces_constant_different) steps.check = check<Space::constant>;
  if (launcher == memory_spaces_texture) steps.check = check<Space::texture>;
  if (launcher == memory_spaces_thought) {
    steps = {.prepare = poison_thought, .copy_out = copy_thought_out, .check = check_thought};
  }
  return run_with(problem, steps, launcher);
}

// variant: global restrict shared registers local constant-same constant-different
using SpaceKernel = void(const unsigned* table, const unsigned* x, unsigned* out, int rounds,
                         long long n);

static Launched launch_space(MemorySpacesDevice& device, SpaceKernel* kernel, Queue queue) {
  kernel<<<device.blocks, device.threads, 0, queue>>>(device.table.data(), device.x.data(),
                                                      device.out.data(), device.rounds, device.n);
  return launched(kernel, device.blocks, device.threads);
}

// variant: global
Launched memory_spaces_global(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                              Queue queue) {
  return launch_space(device, from_global, queue);
}

// variant: restrict
Launched memory_spaces_restrict(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                                Queue queue) {
  return launch_space(device, from_restrict, queue);
}

// variant: shared
Launched memory_spaces_shared(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                              Queue queue) {
  return launch_space(device, from_shared, queue);
}

// variant: registers
Launched memory_spaces_registers(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                                 Queue queue) {
  return launch_space(device, from_registers, queue);
}

// variant: local
Launched memory_spaces_local(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                             Queue queue) {
  return launch_space(device, from_local, queue);
}

// variant: constant-same
Launched memory_spaces_constant_same(const MemorySpacesProblem& /*problem*/,
                                     MemorySpacesDevice& device, Queue queue) {
  return launch_space(device, from_constant_same, queue);
}

// variant: constant-different
Launched memory_spaces_constant_different(const MemorySpacesProblem& /*problem*/,
                                          MemorySpacesDevice& device, Queue queue) {
  return launch_space(device, from_constant_different, queue);
}

// variant: texture
Launched memory_spaces_texture(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                               Queue queue) {
  from_texture<<<device.blocks, device.threads, 0, queue>>>(
      device.texture.get(), device.x.data(), device.out.data(), device.rounds, device.n);  //!
  return launched(from_texture, device.blocks, device.threads);
}

// variant: thought
Launched memory_spaces_thought(const MemorySpacesProblem& /*problem*/, MemorySpacesDevice& device,
                               Queue queue) {
  thought_experiment<<<kThoughtBlocks, kThoughtThreads, 0, queue>>>(  //! <<<3, 2>>>
      device.a.data(), device.b.data(), device.c.data());
  return launched(thought_experiment, kThoughtBlocks, kThoughtThreads);
}
// end

}  // namespace heatwave::lab::memory_spaces_experiment
