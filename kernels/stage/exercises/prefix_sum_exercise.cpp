// In this exercise a block computes all prefix sums.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::prefix_sum_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Prefix sum
// heatwave: task Compute the inclusive prefix sums by Hillis and Steele: in each round every thread adds
// heatwave: task the cell that lies far to its left, if there is one.
// heatwave: input in int[8] = 3 1 4 1 5 9 2 6; input out int[8]; launch 1, 8; warp 4
// heatwave: expect out[0] = 3 4 8 9 14 23 25 31
// heatwave: hint Thread t reads s[t - far] only if t >= far. Otherwise it adds 0.
// heatwave: hint Read into a variable of the thread first, since s[t] is still needed by another thread.
// heatwave: hint One barrier comes between the reads and the writes, one after the writes.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void scan(const int* in, int* out) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int far = 1; far < 8; far *= 2) {
    /* your code: one round */
  }
  out[t] = s[t];
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("prefix-sum", kHeader, kText, {R"cuda(int left = t >= far ? s[t - far] : 0;
__syncthreads();
s[t] += left;
__syncthreads();)cuda"});
}

}  // namespace heatwave::stage::prefix_sum_exercise
