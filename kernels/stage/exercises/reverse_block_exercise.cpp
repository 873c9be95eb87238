// In this exercise threads exchange values through shared memory.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::reverse_block_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Shared reverse
// heatwave: task Reverse the 8 elements of d through the shared array s: fill s, wait for all threads,
// heatwave: task and write d back from s.
// heatwave: input d int[8] = 1..8; launch 1, 8; warp 4
// heatwave: expect d[0] = 8 7 6 5 4 3 2 1
// heatwave: hint Thread t copies d[t] into s[t].
// heatwave: hint Another thread fills the cell that thread t reads next: __syncthreads() waits for it.
// heatwave: hint At the end d[t] becomes s[7 - t].
)cuda";

constexpr const char* kText = R"cuda(
__global__ void reverse(int* d) {
  __shared__ int s[8];
  int t = threadIdx.x;
  /* your code: fill s, wait, write d */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("reverse-block", kHeader, kText, {R"cuda(s[t] = d[t];
__syncthreads();
d[t] = s[7 - t];)cuda"});
}

}  // namespace heatwave::stage::reverse_block_exercise
