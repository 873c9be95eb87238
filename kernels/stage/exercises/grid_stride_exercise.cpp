// In this exercise a few threads process many elements.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::grid_stride_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Grid-stride loop
// heatwave: task Multiply all 10 elements of x by factor, with only 4 threads. After its first element a
// heatwave: task thread continues as many elements further as there are threads in the launch.
// heatwave: input x float[10] = 1..10; input factor float = 3; input n int = 10
// heatwave: launch 2, 2; warp 2; expect x[0] = 3 6 9 12 15 18 21 24 27 30
// heatwave: hint Thread 0 takes the elements 0, 4 and 8, thread 1 the elements 1, 5 and 9.
// heatwave: hint The launch has blockDim.x * gridDim.x threads: that is the distance.
// heatwave: hint Write a for loop without a start, with the condition i < n and the step i += blockDim.x * gridDim.x.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void scale(float* x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  /* your code: multiply x[i] and all other elements of this thread */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("grid-stride", kHeader, kText,
                     {"for (; i < n; i += blockDim.x * gridDim.x) x[i] *= factor;"});
}

}  // namespace heatwave::stage::grid_stride_exercise
