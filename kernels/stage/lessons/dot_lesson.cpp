// This lesson is the dot product of the slides: products in registers, then a tree in shared
// memory.
#include "kernels/core/error.h"
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::dot_lesson {
namespace {

constexpr const char* kRight = R"cuda(
__global__ void dot(const float* a, const float* b, float* c, int n) {
  extern __shared__ float cache[];  // blockDim.x floats: the launch sets the size
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  float temp = 0;
  while (tid < n) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[threadIdx.x] = temp;  //! one sum for each thread
  __syncthreads();  //! all sums are written before any is added
  int i = blockDim.x / 2;
  while (i != 0) {
    if (threadIdx.x < i) {
      cache[threadIdx.x] = cache[threadIdx.x] + cache[threadIdx.x + i];
    }
    __syncthreads();
    i /= 2;
  }
  if (threadIdx.x == 0) {
    c[blockIdx.x] = cache[0];  //! one sum for each block
  }
}
)cuda";

constexpr const char* kWithoutBarriers = R"cuda(
__global__ void dot(const float* a, const float* b, float* c, int n) {
  extern __shared__ float cache[];  // blockDim.x floats: the launch sets the size
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  float temp = 0;
  while (tid < n) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[threadIdx.x] = temp;
  int i = blockDim.x / 2;
  while (i != 0) {
    if (threadIdx.x < i) {
      cache[threadIdx.x] = cache[threadIdx.x] + cache[threadIdx.x + i];  //! the other thread may not have written yet
    }
    i /= 2;
  }
  if (threadIdx.x == 0) {
    c[blockIdx.x] = cache[0];
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(const float* host_a, const float* host_b, float* sums, float* result, int n, int blocks, int threads) {
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, blocks * sizeof(float));
  cudaMemcpy(a, host_a, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b, n * sizeof(float), cudaMemcpyHostToDevice);
  dot<<<blocks, threads, threads * sizeof(float)>>>(a, b, c, n);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(sums, c, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  }
  float sum = 0;
  for (int i = 0; i < blocks; ++i) sum += sums[i];
  *result = sum;  //! the host adds the blocks' sums
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const std::vector<double>& first = settings.list("a");
  const std::vector<double>& second = settings.list("b");
  if (first.size() != second.size()) {
    throw core::Error("a has " + std::to_string(first.size()) + " numbers and b has " +
                      std::to_string(second.size()) + ": both need equally many numbers");
  }
  const int threads = settings.whole("threads");
  if ((threads & (threads - 1)) != 0) {
    throw core::Error("threads must be a power of two: the tree halves it until one is left");
  }
  HostInputs inputs = host_inputs(settings);
  inputs.numbers["n"] = static_cast<double>(first.size());
  inputs.lists["sums"].resize(static_cast<std::size_t>(settings.whole("blocks")));
  inputs.arrays["result"] = [&machine] {
    return machine.unwritten("result", Space::host, Scalar::float32, 1);
  };
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "dot",
      .title = "Dot product",
      .shows =
          "Each thread multiplies and adds in a register, in a grid-stride loop: with 2 "
          "blocks of 4 threads it takes every eighth pair. Then the threads of a block "
          "store their sums in shared memory and add them pairwise, with a barrier after "
          "each round. Watch half of the threads become idle in every round.",
      .question = "What would the result be if one of the barriers were missing?",
      .answer =
          "It would depend on the order of the threads: one may add a value that another has not "
          "written yet. The result may even be 306, and the kernel is still wrong.",
      .lab = "dot",
      .lecture =
          "Landau (2012): block 0 has 47 14 22 40, then 69, 54, then 123; block 1 has 18 32 "
          "59 74, then 77, 106, then 183; the result is 306. One drawing gives each block "
          "contiguous parts of the vectors, a0 to a7 and a8 to a15; the code strides over the grid "
          "instead.",
      .inputs = {{.id = "a",
                  .title = "vector a",
                  .help = "As many numbers as in b.",
                  .initial = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1, 3, 2, 5, 6},
                  .minimum = -1000,
                  .maximum = 1000,
                  .most = 64},
                 {.id = "b",
                  .title = "vector b",
                  .help = "As many numbers as in a.",
                  .initial = {2, 4, 5, 8, 3, 5, 7, 4, 5, 6, 7, 8, 1, 1, 2, 7},
                  .minimum = -1000,
                  .maximum = 1000,
                  .most = 64},
                 blocks_input(2, 4),
                 threads_input(4, 16, "A power of two: the tree halves it until one is left.")},
      .versions =
          {{.id = "right",
            .title = "with its barriers",
            .what = "Write, wait, add, wait, add.",
            .code = {kRight, kHost}},
           {.id = "no-barriers",
            .title = "without barriers",
            .what = "Threads add sums that others may not have written yet. Now choose Lockstep: a "
                    "block is one warp here, all its threads run together, and the result is 306 "
                    "again. The mistake is still there, but hidden.",
            .code = {kWithoutBarriers, kHost},
            .schedule = Schedule{.kind = Schedule::Kind::random, .seed = 7}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::dot_lesson
