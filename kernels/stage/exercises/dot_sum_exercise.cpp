// In this exercise the threads of a block add their products pairwise.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::dot_sum_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Dot product
// heatwave: task cache holds one product for each thread. Add them pairwise until cache[0] has the sum:
// heatwave: task in each round the first half of the threads adds the second half.
// heatwave: input a float[8] = 1..8; input b float[8] = 2 4 5 8 3 5 7 4; input c float[1]; launch 1, 8; warp 4
// heatwave: expect c[0] = 183
// heatwave: hint The rounds have 4, 2 and 1 active threads: half of blockDim.x, then half of that.
// heatwave: hint In a round the threads with t < half add cache[t + half] to cache[t].
// heatwave: hint After each round all threads wait, also those that did not add: the barrier is after the if.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void dot(const float* a, const float* b, float* c) {
  __shared__ float cache[8];
  int t = threadIdx.x;
  cache[t] = a[t] * b[t];
  __syncthreads();
  /* your code: add pairwise until cache[0] has the sum */
  if (t == 0) c[0] = cache[0];
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("dot-sum", kHeader, kText,
                     {R"cuda(for (int half = blockDim.x / 2; half > 0; half /= 2) {
  if (t < half) cache[t] += cache[t + half];
  __syncthreads();
})cuda"});
}

}  // namespace heatwave::stage::dot_sum_exercise
