// The memory cost of a warp's access: sectors of global memory, and conflicts of shared memory.
#pragma once

#include <span>
#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage {

/// Returns the cost of one step's actions; all zero: they do not access memory.
AccessCost access_cost(const std::vector<ArrayInfo>& arrays, std::span<const Action> actions);

}  // namespace heatwave::stage
