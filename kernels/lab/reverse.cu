// Array reverse, on the GPU. What moves: 4 bytes in and 4 bytes out per element; memory limits it.
#include <cuda_runtime.h>

#include "kernels/lab/array_run.cuh"
#include "kernels/lab/gpu_runs.h"

namespace heatwave::lab {
namespace {

// variant: direct
__global__ void reverse_direct(const int* in, int* out, long long n) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];  //! neighbours write downwards
}

// variant: shared
__global__ void reverse_shared(const int* in, int* out, long long n) {
  extern __shared__ int piece[];
  const long long first = static_cast<long long>(blockIdx.x) * blockDim.x;
  const long long count = min(static_cast<long long>(blockDim.x), n - first);
  if (threadIdx.x < count)
    piece[count - 1 - threadIdx.x] = in[first + threadIdx.x];  //! turned here
  __syncthreads();
  if (threadIdx.x < count) out[n - first - count + threadIdx.x] = piece[threadIdx.x];  //! upwards
}

// variant: vectors
__global__ void reverse_vectors(const int* in, int* out, long long n) {
  const long long i = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
  if (i + 4 > n) {
    for (long long j = i; j < n; ++j) out[n - 1 - j] = in[j];  // the last few
    return;
  }
  const int4 four = *reinterpret_cast<const int4*>(in + i);  //! one load of 16 bytes
  const int4 turned = make_int4(four.w, four.z, four.y, four.x);
  int* to = out + (n - 4 - i);
  if (n % 4 == 0) {
    *reinterpret_cast<int4*>(to) = turned;  //! one store of 16 bytes
  } else {                                  // the target is not aligned
    to[0] = turned.x;
    to[1] = turned.y;
    to[2] = turned.z;
    to[3] = turned.w;
  }
}

// variant: copy
class Copy final : public ArrayRun<std::int32_t> {
 public:
  using ArrayRun::ArrayRun;
  Outcome outcome() override {
    const bool same = result_ == problem_.in;
    return {.right = same,
            .result = same ? "a copy" : "not a copy",
            .expected = "a copy",
            .error = same ? 0.0 : 1.0,
            .note = "copied, not reversed"};
  }

 protected:
  void launch() override {
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(out_.data(), in_.data(), in_.size() * sizeof(int),  //!
                                        cudaMemcpyDeviceToDevice, queue()));
  }
};
// end

}  // namespace

GpuRuns reverse_on_gpu() {
  return {{"direct", array_run<std::int32_t>(reverse_direct)},
          {"shared", array_run<std::int32_t>(reverse_shared, 1, sizeof(std::int32_t))},
          {"vectors", array_run<std::int32_t>(reverse_vectors, 4)},
          {"copy", makes_run<ArrayProblem<std::int32_t>, Copy>()}};
}

}  // namespace heatwave::lab
