// In this exercise each block counts in shared memory first.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::private_counts_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Block histogram
// heatwave: task Let each block count in its own shared array, where atomics are fast. Then add the
// heatwave: task counts of the block to bins.
// heatwave: input data int[16] = 1 3 0 1 1 2 3 1 0 1 2 1 3 1 1 0; input bins int[4] = 0
// heatwave: launch 2, 8; warp 8; expect bins[0] = 3 8 2 3
// heatwave: hint Threads of one block still contend for the same cell of own: count with atomicAdd(&own[data[i]], 1).
// heatwave: hint Before the counts are added to bins, all threads of the block have to have counted.
// heatwave: hint Four threads add one cell each, again with atomicAdd, since both blocks add to bins.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void histogram(const int* data, int* bins) {
  __shared__ int own[4];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  if (t < 4) own[t] = 0;
  __syncthreads();
  /* your code: count data[i] in own */
  /* your code: wait, then add own to bins */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("private-counts", kHeader, kText,
                     {"atomicAdd(&own[data[i]], 1);", R"cuda(__syncthreads();
if (t < 4) atomicAdd(&bins[t], own[t]);)cuda"});
}

}  // namespace heatwave::stage::private_counts_exercise
