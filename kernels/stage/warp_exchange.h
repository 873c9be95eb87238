// Shuffles and votes: the lanes of a warp exchange values.
#pragma once

#include <vector>

#include "kernels/stage/kernel_thread.h"

namespace heatwave::stage {

/// A lane that takes part in a shuffle or vote.
struct LaneValue {
  int lane = 0;
  const Request* request = nullptr;
};

/// Returns what each lane gets from a shuffle, or else from a vote.
std::vector<cuda_text::Word> exchanged(const std::vector<LaneValue>& lanes);

}  // namespace heatwave::stage
