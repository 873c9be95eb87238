// This file launches the kernels that add two arrays, with the copies before and after.
#include <cuda_runtime.h>

#include <vector>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/add/add_experiment.h"
#include "kernels/lab/experiments/add/add_kernels.cuh"

namespace heatwave::lab::add_experiment {

// variant: each grid-stride vectors
struct AddDevice {
  explicit AddDevice(const AddProblem& problem)
      : n(static_cast<int>(problem.a.size())),
        threads(static_cast<unsigned>(problem.threads)),
        a(problem.a.size()),  // cudaMalloc
        b(problem.b.size()),
        c(problem.a.size()),
        result(problem.a.size()) {}

  int n;
  unsigned threads;
  core::DeviceBuffer<float> a;
  core::DeviceBuffer<float> b;
  core::DeviceBuffer<float> c;
  std::vector<float> result;
};

static void copy_in(const AddProblem& problem, AddDevice& device, Queue queue) {
  upload(device.a, problem.a.data(), queue);  //! cudaMemcpyAsync, host to device
  upload(device.b, problem.b.data(), queue);
}
static void copy_out(const AddProblem& /*problem*/, AddDevice& device, Queue queue) {
  download(device.result.data(), device.c, queue);  //! device to host
}
// end

static void poison_results(const AddProblem& /*problem*/, AddDevice& device, Queue queue) {
  poison(device.c, queue);
}

static Outcome check(const AddProblem& problem, const AddDevice& device) {
  return checked_add(problem, device.result);
}

static HostArrays host_arrays(const AddProblem& problem, const AddDevice& device) {
  return arrays_of(problem.a, problem.b, device.result);
}

std::unique_ptr<Run> gpu_run_of(const AddProblem& problem, AddLauncher* launcher) {
  return run_with(problem,
                  {.prepare = poison_results,
                   .copy_in = copy_in,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check},
                  launcher);
}

// variant: each
Launched add_each_element(const AddProblem& /*problem*/, AddDevice& device, Queue queue) {
  const unsigned grid = blocks_for(device.n, device.threads);
  add_each<<<grid, device.threads, 0, queue>>>(device.a.data(), device.b.data(), device.c.data(),
                                               device.n);
  return launched(add_each, grid, device.threads);
}

// variant: grid-stride vectors
using AddKernel = void(const float* a, const float* b, float* c, int n);

static Launched launch_striding(const AddProblem& problem, AddDevice& device, AddKernel* kernel,
                                std::int64_t elements, Queue queue) {
  const unsigned grid = problem.blocks > 0 ? static_cast<unsigned>(problem.blocks)
                                           : blocks_that_fit(kernel, device.threads, 0,
                                                             blocks_for(elements, device.threads));
  kernel<<<grid, device.threads, 0, queue>>>(device.a.data(), device.b.data(), device.c.data(),
                                             device.n);
  return launched(kernel, grid, device.threads);
}

// variant: grid-stride
Launched add_grid_stride(const AddProblem& problem, AddDevice& device, Queue queue) {
  return launch_striding(problem, device, add, device.n, queue);  //! any grid size works
}

// variant: vectors
Launched add_vectors(const AddProblem& problem, AddDevice& device, Queue queue) {
  return launch_striding(problem, device, add_by_vectors, (device.n + 3) / 4, queue);
}
// end

}  // namespace heatwave::lab::add_experiment
