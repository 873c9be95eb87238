// In this exercise a block shares tiles of the factors.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::matmul_tiles_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Product with tiles
// heatwave: task Tile the product: in each round the block loads one tile of a and one of b into shared
// heatwave: task memory, and every thread multiplies from there.
// heatwave: input a float[16] = 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3
// heatwave: input b float[16] = 2 7 1 8 2 8 1 8 2 8 4 5 9 0 4 5
// heatwave: input c float[16]; input n int = 4; launch 2x2, 2x2; warp 4
// heatwave: expect c[0] = 25 61 24 57 86 123 46 152 98 99 60 129 77 191 64 188
// heatwave: hint Thread (x, y) loads a[row * n + 2 * tile + x], and from b the row 2 * tile + y of its column.
// heatwave: hint No thread may multiply before both tiles are loaded completely.
// heatwave: hint No thread may load the next tiles before all have multiplied: a second barrier ends the round.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float as[2][2];
  __shared__ float bs[2][2];
  int x = threadIdx.x;
  int y = threadIdx.y;
  int column = blockIdx.x * 2 + x;
  int row = blockIdx.y * 2 + y;
  float sum = 0;
  for (int tile = 0; tile < n / 2; ++tile) {
    /* your code: load as[y][x] and bs[y][x], and wait */
    for (int j = 0; j < 2; ++j) sum += as[y][j] * bs[j][x];
    /* your code: what is missing here? */
  }
  c[row * n + column] = sum;
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("matmul-tiles", kHeader, kText,
                     {R"cuda(as[y][x] = a[row * n + 2 * tile + x];
bs[y][x] = b[(2 * tile + y) * n + column];
__syncthreads();)cuda",
                      "__syncthreads();"});
}

}  // namespace heatwave::stage::matmul_tiles_exercise
