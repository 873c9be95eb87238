// In this exercise the last block has more threads than there are elements.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::guard_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title The guard
// heatwave: task There are 10 elements and 3 blocks of 4 threads. Let the threads without an element do
// heatwave: task nothing.
// heatwave: input a float[10] = 1..10; input b float[10] = 5; input c float[10]; input n int = 10
// heatwave: launch 3, 4; warp 4; expect c[0] = 6 7 8 9 10 11 12 13 14 15
// heatwave: hint 3 blocks of 4 threads are 12 threads. Which values of i are too large?
// heatwave: hint The elements have the indices 0 to n - 1. A thread with i equal to n has none.
// heatwave: hint A thread can end early: if (i >= n) return
)cuda";

constexpr const char* kText = R"cuda(
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  /* your code: threads without an element end here */
  c[i] = a[i] + b[i];
}
)cuda";

}  // namespace

Exercise exercise() { return exercise_of("guard", kHeader, kText, {"if (i >= n) return;"}); }

}  // namespace heatwave::stage::guard_exercise
