// In this exercise the lanes of a warp add without shared memory.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::shuffle_sum_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Shuffle reduction
// heatwave: task Add the values of all 8 lanes of a warp with __shfl_down_sync. Lane 0 has the sum at the
// heatwave: task end.
// heatwave: input in int[8] = 3 1 4 1 5 9 2 6; input out int[1]; launch 1, 8; warp 8
// heatwave: expect out[0] = 31
// heatwave: hint __shfl_down_sync(mask, value, far) returns the value of the lane that is far lanes higher.
// heatwave: hint All lanes take part, so the mask is 0xffffffff and the call is not inside an if.
// heatwave: hint Each lane adds what it gets: value += __shfl_down_sync(0xffffffff, value, far)
)cuda";

constexpr const char* kText = R"cuda(
__global__ void sum(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int far = warpSize / 2; far > 0; far /= 2) {
    /* your code: add the value of the lane that is far lanes higher */
  }
  if (threadIdx.x == 0) out[0] = value;
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("shuffle-sum", kHeader, kText,
                     {"value += __shfl_down_sync(0xffffffff, value, far);"});
}

}  // namespace heatwave::stage::shuffle_sum_exercise
