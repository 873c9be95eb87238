// This lesson computes prefix sums in two ways: few rounds with much work, or little work in more
// rounds.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::scan_lesson {
namespace {

constexpr const char* kRounds = R"cuda(
__global__ void scan(const int* in, int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int far = 1; far < blockDim.x; far *= 2) {
    __syncthreads();
    int left = t >= far ? s[t - far] : 0;  // the old value
    __syncthreads();  //! all have read before anyone writes
    s[t] += left;
  }
  out[t] = s[t];  // the sum up to and including in[t]
}
)cuda";

constexpr const char* kTree = R"cuda(
__global__ void scan(const int* in, int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  int n = blockDim.x;  // a power of two
  s[t] = in[t];
  for (int far = 1; far < n; far *= 2) {  //! up the tree: sums of 2, 4, 8 … numbers
    __syncthreads();
    int i = (t + 1) * 2 * far - 1;
    if (i < n) s[i] += s[i - far];
  }
  if (t == 0) s[n - 1] = 0;
  for (int far = n / 2; far > 0; far /= 2) {  //! down: each node hands on the sum before it
    __syncthreads();
    int i = (t + 1) * 2 * far - 1;
    if (i < n) {
      int left = s[i - far];
      s[i - far] = s[i];
      s[i] += left;
    }
  }
  __syncthreads();
  out[t] = s[t] + in[t];  // the sum before in[t], and in[t]
}
)cuda";

constexpr const char* kOneBarrier = R"cuda(
__global__ void scan(const int* in, int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int far = 1; far < blockDim.x; far *= 2) {
    __syncthreads();
    if (t >= far) s[t] += s[t - far];  //! another warp may have written s[t - far] already
  }
  out[t] = s[t];
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(const int* host_in, int* host_out, int n) {
  int* in;
  int* out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
  scan<<<1, n, n * sizeof(int)>>>(in, out);
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
  const int n = 1 << settings.whole("rounds");
  HostInputs inputs = host_inputs(settings);
  inputs.numbers["n"] = n;
  for (int i = 0; i < n; ++i) inputs.lists["host_in"].push_back((i * 7 + 3) % 10);
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "scan",
      .title = "Scan",
      .shows =
          "Element i of the result is the sum of all numbers up to i. In rounds, every thread adds "
          "the sum that ends 1, 2, 4 … places before its own: log2(n) rounds, about n log2(n) "
          "additions. The tree goes up and down again: twice as many rounds, about 2n additions, "
          "and most threads rest.",
      .question = "Which of the two adds less, and which of the two has fewer barriers?",
      .answer =
          "The tree adds less: about 2n additions instead of about n log₂ n. The rounds have one "
          "barrier less: two in each of log₂ n rounds, and the tree has one in each of 2 log₂ n "
          "rounds and one at the end.",
      .lab = "",
      .inputs = {{.id = "rounds",
                  .title = "log2 of n",
                  .help = "3: eight numbers, one for each thread.",
                  .initial = {3},
                  .minimum = 1,
                  .maximum = 5}},
      .versions = {{.id = "rounds",
                    .title = "in rounds",
                    .what = "Every thread adds in every round.",
                    .code = {kRounds, kHost}},
                   {.id = "tree",
                    .title = "by a tree",
                    .what = "Fewer threads add in each round, on the way up and down.",
                    .code = {kTree, kHost}},
                   {.id = "one-barrier",
                    .title = "in rounds, with one barrier",
                    .what = "A warp reads what another has already written in this round.",
                    .code = {kOneBarrier, kHost}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::scan_lesson
