// Dot product, on the GPU. What moves: 8 bytes in per element. Memory limits it once enough loads
// are under way.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "kernels/core/cublas.h"
#include "kernels/lab/dot.h"
#include "kernels/lab/fit.cuh"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"

namespace heatwave::lab {
namespace {

constexpr unsigned kWarp = 32;
constexpr unsigned kAllLanes = 0xFFFFFFFFU;
constexpr int kMostThreads = 1024;

/// Both arrays on the device, and the result on the host.
class DotRun : public GpuRun {
 public:
  explicit DotRun(const DotProblem& problem)
      : problem_(problem), a_(problem.a.size()), b_(problem.b.size()) {}

  Outcome outcome() override { return checked_sum(problem_.exact, result_, roundings_); }

 protected:
  void copy_in() override {
    upload(a_, problem_.a.data(), queue());
    upload(b_, problem_.b.data(), queue());
  }

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(a_.size()); }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(problem_.threads); }

  const DotProblem& problem_;
  core::DeviceBuffer<float> a_;
  core::DeviceBuffer<float> b_;
  double roundings_ = 0.0;  ///< the most on the way of a product into the result
  float result_ = 0.0F;
};

// variant: lecture more-blocks shuffles vectors
using DotKernel = void (*)(const float* a, const float* b, float* partial, long long n);

/// A kernel that leaves one partial sum per block, which the host adds up.
template <DotKernel kernel>
class HostFinishes : public DotRun {
 public:
  HostFinishes(const DotProblem& problem, unsigned blocks, std::size_t shared_bytes)
      : DotRun(problem), shared_bytes_(shared_bytes), partial_(blocks), partials_(blocks) {
    // The product, a thread's own sum, ten rounds of the tree, the partial sums.
    roundings_ = 1 + static_cast<double>(size()) / blocks / threads() + 1 + 10 + blocks;
    note_shape(kernel, blocks, threads(), shared_bytes);
  }

 protected:
  void copy_in() override {
    DotRun::copy_in();
    poison(partial_, queue());
  }
  void launch() override {
    kernel<<<static_cast<unsigned>(partial_.size()), threads(), shared_bytes_, queue()>>>(
        a_.data(), b_.data(), partial_.data(), size());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  void copy_out() override { download(partials_.data(), partial_, queue()); }
  void finish() override {
    result_ = 0.0F;
    for (const float partial : partials_) result_ += partial;  //! the host's share
  }

 private:
  std::size_t shared_bytes_;
  core::DeviceBuffer<float> partial_;
  std::vector<float> partials_;
};

/// As many blocks as were asked for; else as many as fit, each thread with something to do.
template <typename Kernel>
unsigned filling_blocks(const DotProblem& problem, Kernel* kernel, std::size_t shared_bytes) {
  if (problem.blocks > 0) return static_cast<unsigned>(problem.blocks);
  const auto n = static_cast<std::int64_t>(problem.a.size());
  return blocks_that_fit(kernel, static_cast<unsigned>(problem.threads), shared_bytes,
                         blocks_for(n, problem.threads));
}

// variant: lecture more-blocks
__global__ void dot_by_tree(const float* a, const float* b, float* partial, long long n) {
  extern __shared__ float cache[];
  const long long all_threads = static_cast<long long>(gridDim.x) * blockDim.x;
  float sum = 0.0F;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += all_threads)
    sum += a[i] * b[i];  //! in a register
  cache[threadIdx.x] = sum;
  for (unsigned left = blockDim.x; left > 1;) {
    const unsigned half = (left + 1) / 2;
    __syncthreads();  //! before each round
    if (threadIdx.x + half < left) cache[threadIdx.x] += cache[threadIdx.x + half];
    left = half;
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = cache[0];
}

/// A float of shared memory for each thread.
std::size_t tree_bytes(const DotProblem& problem) {
  return static_cast<std::size_t>(problem.threads) * sizeof(float);
}

// variant: lecture
unsigned lecture_blocks(const DotProblem& problem) {
  if (problem.blocks > 0) return static_cast<unsigned>(problem.blocks);
  const unsigned enough = blocks_for(static_cast<std::int64_t>(problem.a.size()), problem.threads);
  return std::min(32U, enough);  //! the lecture's choice
}

class Lecture : public HostFinishes<dot_by_tree> {
 public:
  explicit Lecture(const DotProblem& problem)
      : HostFinishes(problem, lecture_blocks(problem), tree_bytes(problem)) {}
};

// variant: more-blocks
class MoreBlocks : public HostFinishes<dot_by_tree> {
 public:
  explicit MoreBlocks(const DotProblem& problem)
      : HostFinishes(problem, filling_blocks(problem, dot_by_tree, tree_bytes(problem)),  //!
                     tree_bytes(problem)) {}
};

// variant: shuffles vectors last-block
/// The sum over a block of whole warps, in its first thread.
__device__ float sum_of_block(float sum) {
  __shared__ float of_warp[kWarp];
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  for (unsigned offset = kWarp / 2; offset > 0; offset /= 2)
    sum += __shfl_down_sync(kAllLanes, sum, offset);  //! lane to lane, no memory, no barrier
  __syncthreads();                                    // nobody still reads an earlier sum's
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  if (warp > 0) return 0.0F;
  sum = lane < blockDim.x / kWarp ? of_warp[lane] : 0.0F;
  for (unsigned offset = kWarp / 2; offset > 0; offset /= 2)
    sum += __shfl_down_sync(kAllLanes, sum, offset);
  return sum;
}

// variant: shuffles
__global__ void dot_by_shuffles(const float* a, const float* b, float* partial, long long n) {
  const long long all_threads = static_cast<long long>(gridDim.x) * blockDim.x;
  float sum = 0.0F;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += all_threads)
    sum += a[i] * b[i];
  sum = sum_of_block(sum);  //! instead of the tree
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

class Shuffles : public HostFinishes<dot_by_shuffles> {
 public:
  explicit Shuffles(const DotProblem& problem)
      : HostFinishes(problem, filling_blocks(problem, dot_by_shuffles, 0), 0) {}
};

// variant: vectors last-block
constexpr int kInFlight = 4;  // loads from each array under way at once, per thread

__device__ float add_products(float sum, float4 a, float4 b) {
  return fmaf(a.w, b.w, fmaf(a.z, b.z, fmaf(a.y, b.y, fmaf(a.x, b.x, sum))));
}

/// What one thread of the whole grid adds up.
__device__ float sum_of_thread(const float* a, const float* b, long long n) {
  const auto* fours_a = reinterpret_cast<const float4*>(a);
  const auto* fours_b = reinterpret_cast<const float4*>(b);
  const long long all_threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long me = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  float sum = 0.0F;
  long long i = me;
  for (; i + (kInFlight - 1) * all_threads < n / 4; i += kInFlight * all_threads) {
    float4 from_a[kInFlight];
    float4 from_b[kInFlight];
#pragma unroll
    for (int k = 0; k < kInFlight; ++k) {
      from_a[k] = fours_a[i + k * all_threads];  //! 16 bytes with one load
      from_b[k] = fours_b[i + k * all_threads];
    }
#pragma unroll
    for (int k = 0; k < kInFlight; ++k)
      sum = add_products(sum, from_a[k], from_b[k]);  //! only after eight loads are under way
  }
  for (; i < n / 4; i += all_threads) sum = add_products(sum, fours_a[i], fours_b[i]);
  if (me < n % 4) sum = fmaf(a[n - 1 - me], b[n - 1 - me], sum);  // the last few
  return sum;
}

// variant: vectors
__global__ void __launch_bounds__(kMostThreads)
    dot_by_vectors(const float* a, const float* b, float* partial, long long n) {
  const float sum = sum_of_block(sum_of_thread(a, b, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

class Vectors : public HostFinishes<dot_by_vectors> {
 public:
  explicit Vectors(const DotProblem& problem)
      : HostFinishes(problem, filling_blocks(problem, dot_by_vectors, 0), 0) {}
};

// variant: last-block
/// `finished` counts the blocks that are done. It starts at 0, and the last block leaves it at 0.
__global__ void __launch_bounds__(kMostThreads)
    dot_in_one_launch(const float* a, const float* b, float* partial, unsigned* finished,
                      float* result, long long n) {
  __shared__ bool is_last;
  float sum = sum_of_block(sum_of_thread(a, b, n));
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();  //! the partial sum is there before the count says so
    is_last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;  //! who is last finishes
    __threadfence();  // and what the others wrote is read after
  }
  __syncthreads();
  if (!is_last) return;
  sum = 0.0F;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    sum += __ldcg(&partial[i]);  //! in the same order whoever is last: the same bits every run
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) *result = sum;
}

class LastBlock : public DotRun {
 public:
  explicit LastBlock(const DotProblem& problem)
      : DotRun(problem),
        blocks_(filling_blocks(problem, dot_in_one_launch, 0)),
        partial_(blocks_),
        finished_(1),
        sum_(1) {
    roundings_ = 1 + static_cast<double>(size()) / blocks_ / threads() + 1 + 10 +
                 static_cast<double>(blocks_) / threads() + 1 + 10;
    clear(finished_, queue());  // once: each launch sets it back itself
    note_shape(dot_in_one_launch, blocks_, threads());
  }

 protected:
  void copy_in() override {
    DotRun::copy_in();
    poison(partial_, queue());
    poison(sum_, queue());
  }
  void launch() override {
    dot_in_one_launch<<<blocks_, threads(), 0, queue()>>>(a_.data(), b_.data(), partial_.data(),
                                                          finished_.data(), sum_.data(), size());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  void copy_out() override { download(&result_, sum_, queue()); }

 private:
  unsigned blocks_;
  core::DeviceBuffer<float> partial_;
  core::DeviceBuffer<unsigned> finished_;
  core::DeviceBuffer<float> sum_;
};

// variant: cublas
class Library : public DotRun {
 public:
  explicit Library(const DotProblem& problem) : DotRun(problem), cublas_(queue()), sum_(1) {
    // Its order is its own; a thousand sums side by side are the least that fills a GPU.
    roundings_ = 1 + static_cast<double>(size()) / 1024 + 64;
  }

 protected:
  void copy_in() override {
    DotRun::copy_in();
    poison(sum_, queue());
  }
  void launch() override {
    cublas_.sdot(static_cast<int>(size()), a_.data(), b_.data(), sum_.data());  //!
  }
  void copy_out() override { download(&result_, sum_, queue()); }

 private:
  core::Cublas cublas_;
  core::DeviceBuffer<float> sum_;
};
// end

}  // namespace

GpuRuns dot_on_gpu() {
  return {{"lecture", makes_run<DotProblem, Lecture>()},
          {"more-blocks", makes_run<DotProblem, MoreBlocks>()},
          {"shuffles", makes_run<DotProblem, Shuffles>()},
          {"vectors", makes_run<DotProblem, Vectors>()},
          {"last-block", makes_run<DotProblem, LastBlock>()},
          {"cublas", makes_run<DotProblem, Library>()}};
}

}  // namespace heatwave::lab
