// Array reverse, on the GPU. What moves: 4 bytes in and 4 bytes out per element; memory limits it.
#include <cuda_runtime.h>

#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/reverse.h"

namespace heatwave::lab {
namespace {

/// The array on the device, its reverse, and the kernels' launches.
class ReverseRun : public GpuRun {
 public:
  explicit ReverseRun(const ReverseProblem& problem)
      : problem_(problem),
        in_(problem.array.size()),
        out_(problem.array.size()),
        result_(in_.size()) {}

  Outcome outcome() override { return checked_reverse(problem_, result_); }

 protected:
  void copy_in() override {
    upload(in_, problem_.array.data(), queue());
    poison(out_, queue());
  }
  void copy_out() override { download(result_.data(), out_, queue()); }

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(in_.size()); }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(problem_.threads); }

  const ReverseProblem& problem_;
  core::DeviceBuffer<std::int32_t> in_;
  core::DeviceBuffer<std::int32_t> out_;
  std::vector<std::int32_t> result_;
};

// variant: direct
__global__ void reverse_direct(const int* in, int* out, long long n) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];  //! neighbours write downwards
}

class Direct : public ReverseRun {
 public:
  explicit Direct(const ReverseProblem& problem)
      : ReverseRun(problem), blocks_(blocks_for(size(), problem.threads)) {
    note_shape(reverse_direct, blocks_, threads());
  }

 protected:
  void launch() override {
    reverse_direct<<<blocks_, threads(), 0, queue()>>>(in_.data(), out_.data(), size());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  unsigned blocks_;
};

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

class Shared : public ReverseRun {
 public:
  explicit Shared(const ReverseProblem& problem)
      : ReverseRun(problem),
        blocks_(blocks_for(size(), problem.threads)),
        bytes_(threads() * sizeof(int)) {
    note_shape(reverse_shared, blocks_, threads(), bytes_);
  }

 protected:
  void launch() override {
    reverse_shared<<<blocks_, threads(), bytes_, queue()>>>(in_.data(), out_.data(), size());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  unsigned blocks_;
  std::size_t bytes_;
};

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

class Vectors : public ReverseRun {
 public:
  explicit Vectors(const ReverseProblem& problem)
      : ReverseRun(problem), blocks_(blocks_for(size(), 4 * problem.threads)) {
    note_shape(reverse_vectors, blocks_, threads());
  }

 protected:
  void launch() override {
    reverse_vectors<<<blocks_, threads(), 0, queue()>>>(in_.data(), out_.data(), size());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  unsigned blocks_;
};

// variant: copy
class Copy : public ReverseRun {
 public:
  explicit Copy(const ReverseProblem& problem) : ReverseRun(problem) {}
  Outcome outcome() override {
    const bool same = result_ == problem_.array;
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
  return {{"direct", makes_run<ReverseProblem, Direct>()},
          {"shared", makes_run<ReverseProblem, Shared>()},
          {"vectors", makes_run<ReverseProblem, Vectors>()},
          {"copy", makes_run<ReverseProblem, Copy>()}};
}

}  // namespace heatwave::lab
