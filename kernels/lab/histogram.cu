// Histogram, on the GPU. What moves: 4 bytes in per value. Atomic additions limit the first rungs,
// where threads meet; memory limits the last.
#include <cuda_runtime.h>

#include <algorithm>
#include <cub/device/device_histogram.cuh>

#include "kernels/lab/fit.cuh"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/histogram.h"

namespace heatwave::lab {
namespace {

constexpr int kBins = kHistogramBins;

/// The values and counts on the device.
class HistogramRun : public GpuRun {
 public:
  explicit HistogramRun(const HistogramProblem& problem)
      : problem_(problem), values_(problem.values.size()), counts_(kBins) {}

  Outcome outcome() override { return checked_histogram(problem_, result_); }

 protected:
  void copy_in() override {
    upload(values_, problem_.values.data(), queue());
    poison(counts_, queue());
  }
  void copy_out() override { download(result_.data(), counts_, queue()); }

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(values_.size()); }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(problem_.threads); }

  const HistogramProblem& problem_;
  core::DeviceBuffer<int> values_;
  core::DeviceBuffer<unsigned> counts_;
  HistogramCounts result_{};
};

// variant: global shared striped striped-vectors
using CountKernel = void (*)(const int* values, unsigned* counts, long long n);

template <CountKernel kernel>
class Counting : public HistogramRun {
 public:
  explicit Counting(const HistogramProblem& problem)
      : HistogramRun(problem), blocks_(static_cast<unsigned>(problem.blocks)) {
    if (blocks_ == 0) {
      blocks_ = blocks_that_fit(kernel, threads(), 0, blocks_for(size(), problem.threads));
    }
    note_shape(kernel, blocks_, threads());
  }

 protected:
  void launch() override {
    clear(counts_, queue());  // part of the work, and of the time
    kernel<<<blocks_, threads(), 0, queue()>>>(values_.data(), counts_.data(), size());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  unsigned blocks_;
};

// variant: global
__global__ void count_in_global(const int* values, unsigned* counts, long long n) {
  const long long all_threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += all_threads)
    atomicAdd(&counts[values[i]], 1U);  //! the whole GPU meets in 256 places
}

// variant: shared
__global__ void count_in_shared(const int* values, unsigned* counts, long long n) {
  __shared__ unsigned own[kBins];  //! a histogram for this block
  for (unsigned bin = threadIdx.x; bin < kBins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  const long long all_threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += all_threads)
    atomicAdd(&own[values[i]], 1U);  //! only the block meets here
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < kBins; bin += blockDim.x)
    atomicAdd(&counts[bin], own[bin]);  //! once per block and bin
}

// variant: striped striped-vectors
constexpr unsigned kCopies = 32;  // one for each lane; 32 KB of shared memory in all

__device__ void clear_copies(unsigned* own) {
  for (unsigned i = threadIdx.x; i < kBins * kCopies; i += blockDim.x) own[i] = 0;
  __syncthreads();
}

/// The other warps of the block use the same 32 copies, so the addition is still atomic.
__device__ void count(unsigned* own, int value) {
  const unsigned lane = threadIdx.x % kCopies;
  atomicAdd(&own[value * kCopies + lane], 1U);  //! bank = lane: no two lanes ever meet
}

__device__ void merge_copies(const unsigned* own, unsigned* counts) {
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    unsigned sum = 0;
    for (unsigned k = 0; k < kCopies; ++k)
      sum += own[bin * kCopies + (bin + k) % kCopies];  //! each lane begins in another bank
    if (sum > 0) atomicAdd(&counts[bin], sum);
  }
}

// variant: striped
__global__ void count_striped(const int* values, unsigned* counts, long long n) {
  __shared__ unsigned own[kBins * kCopies];
  clear_copies(own);
  const long long all_threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += all_threads)
    count(own, values[i]);
  merge_copies(own, counts);
}

// variant: striped-vectors
constexpr int kInFlight = 4;  // loads of a thread under way at once

__device__ void count_four(unsigned* own, int4 four) {
  count(own, four.x);
  count(own, four.y);
  count(own, four.z);
  count(own, four.w);
}

__global__ void __launch_bounds__(1024)
    count_striped_vectors(const int* values, unsigned* counts, long long n) {
  __shared__ unsigned own[kBins * kCopies];
  clear_copies(own);
  const auto* fours = reinterpret_cast<const int4*>(values);
  const long long all_threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long me = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  long long i = me;
  for (; i + (kInFlight - 1) * all_threads < n / 4; i += kInFlight * all_threads) {
    int4 four[kInFlight];
#pragma unroll
    for (int k = 0; k < kInFlight; ++k) four[k] = fours[i + k * all_threads];  //! 16 bytes each
#pragma unroll
    for (int k = 0; k < kInFlight; ++k) count_four(own, four[k]);  //! after all loads are under way
  }
  for (; i < n / 4; i += all_threads) count_four(own, fours[i]);
  for (long long last = n - n % 4 + me; last < n; last += all_threads) count(own, values[last]);
  merge_copies(own, counts);
}

// variant: cub
class Cub : public HistogramRun {
 public:
  explicit Cub(const HistogramProblem& problem) : HistogramRun(problem) {
    std::size_t bytes = 0;
    run(nullptr, bytes);
    scratch_ = core::DeviceBuffer<std::byte>(std::max<std::size_t>(bytes, 1));
  }

 protected:
  void launch() override {
    std::size_t bytes = scratch_.size();
    run(scratch_.data(), bytes);
  }

 private:
  /// Without scratch memory it only says how much it needs.
  void run(void* scratch, std::size_t& bytes) {
    HEATWAVE_CUDA_CHECK(cub::DeviceHistogram::HistogramEven(scratch, bytes, values_.data(),  //!
                                                            counts_.data(), kBins + 1, 0, kBins,
                                                            size(), queue()));
  }

  core::DeviceBuffer<std::byte> scratch_;
};
// end

}  // namespace

GpuRuns histogram_on_gpu() {
  return {{"global", makes_run<HistogramProblem, Counting<count_in_global>>()},
          {"shared", makes_run<HistogramProblem, Counting<count_in_shared>>()},
          {"striped", makes_run<HistogramProblem, Counting<count_striped>>()},
          {"striped-vectors", makes_run<HistogramProblem, Counting<count_striped_vectors>>()},
          {"cub", makes_run<HistogramProblem, Cub>()}};
}

}  // namespace heatwave::lab
