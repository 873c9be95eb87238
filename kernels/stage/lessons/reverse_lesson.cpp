// This lesson reverses an array, directly in global memory or through shared memory with ascending
// reads and writes.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::reverse_lesson {
namespace {

constexpr const char* kDirect = R"cuda(
__global__ void reverse(const int* in, int* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  out[n - 1 - i] = in[i];  //! reads ascend, writes descend
}
)cuda";

constexpr const char* kShared = R"cuda(
__global__ void reverse(const int* in, int* out, int n) {
  extern __shared__ int piece[];  // blockDim.x ints: the launch sets the size
  int t = threadIdx.x;
  int from = blockIdx.x * blockDim.x;
  int to = n - blockDim.x - from;
  piece[blockDim.x - 1 - t] = in[from + t];  //! reversed in shared memory
  __syncthreads();
  out[to + t] = piece[t];  //! global reads and writes both ascend
}
)cuda";

constexpr const char* kNoBarrier = R"cuda(
__global__ void reverse(const int* in, int* out, int n) {
  extern __shared__ int piece[];  // blockDim.x ints: the launch sets the size
  int t = threadIdx.x;
  int from = blockIdx.x * blockDim.x;
  int to = n - blockDim.x - from;
  piece[blockDim.x - 1 - t] = in[from + t];
  out[to + t] = piece[t];  //! the thread that writes this may be late
}
)cuda";

constexpr const char* kDirectHost = R"cuda(
cudaError_t host(const int* host_in, int* host_out, int blocks, int threads) {
  const int n = blocks * threads;
  int* in;
  int* out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<blocks, threads>>>(in, out, n);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(out);
  return error;
}
)cuda";

constexpr const char* kSharedHost = R"cuda(
cudaError_t host(const int* host_in, int* host_out, int blocks, int threads) {
  const int n = blocks * threads;
  int* in;
  int* out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
  reverse<<<blocks, threads, threads * sizeof(int)>>>(in, out, n);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(out);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  const int n = settings.whole("blocks") * settings.whole("threads");
  for (int i = 0; i < n; ++i) inputs.lists["host_in"].push_back(10 + i);
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "reverse",
      .title = "Array reverse",
      .shows =
          "Each thread moves one number to the other end. Directly, a warp writes in "
          "descending order; through shared memory, the block reverses its piece first, "
          "and all global accesses ascend. On early GPUs that saved most of the time. "
          "Today only the number of sectors that a warp touches matters, not the order "
          "of its lanes in them, and both versions touch equally many.",
      .question = "Why must the barrier be exactly there?",
      .answer =
          "It is between the writes to shared memory and the reads from it: each thread reads a "
          "number that another thread has written.",
      .lab = "reverse",
      .lecture =
          "Farber's article, 256K ints on the first GPUs: directly 267.52 µs and 62\u00A0464 "
          "incoherent stores, through shared memory 50.46 µs and none.",
      .inputs = {blocks_input(2, 8), threads_input(8, 32, "Numbers that each block reverses.")},
      .versions = {{.id = "direct",
                    .title = "directly",
                    .what = "One load and one store for each thread.",
                    .code = {kDirect, kDirectHost}},
                   {.id = "shared",
                    .title = "through shared memory",
                    .what = "A block reverses its piece in shared memory.",
                    .code = {kShared, kSharedHost}},
                   {.id = "no-barrier",
                    .title = "shared, without its barrier",
                    .what = "Threads read values that others may not have written yet.",
                    .code = {kNoBarrier, kSharedHost}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::reverse_lesson
