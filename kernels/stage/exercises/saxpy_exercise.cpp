// In this exercise each thread updates one element of a vector.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::saxpy_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title SAXPY
// heatwave: task Add a times x to y, element by element. There are 6 elements and 8 threads.
// heatwave: input a float = 2; input x float[6] = 1..6; input y float[6] = 10 20 30 40 50 60; input n int = 6
// heatwave: launch 2, 4; warp 4; expect y[0] = 12 24 36 48 60 72
// heatwave: hint Begin with the index of the thread in the launch.
// heatwave: hint Threads 6 and 7 have no element.
// heatwave: hint The new y[i] is a * x[i] + y[i].
)cuda";

constexpr const char* kText = R"cuda(
__global__ void saxpy(float a, const float* x, float* y, int n) {
  /* your code: index, guard and y = a x + y */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("saxpy", kHeader, kText, {R"cuda(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i < n) y[i] = a * x[i] + y[i];)cuda"});
}

}  // namespace heatwave::stage::saxpy_exercise
