// In this exercise a matrix is transposed.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::transpose_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Transpose
// heatwave: task in has 2 rows of 4 columns. Write it into out, which has 4 rows of 2 columns, so that
// heatwave: task rows become columns.
// heatwave: input in float[8] = 1..8; input out float[8]; input w int = 4; input h int = 2
// heatwave: launch 2x1, 2x2; warp 4; expect out[0] = 1 5 2 6 3 7 4 8
// heatwave: hint A row of in has w elements: the element in row y and column x is in[y * w + x].
// heatwave: hint In out that element is in row x and column y.
// heatwave: hint A row of out has h elements.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void transpose(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  /* your code: write one element of out */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("transpose", kHeader, kText, {"out[x * h + y] = in[y * w + x];"});
}

}  // namespace heatwave::stage::transpose_exercise
