// In this exercise padding removes bank conflicts.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::padded_tile_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title No bank conflicts
// heatwave: task The kernel is right, but when it reads a column of the tile all 32 threads want the same
// heatwave: task bank. Declare the tile so that no bank conflicts are left.
// heatwave: input in float[1024] = 0..1023; input out float[1024]
// heatwave: launch 1, 32; conflicts 0
// heatwave: expect out[0] = 0 32 64 96 128 160 192 224 256 288 320 352 384 416 448 480 512 544 576 608 640 672 704 736 768 800 832 864 896 928 960 992
// heatwave: expect out[32] = 1 33 65 97; expect out[1023] = 1023
// heatwave: hint Words whose addresses differ by a multiple of 32 words are in the same bank.
// heatwave: hint The rows of the tile begin 32 words apart. What if they began 33 words apart?
// heatwave: hint Give each row one more column, which stays empty: tile[32][33].
)cuda";

constexpr const char* kText = R"cuda(
__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[32][32];  /* your code: change this line */
  int t = threadIdx.x;
  for (int row = 0; row < 32; ++row) tile[row][t] = in[row * 32 + t];
  __syncthreads();
  for (int row = 0; row < 32; ++row) out[row * 32 + t] = tile[t][row];
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("padded-tile", kHeader, kText, {"__shared__ float tile[32][33];"});
}

}  // namespace heatwave::stage::padded_tile_exercise
