// This lesson adds the numbers of a warp by shuffles: registers are exchanged without memory.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::warp_sum_lesson {
namespace {

constexpr const char* kShuffle = R"cuda(
__global__ void sum(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int far = warpSize / 2; far > 0; far /= 2) {
    value += __shfl_down_sync(0xffffffff, value, far);  //! a register of the lane far above
  }
  if (threadIdx.x == 0) out[0] = value;
}
)cuda";

constexpr const char* kButterfly = R"cuda(
__global__ void sum(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int far = warpSize / 2; far > 0; far /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, far);  //! both lanes of a pair add
  }
  if (threadIdx.x == 0) out[0] = value;  // every lane has the sum
}
)cuda";

constexpr const char* kShared = R"cuda(
__global__ void sum(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int far = blockDim.x / 2; far > 0; far /= 2) {
    if (t < far) s[t] += s[t + far];  //! two loads and a store in each round
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(const int* host_in, int* host_out) {
  int* in;
  int* out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host_in, 8 * sizeof(int), cudaMemcpyHostToDevice);
  sum<<<1, 8>>>(in, out);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(out);
  return error;
}
)cuda";

constexpr int kNumbers = 8;

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  return host_play(machine, code, host_inputs(settings));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "warp-sum",
      .title = "Sum by shuffles",
      .shows =
          "One warp adds one number of each lane. A shuffle hands a register to another lane of "
          "the warp: no shared memory, no barrier. After log2 of the warp's size rounds lane 0 has "
          "the sum; with xor every lane has it.",
      .question = "After the first round, which lanes hold numbers that are still needed?",
      .answer =
          "Lanes 0 to 3. Each holds the sum of its own number and that of the lane four places "
          "above it.",
      .lab = "dot",
      .inputs = {{.id = "in",
                  .title = "numbers",
                  .help = "One number for each lane.",
                  .initial = {1, 2, 3, 4, 5, 6, 7, 8},
                  .least = kNumbers,
                  .most = kNumbers}},
      .versions = {{.id = "shuffle",
                    .title = "shuffle down",
                    .what = "Each lane adds the value of a higher lane.",
                    .code = {kShuffle, kHost}},
                   {.id = "butterfly",
                    .title = "shuffle xor",
                    .what = "Pairs of lanes add each other's value: all have the sum.",
                    .code = {kButterfly, kHost}},
                   {.id = "shared",
                    .title = "through shared memory",
                    .what = "The same sum with loads, stores and barriers.",
                    .code = {kShared, kHost}}},
      .warp = 8,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::warp_sum_lesson
