// In this exercise threads count with atomics.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::count_values_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Atomic histogram
// heatwave: task Count how often each value from 0 to 3 occurs in data. Several threads may find the same
// heatwave: task value.
// heatwave: input data int[16] = 1 3 0 1 1 2 3 1 0 1 2 1 3 1 1 0; input bins int[4] = 0
// heatwave: launch 2, 8; warp 8; expect bins[0] = 3 8 2 3
// heatwave: hint bins[v] counts the value v, so thread i adds 1 to bins[data[i]].
// heatwave: hint The ++ of two threads can read the same old value, and one of the two counts is lost.
// heatwave: hint atomicAdd takes the address of the cell and what it adds.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void histogram(const int* data, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  /* your code: count data[i] */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("count-values", kHeader, kText, {"atomicAdd(&bins[data[i]], 1);"});
}

}  // namespace heatwave::stage::count_values_exercise
