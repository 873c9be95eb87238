// In this exercise a block also loads the cells beside its own.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::stencil_halo_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Stencil with halo
// heatwave: task Each result is the sum of a cell and its two neighbours; outside the array everything is
// heatwave: task 0. The first and the last thread of a block also load the halo, s[0] and s[5].
// heatwave: input in float[8] = 1..8; input out float[8]; input n int = 8
// heatwave: launch 2, 4; warp 4; expect out[0] = 3 6 9 12 15 18 21 15
// heatwave: hint Thread 0 of a block loads in[i - 1] into s[0], the last thread in[i + 1] into s[t + 2].
// heatwave: hint Block 0 has no left neighbour and block 1 no right one: those halo cells become 0.
// heatwave: hint The left cell is i > 0 ? in[i - 1] : 0. The right one needs i + 1 < n.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void sums(const float* in, float* out, int n) {
  __shared__ float s[6];  // four cells, and one beside them at each end
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  s[t + 1] = in[i];
  /* your code: the left halo cell */
  /* your code: the right halo cell */
  __syncthreads();
  out[i] = s[t] + s[t + 1] + s[t + 2];
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("stencil-halo", kHeader, kText,
                     {"if (t == 0) s[0] = i > 0 ? in[i - 1] : 0;",
                      "if (t == blockDim.x - 1) s[t + 2] = i + 1 < n ? in[i + 1] : 0;"});
}

}  // namespace heatwave::stage::stencil_halo_exercise
