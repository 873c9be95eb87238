// In this exercise a warp keeps some values and closes the gaps.
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::compaction_exercise {
namespace {

constexpr const char* kHeader = R"cuda(
// heatwave: title Stream compaction
// heatwave: task Copy the positive values of in to the beginning of out, in their order and without gaps.
// heatwave: task Each lane finds its place from the votes of the lanes before it.
// heatwave: input in int[8] = 4 -2 7 0 -5 3 9 -1; input out int[8] = 0; launch 1, 8; warp 8
// heatwave: expect out[0] = 4 7 3 9 0 0 0 0
// heatwave: hint The place of a value is the number of positive values in the lanes before it.
// heatwave: hint (1u << t) - 1 has a bit for each lane before lane t.
// heatwave: hint The place is __popc(votes & ((1u << t) - 1)). Only lanes with a positive value write.
)cuda";

constexpr const char* kText = R"cuda(
__global__ void compact(const int* in, int* out) {
  int t = threadIdx.x;
  unsigned votes = __ballot_sync(0xffffffff, in[t] > 0);
  /* your code: write in[t] to its place, if it is positive */
}
)cuda";

}  // namespace

Exercise exercise() {
  return exercise_of("compaction", kHeader, kText,
                     {"if (in[t] > 0) out[__popc(votes & ((1u << t) - 1))] = in[t];"});
}

}  // namespace heatwave::stage::compaction_exercise
