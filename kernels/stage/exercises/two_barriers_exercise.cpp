// In this exercise a loop lacks its two barriers.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::two_barriers_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Two barriers
// heatwave: task Each round replaces every value by the mean of its neighbours. Two barriers are missing:
// heatwave: task put each where it belongs.
// heatwave: input d float[8] = 8 0 16 0 24 0 32 0; launch 1, 8; warp 4
// heatwave: expect d[0] = 5 12 1 20 0 23 4 15
// heatwave: hint Between a write and a read of the same cell by two threads there has to be a barrier.
// heatwave: hint No thread may overwrite s[t] while a neighbour still has to read it.
// heatwave: hint All threads of the block have to reach __syncthreads(), so it must not be inside an if.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void smooth(float* d) {
  __shared__ float s[8];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    float mean = (s[max(t - 1, 0)] + s[min(t + 1, 7)]) / 2;
    /* your code: is a barrier missing here? */
    s[t] = mean;
    /* your code: is a barrier missing here? */
  }
  d[t] = s[t];
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("two-barriers", kHeader, kText, {"__syncthreads();", "__syncthreads();"});
}

}  // namespace heatwave::stage::two_barriers_exercise
