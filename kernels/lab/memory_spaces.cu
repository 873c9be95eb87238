// Memory spaces, on the GPU. Every word of the table is read again and again, so nothing much comes
// from memory: what limits is the path from where the table is kept.
#include <cuda_runtime.h>

#include "kernels/core/cuda_texture.h"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/memory_spaces.h"

namespace heatwave::lab {
namespace {

// variant: global shared registers local constant-same constant-different texture
struct Job {
  const unsigned* table;
  cudaTextureObject_t texture;  // the same table
  const unsigned* x;
  unsigned* out;
  long long n;
  int rounds;
};

__device__ long long element() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// variant: global shared constant-different texture
/// Where in the table a thread begins: its own place, side by side with its neighbours'.
__device__ int own_place(int round) { return (round + static_cast<int>(threadIdx.x)) % kTable; }

// variant: local constant-same
/// Where in the table all threads begin: one place for all, moving on from round to round.
__device__ int same_place(int round) { return round % kTable; }

// variant: global shared local constant-same constant-different texture
/// The job on one element; `word(i)` gives the table's word i, and `place` where a round begins.
template <typename Word>
__device__ unsigned worked(unsigned x, int rounds, int (*place)(int), Word word) {
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int begin = place(round);
#pragma unroll
    for (int k = 0; k < kTable; ++k) sum += word(begin + k) ^ (x + static_cast<unsigned>(round));
  }
  return sum;
}

// variant: global
__global__ void from_global(Job job) {
  if (element() >= job.n) return;
  job.out[element()] = worked(job.x[element()], job.rounds, own_place, [&](int i) {
    return job.table[i];  //! off the chip, but soon in the cache
  });
}

// variant: shared
__global__ void from_shared(Job job) {
  __shared__ unsigned table[2 * kTable];  //! one for each block, on the chip
  for (int i = static_cast<int>(threadIdx.x); i < 2 * kTable; i += static_cast<int>(blockDim.x))
    table[i] = job.table[i];
  __syncthreads();
  if (element() >= job.n) return;
  job.out[element()] =
      worked(job.x[element()], job.rounds, own_place, [&](int i) { return table[i]; });  //!
}

// variant: registers
__global__ void from_registers(Job job) {
  if (element() >= job.n) return;
  unsigned mine[kTable];  //! every index below is known to the compiler: 32 registers
#pragma unroll
  for (int k = 0; k < kTable; ++k) mine[k] = job.table[k];
  const unsigned x = job.x[element()];
  unsigned sum = 0;
  for (int round = 0; round < job.rounds; ++round) {
#pragma unroll
    for (int k = 0; k < kTable; ++k) sum += mine[k] ^ (x + static_cast<unsigned>(round));  //!
  }
  job.out[element()] = sum;
}

// variant: local
__global__ void from_local(Job job) {
  if (element() >= job.n) return;
  unsigned mine[2 * kTable];  //! as private as a register, but off the chip:
  for (int i = 0; i < 2 * kTable; ++i) mine[i] = job.table[i];
  job.out[element()] = worked(job.x[element()], job.rounds, same_place, [&](int i) {
    return mine[i];  //! registers have no index that is known only when it runs
  });
}

// variant: constant-same constant-different
__constant__ unsigned constant_table[2 * kTable];  //! of 64 KB in all, with a cache of its own

// variant: constant-same
__global__ void from_constant_same(Job job) {
  if (element() >= job.n) return;
  job.out[element()] = worked(job.x[element()], job.rounds, same_place, [](int i) {
    return constant_table[i];  //! one address for the warp: one read serves all 32
  });
}

// variant: constant-different
__global__ void from_constant_different(Job job) {
  if (element() >= job.n) return;
  job.out[element()] = worked(job.x[element()], job.rounds, own_place, [](int i) {
    return constant_table[i];  //! 32 addresses: one read after the other
  });
}

// variant: texture
__global__ void from_texture(Job job) {
  if (element() >= job.n) return;
  job.out[element()] = worked(job.x[element()], job.rounds, own_place, [&](int i) {
    return tex1Dfetch<unsigned>(job.texture, i);  //! read only, by the texture units
  });
}

// variant: global shared registers local constant-same constant-different texture
class SpaceRun : public GpuRun {
 public:
  SpaceRun(const MemorySpacesProblem& problem, Space space, void (*kernel)(Job))
      : problem_(problem),
        space_(space),
        kernel_(kernel),
        table_(problem.table.size()),
        texture_(table_),
        x_(problem.x.size()),
        out_(problem.x.size()),
        result_(problem.x.size()),
        blocks_(blocks_for(static_cast<std::int64_t>(x_.size()), problem.threads)),
        threads_(static_cast<unsigned>(problem.threads)) {
    note_shape(kernel_, blocks_, threads_);
  }

  Outcome outcome() override { return checked_job(problem_, space_, result_); }

 protected:
  void copy_in() override {
    upload(table_, problem_.table.data(), queue());
    HEATWAVE_CUDA_CHECK(cudaMemcpyToSymbolAsync(constant_table, problem_.table.data(),
                                                sizeof(constant_table), 0, cudaMemcpyHostToDevice,
                                                queue()));
    upload(x_, problem_.x.data(), queue());
    poison(out_, queue());
  }
  void launch() override {
    const Job job{table_.data(),
                  texture_.get(),
                  x_.data(),
                  out_.data(),
                  static_cast<long long>(x_.size()),
                  static_cast<int>(problem_.rounds)};
    kernel_<<<blocks_, threads_, 0, queue()>>>(job);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  void copy_out() override { download(result_.data(), out_, queue()); }

 private:
  const MemorySpacesProblem& problem_;
  Space space_;
  void (*kernel_)(Job);
  core::DeviceBuffer<std::uint32_t> table_;
  core::ArrayTexture texture_;
  core::DeviceBuffer<std::uint32_t> x_;
  core::DeviceBuffer<std::uint32_t> out_;
  std::vector<std::uint32_t> result_;
  unsigned blocks_;
  unsigned threads_;
};

// variant: thought
/// b and c end with their threads and blocks; the two arrays only tell what they were.
__global__ void thought_experiment(int* a, int* what_b_was, int* what_c_was) {
  const int index = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  *a = index;             //! one for all: whoever finishes last wins
  const int b = index;    //! one for each thread: six
  __shared__ int c;       //! one for each block: three
  atomicExch(&c, index);  // as `c = index`, but two threads store, so in one piece
  what_b_was[index] = b;
  __syncthreads();
  if (threadIdx.x == 0) what_c_was[blockIdx.x] = c;
}

class ThoughtRun : public GpuRun {
 public:
  explicit ThoughtRun(const MemorySpacesProblem& /*problem*/)
      : a_(1), b_(thought_.b.size()), c_(thought_.c.size()) {
    note_shape(thought_experiment, kThoughtBlocks, kThoughtThreads);
  }

  Outcome outcome() override { return checked_thought(thought_); }

 protected:
  void copy_in() override {
    poison(a_, queue());
    poison(b_, queue());
    poison(c_, queue());
  }
  void launch() override {
    thought_experiment<<<kThoughtBlocks, kThoughtThreads, 0, queue()>>>(a_.data(), b_.data(),
                                                                        c_.data());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  void copy_out() override {
    download(&thought_.a, a_, queue());
    download(thought_.b.data(), b_, queue());
    download(thought_.c.data(), c_, queue());
  }

 private:
  Thought thought_;
  core::DeviceBuffer<int> a_;
  core::DeviceBuffer<int> b_;
  core::DeviceBuffer<int> c_;
};
// end

MakeRun from(Space space, void (*kernel)(Job)) {
  return makes<MemorySpacesProblem>(
      [space, kernel](const MemorySpacesProblem& problem, const Stop& /*stop*/) {
        return std::make_unique<SpaceRun>(problem, space, kernel);
      });
}

}  // namespace

GpuRuns memory_spaces_on_gpu() {
  return {{"global", from(Space::global, from_global)},
          {"shared", from(Space::shared, from_shared)},
          {"registers", from(Space::registers, from_registers)},
          {"local", from(Space::local, from_local)},
          {"constant-same", from(Space::constant, from_constant_same)},
          {"constant-different", from(Space::constant, from_constant_different)},
          {"texture", from(Space::texture, from_texture)},
          {"thought", makes_run<MemorySpacesProblem, ThoughtRun>()}};
}

}  // namespace heatwave::lab
