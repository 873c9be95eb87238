// Coalescing, on the GPU. What moves: 4 bytes in and 4 bytes out per element if a warp's reads lie
// together, up to 32 bytes in if they do not; memory limits it.
#include <cuda_runtime.h>

#include "kernels/lab/coalescing.h"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"

namespace heatwave::lab {
namespace {

// variant: adjacent offset stride permuted scattered
__device__ long long global_index() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// variant: adjacent
__global__ void read_adjacent(const float* in, float* out, long long n, long long /*unused*/) {
  const long long i = global_index();
  if (i < n) out[i] = in[i];  //! 32 neighbours: 128 bytes, four sectors
}

// variant: offset
__global__ void read_offset(const float* in, float* out, long long n, long long offset) {
  const long long i = global_index();
  if (i < n) out[i] = in[i + offset];  //! 128 bytes, but they may begin within a sector
}

// variant: permuted
__global__ void read_permuted(const float* in, float* out, long long n, long long /*unused*/) {
  const long long i = global_index();
  if (i < n) out[i] = in[permuted_place(i)];  //! i ^ 21: the same 128 bytes in disorder
}

// variant: stride
__global__ void read_stride(const float* in, float* out, long long n, long long stride) {
  const long long i = global_index();
  if (i < n) out[i] = in[i * stride];  //! from 8 on, each lane needs a sector of its own
}

// variant: scattered
__global__ void read_scattered(const float* in, float* out, long long n, long long size) {
  const long long i = global_index();
  if (i < n) out[i] = in[scattered_place(i, size)];  //! anywhere: 32 sectors for 32 lanes
}
// end

/// All of them are called alike; the last argument is what the pattern needs to know.
using ReadKernel = void (*)(const float*, float*, long long, long long);

// variant: adjacent offset stride permuted scattered
class CoalescingRun : public GpuRun {
 public:
  CoalescingRun(const CoalescingProblem& problem, ReadPattern pattern, ReadKernel kernel,
                std::int64_t by)
      : problem_(problem),
        pattern_(pattern),
        kernel_(kernel),
        by_(by),
        in_(problem.in.size()),
        out_(static_cast<std::size_t>(problem.n)),
        result_(out_.size()),
        blocks_(blocks_for(problem.n, problem.threads)),
        threads_(static_cast<unsigned>(problem.threads)) {
    note_shape(kernel_, blocks_, threads_);
  }

  Outcome outcome() override { return checked_reads(problem_, pattern_, result_); }

 protected:
  void copy_in() override {
    upload(in_, problem_.in.data(), queue());
    poison(out_, queue());
  }
  void launch() override {
    kernel_<<<blocks_, threads_, 0, queue()>>>(in_.data(), out_.data(), problem_.n, by_);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  void copy_out() override { download(result_.data(), out_, queue()); }

 private:
  const CoalescingProblem& problem_;
  ReadPattern pattern_;
  ReadKernel kernel_;
  std::int64_t by_;
  core::DeviceBuffer<float> in_;
  core::DeviceBuffer<float> out_;
  std::vector<float> result_;
  unsigned blocks_;
  unsigned threads_;
};
// end

MakeRun reading(ReadPattern pattern, ReadKernel kernel,
                std::int64_t (*by)(const CoalescingProblem&)) {
  return makes<CoalescingProblem>([=](const CoalescingProblem& problem, const Stop& /*stop*/) {
    return std::make_unique<CoalescingRun>(problem, pattern, kernel, by(problem));
  });
}

}  // namespace

GpuRuns coalescing_on_gpu() {
  const auto nothing = [](const CoalescingProblem&) { return std::int64_t{0}; };
  const auto offset = [](const CoalescingProblem& problem) { return problem.offset; };
  const auto stride = [](const CoalescingProblem& problem) { return problem.stride; };
  const auto size = [](const CoalescingProblem& problem) { return problem.size(); };
  return {{"adjacent", reading(ReadPattern::adjacent, read_adjacent, nothing)},
          {"permuted", reading(ReadPattern::permuted, read_permuted, nothing)},
          {"offset", reading(ReadPattern::offset, read_offset, offset)},
          {"stride", reading(ReadPattern::stride, read_stride, stride)},
          {"scattered", reading(ReadPattern::scattered, read_scattered, size)}};
}

}  // namespace heatwave::lab
