// An access of a warp costs sectors of global memory, or passes of shared memory through bank
// conflicts.
#pragma once

#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage {

/// Returns the cost of one step's actions; all zero: they do not access memory.
AccessCost access_cost(const std::vector<ArrayInfo>& arrays, const std::vector<Action>& actions);

}  // namespace heatwave::stage
