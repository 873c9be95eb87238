// In this exercise a warp counts with one vote.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::ballot_count_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Ballot count
// heatwave: task Count the positive values of each warp with __ballot_sync and __popc. One lane of the
// heatwave: task warp writes the count into out, at the number of its warp.
// heatwave: input in int[8] = 4 -2 7 0 -5 3 9 -1; input out int[2]; launch 1, 8; warp 4
// heatwave: expect out[0] = 2 2
// heatwave: hint __ballot_sync(0xffffffff, condition) gives every lane a word with one bit for each lane.
// heatwave: hint __popc counts the bits of a word that are set.
// heatwave: hint Thread t is lane t % warpSize of warp t / warpSize. Lane 0 writes.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void count(const int* in, int* out) {
  int t = threadIdx.x;
  /* your code: vote, and let lane 0 of each warp write the count */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("ballot-count", kHeader, kText,
                     {R"cuda(unsigned votes = __ballot_sync(0xffffffff, in[t] > 0);
if (t % warpSize == 0) out[t / warpSize] = __popc(votes);)cuda"});
}

}  // namespace heatwave::stage::ballot_count_exercise
