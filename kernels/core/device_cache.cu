// L2 is measured by reading an array that fits into it many times, bypassing the L1 cache.
#include <cuda_runtime.h>

#include <algorithm>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/device.h"
#include "kernels/core/device_cache.h"

namespace heatwave::core {
namespace {

constexpr int kRounds = 64;
constexpr int kThreads = 512;

/// `never` is a sum that never occurs, but the compiler cannot know that.
__global__ void read_repeatedly(const uint4* array, unsigned count, unsigned never, unsigned* sum) {
  unsigned own = 0;
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll 4
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * blockDim.x) {
      const uint4 four = __ldcg(array + i);  // bypasses the L1 cache
      own += (four.x ^ four.y) + (four.z ^ four.w);
    }
  }
  if (own == never) *sum = own;
}

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
    read_repeatedly<<<blocks, kThreads, 0, stream.get()>>>(array.data(), count, 1U, sum.data());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    end.record(stream);
    stream.synchronize();
    float ms = 0.0F;
    HEATWAVE_CUDA_CHECK(cudaEventElapsedTime(&ms, begin.get(), end.get()));
    best = round == 0 ? ms : std::min(best, ms);
  }
  const double read = static_cast<double>(count) * sizeof(uint4) * kRounds;
  return best > 0 ? read / (static_cast<double>(best) * 1e-3) : 0.0;
}

}  // namespace

double device_l2_bandwidth() {
  static const double measured = measured_l2_bandwidth();
  return measured;
}

}  // namespace heatwave::core
