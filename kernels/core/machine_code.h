// These functions tell for which GPUs this program has machine code; for others the driver compiles
// its PTX first.
#pragma once

#include <span>

namespace heatwave::core {

/// Returns whether machine code for one of `built` runs on a GPU of compute capability major.minor:
/// the major numbers must be equal, and the minor number of the code no greater. `built` lists 75
/// for 7.5.
bool has_machine_code(int major, int minor, std::span<const int> built);

/// Returns the compute capabilities that this program was built for, in that form; empty: only PTX,
/// or no CUDA.
std::span<const int> built_machine_code();

}  // namespace heatwave::core
