// In this exercise threads find a maximum by compare-and-swap.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::cas_maximum_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Maximum by CAS
// heatwave: task Let best hold the largest value in the end. Use only atomicCAS: it stores a value only
// heatwave: task if the cell still holds what you expect, and it returns what the cell held.
// heatwave: input in int[8] = 12 7 31 18 25 4 30 9; input best int[1] = 0; launch 2, 4; warp 4
// heatwave: expect best[0] = 31
// heatwave: hint Remember what you expect: expected = seen. Then call seen = atomicCAS(best, expected, …).
// heatwave: hint Store the larger one of expected and value: max(expected, value).
// heatwave: hint If seen differs from expected, another thread was faster: try again with the new seen.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void maximum(const int* in, int* best) {
  int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  int seen = 0;  // what best holds, as far as this thread knows
  int expected = 0;
  /* your code: try until atomicCAS has stored the larger one */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("cas-maximum", kHeader, kText, {R"cuda(do {
  expected = seen;
  seen = atomicCAS(best, expected, max(expected, value));
} while (seen != expected);)cuda"});
}

}  // namespace heatwave::stage::cas_maximum_exercise
