// What a warp's access costs: sectors of global memory, ways of a bank conflict in shared memory.
#pragma once

#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage {

/// Of the actions of one step; none when they do not go to memory.
AccessCost access_cost(const std::vector<ArrayInfo>& arrays, const std::vector<Action>& actions);

}  // namespace heatwave::stage
