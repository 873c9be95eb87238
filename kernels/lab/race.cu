// The race, on the GPU. What moves: one number, to and fro; who may change it when is the limit.
#include <cuda_runtime.h>

#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/race.h"

namespace heatwave::lab {
namespace {

/// The number on the device. Launches without a reset between them go on counting where the last
/// one ended, which takes as long; only a single launch is checked.
class RaceRun : public GpuRun {
 public:
  using Kernel = void (*)(unsigned* a, long long n);

  RaceRun(const RaceProblem& problem, Kernel kernel, bool racing)
      : n_(problem.n),
        racing_(racing),
        kernel_(kernel),
        threads_(static_cast<unsigned>(problem.threads)),
        blocks_(blocks_for(problem.n, problem.threads)) {
    note_shape(kernel_, blocks_, threads_);
  }

  Outcome outcome() override { return checked_count(n_, counted_, racing_); }

 protected:
  void reset() override { clear(a_, queue()); }
  void launch() override {
    kernel_<<<blocks_, threads_, 0, queue()>>>(a_.data(), n_);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  void copy_out() override { download(&counted_, a_, queue()); }

 private:
  std::int64_t n_;
  bool racing_;
  Kernel kernel_;
  unsigned threads_;
  unsigned blocks_;
  core::DeviceBuffer<unsigned> a_{1};
  unsigned counted_ = 0;
};

// variant: plain each atomic warp block
/// The last block may have more threads than there are increments left.
__device__ bool has_increment(long long n) {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x < n;
}

// variant: plain
__global__ void add_plain(unsigned* a, long long n) {
  if (has_increment(n)) *a += 1;  //! load, add, store: thousands of threads do it at once
}

// variant: each
__global__ void add_each(unsigned* a, long long n) {
  // 0 for every n of the lab, but the compiler cannot know it: for all it sees, the addresses
  // differ.
  const auto apart = static_cast<unsigned>(n >> 40);
  if (has_increment(n)) atomicAdd(a + threadIdx.x * apart, 1U);  //! every thread's own atomic
}

// variant: atomic
__global__ void add_atomic(unsigned* a, long long n) {
  if (has_increment(n)) atomicAdd(a, 1U);  //! the compiler lets one lane add for its warp
}

// variant: warp
__global__ void add_by_warp(unsigned* a, long long n) {
  constexpr unsigned kWarp = 32;
  if (!has_increment(n)) return;
  const unsigned here = __activemask();  //! a bit for each lane that came to this line
  const auto first = static_cast<unsigned>(__ffs(static_cast<int>(here))) - 1;
  const auto lanes = static_cast<unsigned>(__popc(here));
  if (threadIdx.x % kWarp == first) atomicAdd(a, lanes);  //! one lane adds for all
}

// variant: block
__global__ void add_by_block(unsigned* a, long long n) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (has_increment(n)) atomicAdd(&count, 1U);  //! in shared memory, on the chip
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(a, count);  //! once for the whole block
}
// end

MakeRun counting(RaceRun::Kernel kernel, bool racing = false) {
  return makes<RaceProblem>([kernel, racing](const RaceProblem& problem, const Stop& /*stop*/) {
    return std::make_unique<RaceRun>(problem, kernel, racing);
  });
}

}  // namespace

GpuRuns race_on_gpu() {
  return {{"plain", counting(add_plain, true)},
          {"each", counting(add_each)},
          {"atomic", counting(add_atomic)},
          {"warp", counting(add_by_warp)},
          {"block", counting(add_by_block)}};
}

}  // namespace heatwave::lab
