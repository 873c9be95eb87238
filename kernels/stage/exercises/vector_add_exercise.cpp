// In this exercise each thread computes its index in the launch.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::vector_add_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Vector add
// heatwave: task Each thread adds one element of a and b. Compute the index of its element: the threads
// heatwave: task of block 1 continue where those of block 0 end.
// heatwave: input a float[8] = 1..8; input b float[8] = 10 20 30 40 50 60 70 80; input c float[8]
// heatwave: launch 2, 4; warp 4; expect c[0] = 11 22 33 44 55 66 77 88
// heatwave: hint threadIdx.x counts the threads of one block only: in both blocks it goes from 0 to 3.
// heatwave: hint Before the threads of block 1 come those of block 0, which are blockDim.x threads.
// heatwave: hint The index is blockIdx.x * blockDim.x + threadIdx.x.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void add(const float* a, const float* b, float* c) {
  int i = 0;  /* your code: the index of this thread in the launch */
  c[i] = a[i] + b[i];
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("vector-add", kHeader, kText,
                     {"int i = blockIdx.x * blockDim.x + threadIdx.x;"});
}

}  // namespace heatwave::stage::vector_add_exercise
