// In this exercise each thread computes one element of a product.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::matmul_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Matrix product
// heatwave: task Each thread computes one element of c = a b, for matrices of n rows and n columns.
// heatwave: input a float[16] = 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3
// heatwave: input b float[16] = 2 7 1 8 2 8 1 8 2 8 4 5 9 0 4 5
// heatwave: input c float[16]; input n int = 4; launch 2x2, 2x2; warp 4
// heatwave: expect c[0] = 25 61 24 57 86 123 46 152 98 99 60 129 77 191 64 188
// heatwave: hint The element of c in row r and column k is the sum of the products of row r of a and column k of b.
// heatwave: hint The j-th element of that row is a[row * n + j], the j-th one of that column b[j * n + column].
// heatwave: hint Add up in a variable of the thread, and write c[row * n + column] once, after the loop.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void product(const float* a, const float* b, float* c, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  /* your code: compute and write one element of c */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("matmul", kHeader, kText, {R"cuda(float sum = 0;
for (int j = 0; j < n; ++j) sum += a[row * n + j] * b[j * n + column];
c[row * n + column] = sum;)cuda"});
}

}  // namespace heatwave::stage::matmul_exercise
