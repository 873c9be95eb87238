// GPU variants are timed here, and the occupancy of their launches is computed.
#include "kernels/lab/bench/launch.cuh"

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/error.h"
#include "kernels/lab/bench/edited_kernels.cuh"

namespace heatwave::lab {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::string size_text(dim3 size) {
  std::string text = std::to_string(size.x);
  if (size.y > 1 || size.z > 1) text += " × " + std::to_string(size.y);
  if (size.z > 1) text += " × " + std::to_string(size.z);
  return text;
}

std::int64_t count(dim3 size) { return static_cast<std::int64_t>(size.x) * size.y * size.z; }

int attribute(cudaDeviceAttr which) {
  int device = 0;
  int value = 0;
  HEATWAVE_CUDA_CHECK(cudaGetDevice(&device));
  HEATWAVE_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
  return value;
}

/// Busy-waits on the GPU. The GPU's clock may tick in steps of a microsecond.
__global__ void pass_time(unsigned long long nanoseconds) {
  unsigned long long begin = 0;
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - begin < nanoseconds);
}

/// More time than the CPU needs to queue a launch, in ns.
constexpr unsigned long long kToQueueALaunch = 10'000;

}  // namespace

void GpuRun::copy_in_once() {
  if (has_inputs_) return;
  prepare();
  copy_in();
  stream_.synchronize();
  has_inputs_ = true;
}

// variant: *
/// Every GPU variant is timed by two events, which are time stamps in the GPU's own stream. The
/// constructor creates them and the destructor destroys them. Short kernels end sooner than the CPU
/// can launch the next one, so the GPU waits until all launches are queued; otherwise this would
/// measure the CPU.
double GpuRun::time(int launches) {
  copy_in_once();
  reset();
  if (launches > 1) {
    pass_time<<<1, 1, 0, queue()>>>(kToQueueALaunch * static_cast<unsigned>(launches));
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  HEATWAVE_CUDA_CHECK(cudaEventRecord(begin_.get(), queue()));  //! a time stamp before the launches
  for (int i = 0; i < launches; ++i) launch();                  //! each launch returns at once
  HEATWAVE_CUDA_CHECK(cudaEventRecord(end_.get(), queue()));    //! a time stamp after them
  HEATWAVE_CUDA_CHECK(cudaEventSynchronize(end_.get()));        //! waits; late errors appear here
  float ms = 0.0F;
  HEATWAVE_CUDA_CHECK(cudaEventElapsedTime(&ms, begin_.get(), end_.get()));  //! milliseconds
  return static_cast<double>(ms);
}
// end

double GpuRun::time_on_host() {
  copy_in_once();
  reset();
  stream_.synchronize();
  const Clock::time_point begin = Clock::now();
  launch();
  stream_.synchronize();
  return milliseconds_since(begin);
}

double GpuRun::time_with_copies() {
  reset();
  prepare();
  stream_.synchronize();
  const Clock::time_point begin = Clock::now();
  copy_in();
  launch();
  copy_out();
  stream_.synchronize();
  finish();
  has_inputs_ = true;
  return has_copies() ? milliseconds_since(begin) : 0.0;
}

double GpuRun::time_with_pinned_copies() {
  const HostArrays arrays = host_arrays();
  if (!has_copies() || arrays.empty()) return 0.0;
  std::optional<core::PageLock> lock;
  try {
    lock.emplace(arrays);
  } catch (const core::Error&) {
    return 0.0;  // the system may allow fewer pinned pages, or none
  }
  return time_with_copies();
}

template <typename Work>
double GpuRun::between_stamps(Work work) {
  begin_.record(stream_);
  work();
  end_.record(stream_);
  HEATWAVE_CUDA_CHECK(cudaEventSynchronize(end_.get()));
  float ms = 0.0F;
  HEATWAVE_CUDA_CHECK(cudaEventElapsedTime(&ms, begin_.get(), end_.get()));
  return static_cast<double>(ms);
}

CopyTimes GpuRun::time_copies() {
  if (!has_copies()) return {};
  prepare();
  stream_.synchronize();
  const double there = between_stamps([this] { copy_in(); });
  has_inputs_ = true;
  // The copied results are ignored, because no kernel has been launched in between.
  return {.to_device_ms = there, .to_host_ms = between_stamps([this] { copy_out(); })};
}

LaunchShape GpuRun::shape_of(const void* kernel, dim3 grid, dim3 block,
                             std::size_t dynamic_shared) {
  const auto threads = static_cast<int>(count(block));
  const KernelNeeds needs = needs_of(kernel, threads, dynamic_shared);
  const int warp = attribute(cudaDevAttrWarpSize);
  const int warps = (threads + warp - 1) / warp;
  const int room = attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / warp;
  return {.grid = count(grid),
          .block = count(block),
          .grid_text = size_text(grid),
          .block_text = size_text(block),
          .registers = needs.registers,
          .shared_bytes = static_cast<std::int64_t>(needs.shared_bytes + dynamic_shared),
          .local_bytes = static_cast<std::int64_t>(needs.local_bytes),
          .occupancy = static_cast<double>(needs.blocks * warps) / room};
}

}  // namespace heatwave::lab
