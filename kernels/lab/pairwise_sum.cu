// Pairwise sum, on the GPU. What moves: 4 bytes in per number. Memory limits the best rung; the
// others wait for barriers, for lanes that idle, or for a single multiprocessor.
#include <cuda_runtime.h>

#include <cub/device/device_reduce.cuh>

#include "kernels/lab/fit.cuh"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/pairwise_sum.h"

namespace heatwave::lab {
namespace {

constexpr unsigned kWarp = 32;
constexpr unsigned kAllLanes = 0xFFFFFFFFU;
constexpr std::int64_t kMostThreads = 1024;

/// The numbers on the device, and the place for their sum.
class SumRun : public GpuRun {
 public:
  SumRun(const PairwiseSumProblem& problem, double roundings)
      : problem_(problem), roundings_(roundings), numbers_(problem.numbers.size()), sum_(1) {}

  Outcome outcome() override { return checked_sum(problem_.exact, result_, roundings_); }

 protected:
  void copy_in() override {
    upload(numbers_, problem_.numbers.data(), queue());
    poison(sum_, queue());
  }
  void copy_out() override { download(&result_, sum_, queue()); }

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(numbers_.size()); }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(problem_.threads); }

  const PairwiseSumProblem& problem_;
  double roundings_;
  core::DeviceBuffer<float> numbers_;
  core::DeviceBuffer<float> sum_;
  float result_ = 0.0F;
};

// variant: lecture
/// One block of n/2 threads. Where that is too many, each slot first takes every so-manieth number.
__global__ void sum_in_one_block(const float* x, float* sum, long long n) {
  extern __shared__ float part[];  // two slots for each thread
  const unsigned slots = 2 * blockDim.x;
  for (unsigned slot = threadIdx.x; slot < slots; slot += blockDim.x) {
    float own = 0.0F;
    for (long long i = slot; i < n; i += slots) own += x[i];
    part[slot] = own;
  }
  for (unsigned left = slots; left > 1;) {
    const unsigned half = (left + 1) / 2;
    __syncthreads();  //! all sums of the last round must be there
    if (threadIdx.x + half < left) part[threadIdx.x] += part[threadIdx.x + half];  //! halving
    left = half;
  }
  if (threadIdx.x == 0) *sum = part[0];
}

class OneBlock : public SumRun {
 public:
  explicit OneBlock(const PairwiseSumProblem& problem)
      : SumRun(problem, static_cast<double>(problem.numbers.size()) / (2 * kMostThreads) + 12),
        own_threads_(static_cast<unsigned>(std::min((size() + 1) / 2, kMostThreads))),
        bytes_(2 * own_threads_ * sizeof(float)) {
    note_shape(sum_in_one_block, 1, own_threads_, bytes_);
  }

 protected:
  void launch() override {
    sum_in_one_block<<<1, own_threads_, bytes_, queue()>>>(numbers_.data(), sum_.data(), size());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  unsigned own_threads_;
  std::size_t bytes_;
};

// variant: interleaved sequential shuffles
/// What a thread begins with: its number and the one that lies a block further.
__device__ float sum_of_two(const float* x, long long n) {
  const long long i = 2LL * blockIdx.x * blockDim.x + threadIdx.x;
  const long long j = i + blockDim.x;
  return (i < n ? x[i] : 0.0F) + (j < n ? x[j] : 0.0F);
}

using SumKernel = void (*)(const float* x, float* sums, long long n);

/// Launches a kernel whose every block adds up two numbers per thread, then again on the blocks'
/// sums, until one sum is left.
template <SumKernel kernel, bool in_shared>
class Rounds : public SumRun {
 public:
  explicit Rounds(const PairwiseSumProblem& problem)
      // Six and one roundings for each halving of at most 2^31 by 2^6 or more, rounded up.
      : SumRun(problem, 64), bytes_(in_shared ? threads() * sizeof(float) : 0) {
    const unsigned blocks = blocks_for(size(), 2 * problem.threads);
    sums_[0] = core::DeviceBuffer<float>(blocks);
    sums_[1] = core::DeviceBuffer<float>(blocks_for(blocks, 2 * problem.threads));
    note_shape(kernel, blocks, threads(), bytes_);
  }

 protected:
  void launch() override {
    const float* from = numbers_.data();
    std::int64_t left = size();
    for (int round = 0; left > 1 || round == 0; ++round) {  //! a launch is a barrier for all blocks
      const unsigned blocks = blocks_for(left, 2 * problem_.threads);
      float* to = blocks == 1 ? sum_.data() : sums_[round % 2].data();
      kernel<<<blocks, threads(), bytes_, queue()>>>(from, to, left);
      HEATWAVE_CUDA_CHECK(cudaGetLastError());
      from = to;
      left = blocks;
    }
  }

 private:
  std::size_t bytes_;
  core::DeviceBuffer<float> sums_[2];
};

// variant: interleaved
__global__ void sum_interleaved(const float* x, float* sums, long long n) {
  extern __shared__ float part[];
  const unsigned me = threadIdx.x;
  part[me] = sum_of_two(x, n);
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    __syncthreads();
    if (me % (2 * step) == 0 && me + step < blockDim.x)
      part[me] += part[me + step];  //! few lanes of every warp add, and the others wait
  }
  if (me == 0) sums[blockIdx.x] = part[0];
}

// variant: sequential
__global__ void sum_sequential(const float* x, float* sums, long long n) {
  extern __shared__ float part[];
  const unsigned me = threadIdx.x;
  part[me] = sum_of_two(x, n);
  for (unsigned left = blockDim.x; left > 1;) {
    const unsigned half = (left + 1) / 2;
    __syncthreads();
    if (me + half < left) part[me] += part[me + half];  //! whole warps add, whole warps are done
    left = half;
  }
  if (me == 0) sums[blockIdx.x] = part[0];
}

// variant: shuffles vectors
/// The sum over a warp, in its first lane.
__device__ float sum_of_warp(float sum) {
  for (unsigned offset = kWarp / 2; offset > 0; offset /= 2)
    sum += __shfl_down_sync(kAllLanes, sum, offset);  //! from register to register
  return sum;
}

/// The sum over a block of whole warps, in its first thread.
__device__ float sum_of_block(float sum) {
  __shared__ float of_warp[kWarp];
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  sum = sum_of_warp(sum);
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();  //! the only barrier
  if (warp > 0) return 0.0F;
  return sum_of_warp(lane < blockDim.x / kWarp ? of_warp[lane] : 0.0F);
}

// variant: shuffles
__global__ void sum_by_shuffles(const float* x, float* sums, long long n) {
  const float sum = sum_of_block(sum_of_two(x, n));  //! no shared array for the threads
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// variant: vectors
constexpr int kInFlight = 4;  // loads of a thread under way at once

/// The blocks stride over the array; each leaves one sum.
__global__ void __launch_bounds__(kMostThreads)
    sum_by_vectors(const float* x, float* sums, long long n) {
  const auto* fours = reinterpret_cast<const float4*>(x);
  const long long all_threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long me = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  float sum = 0.0F;
  long long i = me;
  for (; i + (kInFlight - 1) * all_threads < n / 4; i += kInFlight * all_threads) {
    float4 four[kInFlight];
#pragma unroll
    for (int k = 0; k < kInFlight; ++k) four[k] = fours[i + k * all_threads];  //! 16 bytes each
#pragma unroll
    for (int k = 0; k < kInFlight; ++k)
      sum += (four[k].x + four[k].y) + (four[k].z + four[k].w);  //! after all loads are under way
  }
  for (; i < n / 4; i += all_threads) {
    const float4 four = fours[i];
    sum += (four.x + four.y) + (four.z + four.w);
  }
  if (me < n % 4) sum += x[n - 1 - me];  // the last few
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

class Vectors : public SumRun {
 public:
  explicit Vectors(const PairwiseSumProblem& problem)
      : SumRun(problem, 0),
        blocks_(
            blocks_that_fit(sum_by_vectors, threads(), 0, blocks_for(size(), 4 * problem.threads))),
        sums_(blocks_) {
    // Four numbers make three additions and one to the sum; the tree has ten, twice.
    roundings_ = static_cast<double>(size()) / 4 / (blocks_ * threads()) + 64;
    note_shape(sum_by_vectors, blocks_, threads());
  }

 protected:
  void launch() override {
    sum_by_vectors<<<blocks_, threads(), 0, queue()>>>(numbers_.data(), sums_.data(), size());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    sum_by_vectors<<<1, threads(), 0, queue()>>>(sums_.data(), sum_.data(), blocks_);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  unsigned blocks_;
  core::DeviceBuffer<float> sums_;
};

// variant: cub
class Cub : public SumRun {
 public:
  // Its order is its own; a thousand sums side by side are the least that fills a GPU.
  explicit Cub(const PairwiseSumProblem& problem)
      : SumRun(problem, static_cast<double>(problem.numbers.size()) / 1024 + 64) {
    std::size_t bytes = 0;
    HEATWAVE_CUDA_CHECK(
        cub::DeviceReduce::Sum(nullptr, bytes, numbers_.data(), sum_.data(), size(), queue()));
    scratch_ = core::DeviceBuffer<std::byte>(std::max<std::size_t>(bytes, 1));
  }

 protected:
  void launch() override {
    std::size_t bytes = scratch_.size();
    HEATWAVE_CUDA_CHECK(cub::DeviceReduce::Sum(scratch_.data(), bytes, numbers_.data(),  //!
                                               sum_.data(), size(), queue()));
  }

 private:
  core::DeviceBuffer<std::byte> scratch_;
};
// end

}  // namespace

GpuRuns pairwise_sum_on_gpu() {
  return {{"lecture", makes_run<PairwiseSumProblem, OneBlock>()},
          {"interleaved", makes_run<PairwiseSumProblem, Rounds<sum_interleaved, true>>()},
          {"sequential", makes_run<PairwiseSumProblem, Rounds<sum_sequential, true>>()},
          {"shuffles", makes_run<PairwiseSumProblem, Rounds<sum_by_shuffles, false>>()},
          {"vectors", makes_run<PairwiseSumProblem, Vectors>()},
          {"cub", makes_run<PairwiseSumProblem, Cub>()}};
}

}  // namespace heatwave::lab
