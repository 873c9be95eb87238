// For which GPUs this program holds machine code; for others the driver compiles its PTX first.
#pragma once

#include <span>

namespace heatwave::core {

/// Whether machine code for one of `built` runs on a GPU of compute capability major.minor: the
/// same major number and no greater minor one. Each of `built` is written as 75 for 7.5.
bool has_machine_code(int major, int minor, std::span<const int> built);

/// Compute capabilities that this program was built for, as above; empty: only PTX, or no CUDA.
std::span<const int> built_machine_code();

}  // namespace heatwave::core
