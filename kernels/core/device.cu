// CUDA's devices are listed here, and the first one is tested for whether it runs this program's
// code.
#include <cuda_runtime.h>

#include <algorithm>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/lost_device.h"

namespace heatwave::core {
namespace {

/// This kernel serves to test whether the device can load the program's code.
__global__ void probe_kernel() {}

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  HEATWAVE_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
  return value;
}

std::vector<int> peers_of(int index) {
  int count = 0;
  HEATWAVE_CUDA_CHECK(cudaGetDeviceCount(&count));
  std::vector<int> peers;
  for (int other = 0; other < count; ++other) {
    int can = 0;
    if (other == index) continue;
    HEATWAVE_CUDA_CHECK(cudaDeviceCanAccessPeer(&can, index, other));
    if (can != 0) peers.push_back(other);
  }
  return peers;
}

DeviceFacts facts_of(int index) {
  cudaDeviceProp properties{};
  HEATWAVE_CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
  const double memory_clock = 1e3 * attribute(cudaDevAttrMemoryClockRate, index);
  const double bus_bytes = attribute(cudaDevAttrGlobalMemoryBusWidth, index) / 8.0;
  return {.index = index,
          .name = properties.name,
          .major = properties.major,
          .minor = properties.minor,
          .multiprocessors = properties.multiProcessorCount,
          .clock_hz = 1e3 * attribute(cudaDevAttrClockRate, index),
          // All memory of CUDA devices is double data rate: two transfers in a clock cycle.
          .memory_bandwidth = 2.0 * memory_clock * bus_bytes,
          .memory = properties.totalGlobalMem,
          .l2_cache = static_cast<std::uint64_t>(properties.l2CacheSize),
          .shared_memory_per_block = properties.sharedMemPerBlockOptin,
          .registers = properties.regsPerMultiprocessor,
          .shared_memory = properties.sharedMemPerMultiprocessor,
          .warps = properties.maxThreadsPerMultiProcessor / properties.warpSize,
          .blocks = properties.maxBlocksPerMultiProcessor,
          .peers = peers_of(index)};
}

std::string words_for(cudaError_t error, const std::vector<DeviceFacts>& devices) {
  const bool no_code =
      error == cudaErrorNoKernelImageForDevice || error == cudaErrorInvalidDeviceFunction;
  if (no_code && !devices.empty()) {
    const DeviceFacts& first = devices.front();
    return "this program has no code for " + first.name + " (compute capability " +
           std::to_string(first.major) + '.' + std::to_string(first.minor) + ')';
  }
  if (error == cudaErrorInsufficientDriver) {
    return "no NVIDIA driver was found, or it is older than this program's CUDA";
  }
  if (error == cudaErrorNoDevice) return "no NVIDIA GPU was found";
  return std::string("CUDA does not start: ") + cudaGetErrorString(error);
}

constexpr int kCacheRounds = 64;
constexpr int kCacheThreads = 512;

/// Measures L2 by reading an array that fits into it many times, bypassing the L1 cache. `never` is
/// a sum that never occurs, but the compiler cannot know that.
__global__ void read_repeatedly(const uint4* array, unsigned count, unsigned never, unsigned* sum) {
  unsigned own = 0;
  for (int round = 0; round < kCacheRounds; ++round) {
#pragma unroll 4
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * blockDim.x) {
      const uint4 four = __ldcg(array + i);  // bypasses the L1 cache
      own += (four.x ^ four.y) + (four.z ^ four.w);
    }
  }
  if (own == never) *sum = own;
}

/// Measures the value of device_l2_bandwidth().
double measured_l2_bandwidth() {
  const CudaStatus cuda = cuda_status();
  if (!cuda.usable || cuda.devices.front().l2_cache == 0) return 0.0;
  // The array uses a part of L2, because some caches keep a copy in each of their halves.
  const std::size_t bytes = cuda.devices.front().l2_cache / 4;
  const auto count = static_cast<unsigned>(bytes / sizeof(uint4));
  const DeviceBuffer<uint4> array(count);
  const DeviceBuffer<unsigned> sum(1);
  const Stream stream;
  const Event begin;
  const Event end;
  HEATWAVE_CUDA_CHECK(cudaMemsetAsync(array.data(), 0, count * sizeof(uint4), stream.get()));
  const unsigned blocks = 4U * static_cast<unsigned>(cuda.devices.front().multiprocessors);
  float best = 0.0F;
  for (int round = 0; round < 4; ++round) {  // the first round fills the cache
    begin.record(stream);
    read_repeatedly<<<blocks, kCacheThreads, 0, stream.get()>>>(array.data(), count, 1U,
                                                                sum.data());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    end.record(stream);
    stream.synchronize();
    float ms = 0.0F;
    HEATWAVE_CUDA_CHECK(cudaEventElapsedTime(&ms, begin.get(), end.get()));
    best = round == 0 ? ms : std::min(best, ms);
  }
  const double read = static_cast<double>(count) * sizeof(uint4) * kCacheRounds;
  return best > 0 ? read / (static_cast<double>(best) * 1e-3) : 0.0;
}

}  // namespace

CudaStatus cuda_status() {
  CudaStatus status{.built = true};
  (void)cudaRuntimeGetVersion(&status.runtime);
  (void)cudaDriverGetVersion(&status.driver);
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  try {
    for (int index = 0; error == cudaSuccess && index < count; ++index) {
      status.devices.push_back(facts_of(index));
    }
  } catch (const Error& failed) {
    status.reason = failed.what();
    return status;
  }
  cudaFuncAttributes attributes{};
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, probe_kernel);
  if (error != cudaSuccess) {
    (void)cudaGetLastError();
    status.reason = words_for(error, status.devices);
    return status;
  }
  status.usable = true;
  status.reason = "a CUDA device is there";
  return status;
}

bool device_answers(int device) {
  int before = 0;
  const bool has_device = cudaGetDevice(&before) == cudaSuccess;
  void* memory = nullptr;
  bool answers =
      has_device && cudaSetDevice(device) == cudaSuccess && cudaMalloc(&memory, 1) == cudaSuccess;
  if (answers) {
    probe_kernel<<<1, 1>>>();
    answers = cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess &&
              cudaFree(memory) == cudaSuccess;
  }
  if (has_device) (void)cudaSetDevice(before);
  (void)cudaGetLastError();
  return answers;
}

std::uint64_t free_device_memory() {
  std::size_t free = 0;
  std::size_t all = 0;
  if (cudaMemGetInfo(&free, &all) != cudaSuccess) {
    (void)cudaGetLastError();
    return 0;
  }
  return free;
}

double device_copy_bandwidth() {
  if (!cuda_status().usable) return 0.0;
  constexpr std::size_t kBytes = std::size_t{256} << 20U;
  const DeviceBuffer<char> from(kBytes);
  const DeviceBuffer<char> to(kBytes);
  const Stream stream;
  const Event begin;
  const Event end;
  float best = 0.0F;
  for (int round = 0; round < 4; ++round) {  // the first round warms up
    begin.record(stream);
    HEATWAVE_CUDA_CHECK(
        cudaMemcpyAsync(to.data(), from.data(), kBytes, cudaMemcpyDeviceToDevice, stream.get()));
    end.record(stream);
    stream.synchronize();
    float ms = 0.0F;
    HEATWAVE_CUDA_CHECK(cudaEventElapsedTime(&ms, begin.get(), end.get()));
    best = round == 0 ? ms : std::min(best, ms);
  }
  return best > 0 ? 2.0 * static_cast<double>(kBytes) / (static_cast<double>(best) * 1e-3) : 0.0;
}

double device_l2_bandwidth() {
  static const double measured = measured_l2_bandwidth();
  return measured;
}

void throw_cuda_error(cudaError_t error, const char* call, const char* file, int line) {
  (void)cudaGetLastError();
  const std::string text = std::string(cudaGetErrorString(error)) + " (" + cudaGetErrorName(error) +
                           " from " + call + " at " + file + ':' + std::to_string(line) + ')';
  if (error == cudaErrorMemoryAllocation) throw OutOfMemory("out of memory: " + text);
  throw DeviceLost("CUDA failed: " + text);
}

}  // namespace heatwave::core
