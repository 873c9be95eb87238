// This file launches the kernel that doubles an array, in managed memory and in memory of its own.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/core/cuda_managed.h"
#include "kernels/core/cuda_peers.h"
#include "kernels/core/error.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/managed/managed_experiment.h"
#include "kernels/lab/experiments/managed/managed_kernels.cuh"

namespace heatwave::lab::managed_experiment {

// variant: on-demand prefetched advised resident copied device
struct ManagedDevice {
  explicit ManagedDevice(const Floats& problem)
      : n(static_cast<long long>(problem.in.size())),
        threads(static_cast<unsigned>(problem.threads)),
        grid(blocks_for(n, problem.threads)) {}

  long long n;
  unsigned threads;
  unsigned grid;
  core::ManagedBuffer<float> in;  ///< cudaMallocManaged: one address for host and device
  core::ManagedBuffer<float> out;
  core::DeviceBuffer<float> device_in;
  core::DeviceBuffer<float> device_out;
  core::PinnedBuffer<float> pinned_in;
  core::PinnedBuffer<float> pinned_out;
  const float* result = nullptr;  ///< where the host finds the result of a launch
};
// end

// variant: prefetched advised resident
#if CUDART_VERSION >= 13000
using Place = cudaMemLocation;
static Place on_device() { return {.type = cudaMemLocationTypeDevice, .id = core::this_device()}; }
static Place on_host() { return {.type = cudaMemLocationTypeHost, .id = 0}; }
static void prefetch(const core::ManagedBuffer<float>& memory, Place place, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaMemPrefetchAsync(memory.data(), memory.size() * sizeof(float), place, 0,
                                           queue));  //! all pages at once
}
#else
using Place = int;
static Place on_device() { return core::this_device(); }
static Place on_host() { return cudaCpuDeviceId; }
static void prefetch(const core::ManagedBuffer<float>& memory, Place place, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaMemPrefetchAsync(memory.data(), memory.size() * sizeof(float), place,
                                           queue));  //! all pages at once
}
#endif

static void advise(const core::ManagedBuffer<float>& memory, cudaMemoryAdvise advice, Place place) {
  HEATWAVE_CUDA_CHECK(
      cudaMemAdvise(memory.data(), memory.size() * sizeof(float), advice, place));  //!
}
// end

/// Throws core::Unavailable where the host must not use managed memory beside the device: there the
/// driver moves whole allocations at each launch, and no page on demand.
static void need_paging() {
  int paging = 0;
  HEATWAVE_CUDA_CHECK(
      cudaDeviceGetAttribute(&paging, cudaDevAttrConcurrentManagedAccess, core::this_device()));
  if (paging == 0) throw core::Unavailable("this system does not move managed pages on demand");
}

// variant: on-demand prefetched advised
/// The host writes the input and the output's old values, so all pages are in its memory again.
static void write_on_host(const Floats& problem, ManagedDevice& device, Queue queue) {
  need_paging();
  if (device.in.empty()) {
    device.in = core::ManagedBuffer<float>(problem.in.size());
    device.out = core::ManagedBuffer<float>(problem.in.size());
  }
  HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(queue));  // the device must not use them meanwhile
  std::memcpy(device.in.data(), problem.in.data(),
              problem.in.size() * sizeof(float));  //! not timed
  std::memset(device.out.data(), 0xFF, problem.in.size() * sizeof(float));
  device.result = device.out.data();
}
// end

static void place_on_device(const Floats& problem, ManagedDevice& device, Queue queue) {
  if (!device.in.empty()) return;
  write_on_host(problem, device, queue);
  prefetch(device.in, on_device(), queue);
  prefetch(device.out, on_device(), queue);
}
static void fill_pinned(const Floats& problem, ManagedDevice& device, Queue /*queue*/) {
  if (device.pinned_in.data() != nullptr) return;
  device.device_in.reserve(problem.in.size());
  device.device_out.reserve(problem.in.size());
  device.pinned_in = core::PinnedBuffer<float>(problem.in.size());
  device.pinned_out = core::PinnedBuffer<float>(problem.in.size());
  std::copy(problem.in.begin(), problem.in.end(), device.pinned_in.data());
  std::memset(device.pinned_out.data(), 0xFF, device.device_out.size() * sizeof(float));
  device.result = device.pinned_out.data();
}
static void copy_to_device(const Floats& problem, ManagedDevice& device, Queue queue) {
  fill_pinned(problem, device, queue);
  upload(device.device_in, device.pinned_in.data(), queue);
  poison(device.device_out, queue);
}

static void copy_out(const Floats& /*problem*/, ManagedDevice& device, Queue queue) {
  if (!device.device_out.empty()) download(device.pinned_out.data(), device.device_out, queue);
}

static Outcome check(const Floats& problem, const ManagedDevice& device) {
  return outcome_of_array(device.result, problem.expected, problem.stop);
}

std::unique_ptr<Run> gpu_run_of(const Floats& problem, ManagedLauncher* launcher) {
  Steps<Floats, ManagedDevice> steps{
      .copy_out = copy_out, .check = check, .repeatable = false, .copies_are_apart = false};
  steps.reset = write_on_host;
  if (launcher == managed_resident) steps.reset = place_on_device;
  if (launcher == managed_copied) steps.reset = fill_pinned;
  if (launcher == managed_device) steps.reset = copy_to_device;
  return run_with(problem, steps, launcher);
}

// variant: on-demand prefetched advised resident
static Launched launch_managed(ManagedDevice& device, Queue queue) {
  double_each<<<device.grid, device.threads, 0, queue>>>(device.in.data(), device.out.data(),
                                                         device.n);
  return launched(double_each, device.grid, device.threads);
}

// variant: on-demand prefetched advised
/// The host reads one number of each page, after the kernel.
static void read_on_host(ManagedDevice& device, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(queue));
  constexpr long long kPage = 4096 / sizeof(float);
  volatile const float* result = device.out.data();
  for (long long i = 0; i < device.n; i += kPage)
    (void)result[i];  //! a page that is not here moves
}

// variant: on-demand
Launched managed_on_demand(const Floats& /*problem*/, ManagedDevice& device, Queue queue) {
  const Launched launch = launch_managed(device, queue);  //! its accesses fault, page by page
  read_on_host(device, queue);
  return launch;
}

// variant: prefetched
Launched managed_prefetched(const Floats& /*problem*/, ManagedDevice& device, Queue queue) {
  prefetch(device.in, on_device(), queue);   //! before the kernel needs them
  prefetch(device.out, on_device(), queue);  // its pages move, too, though they are only written
  const Launched launch = launch_managed(device, queue);
  prefetch(device.out, on_host(), queue);  //! before the host needs them
  read_on_host(device, queue);
  return launch;
}

// variant: advised
Launched managed_advised(const Floats& /*problem*/, ManagedDevice& device, Queue queue) {
  for (const core::ManagedBuffer<float>* each : {&device.in, &device.out}) {
    advise(*each, cudaMemAdviseSetPreferredLocation, on_host());  //! the pages stay
    advise(*each, cudaMemAdviseSetAccessedBy, on_device());  //! the device reaches over the bus
  }
  const Launched launch = launch_managed(device, queue);
  read_on_host(device, queue);
  return launch;
}

// variant: resident
Launched managed_resident(const Floats& /*problem*/, ManagedDevice& device, Queue queue) {
  return launch_managed(device, queue);  //! all pages are on the device
}

// variant: copied device
static Launched launch_on_device(ManagedDevice& device, Queue queue) {
  double_each<<<device.grid, device.threads, 0, queue>>>(device.device_in.data(),
                                                         device.device_out.data(), device.n);
  return launched(double_each, device.grid, device.threads);
}

// variant: copied
Launched managed_copied(const Floats& /*problem*/, ManagedDevice& device, Queue queue) {
  upload(device.device_in, device.pinned_in.data(), queue);  //! cudaMemcpyAsync
  const Launched launch = launch_on_device(device, queue);
  download(device.pinned_out.data(), device.device_out, queue);  //!
  return launch;
}

// variant: device
Launched managed_device(const Floats& /*problem*/, ManagedDevice& device, Queue queue) {
  return launch_on_device(device, queue);  //! memory of cudaMalloc
}
// end

}  // namespace heatwave::lab::managed_experiment
