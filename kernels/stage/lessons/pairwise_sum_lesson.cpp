// This lesson adds n numbers by halves: in every round half of the threads become idle.
#include <algorithm>

#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::pairwise_sum_lesson {
namespace {

constexpr const char* kHalves = R"cuda(
__global__ void sum(float* a, int n) {
  int t = threadIdx.x;
  int left = n;
  while (left > 1) {
    int half = (left + 1) / 2;
    if (t + half < left) {
      a[t] = a[t] + a[t + half];  //! adds the upper half to the lower half
    }
    __syncthreads();
    left = half;
  }
}
)cuda";

constexpr const char* kNeighbours = R"cuda(
__global__ void sum(float* a, int n) {
  int t = threadIdx.x;
  int step = 1;
  while (step < n) {
    if (2 * t % (2 * step) == 0 && 2 * t + step < n) {  //! the busy threads are spread out
      a[2 * t] = a[2 * t] + a[2 * t + step];
    }
    __syncthreads();
    step *= 2;
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(float* host_a, int n) {
  float* a;
  cudaMalloc(&a, n * sizeof(float));
  cudaMemcpy(a, host_a, n * sizeof(float), cudaMemcpyHostToDevice);
  const int threads = n > 1 ? (n + 1) / 2 : 1;  // each adds two numbers
  sum<<<1, threads>>>(a, n);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel; a[0] is the sum
    error = cudaMemcpy(host_a, a, sizeof(float), cudaMemcpyDeviceToHost);
  }
  cudaFree(a);
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  inputs.numbers["n"] = static_cast<double>(settings.list("a").size());
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "pairwise-sum",
      .title = "Pairwise sum",
      .shows =
          "In each round every busy thread adds one number to another in place, which "
          "leaves half as many numbers. After log₂ n rounds, rounded up, the sum is in "
          "a[0]. Both versions have equally many busy threads in each round. If these "
          "are adjacent, they fill as few warps as possible, and the other warps are "
          "idle; if they are spread out, two busy threads can occupy two warps.",
      .question = "How many rounds does a sum of a million numbers take?",
      .answer = "20, because 2²⁰ is the first power of two that is not below a million.",
      .lab = "pairwise-sum",
      .lecture =
          "Landau (2012): n = 1024, one block of n/2 threads, in place in global memory, "
          "halving each round with a barrier: 518.913, as by the linear sum on the CPU.",
      .inputs = {{.id = "a",
                  .title = "numbers",
                  .help = "The numbers to add; there may be any number of them.",
                  .initial = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3},
                  .minimum = -1000,
                  .maximum = 1000,
                  .whole_numbers = false,
                  .most = 64}},
      .versions = {{.id = "halves",
                    .title = "upper half onto lower",
                    .what = "The busy threads are the first ones: they are adjacent.",
                    .code = {kHalves, kHost}},
                   {.id = "neighbours",
                    .title = "neighbours first",
                    .what =
                        "The busy threads are further apart in every round: each warp has fewer of "
                        "them, and a whole warp becomes idle only late.",
                    .code = {kNeighbours, kHost}}},
      .warp = 4,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::pairwise_sum_lesson
