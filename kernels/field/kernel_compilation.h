// The kernels that the driver compiles before a GPU's first step, where the program has no machine
// code for that GPU.
#pragma once

#include <optional>

#include "kernels/field/field_solver.h"

namespace heatwave::field {

/// Whether the GPU that a field would be computed on needs that: `device`, else the first one.
/// False without a GPU. CUDA_FORCE_PTX_JIT=1 forces it, as it does in the driver.
bool needs_kernel_compilation(std::optional<int> device);

/// Steps a field like this on the GPU in every way that there is, so that the driver has compiled
/// all of its kernels. Takes seconds to a minute; the driver keeps the result for the next start.
/// Throws core::Error when the GPU cannot be used.
void compile_kernels(SolverRequest request);

}  // namespace heatwave::field
