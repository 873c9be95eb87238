// The driver compiles kernels before a GPU's first step if the program has no machine code for that
// GPU.
#pragma once

#include <optional>

#include "kernels/field/field_solver.h"

namespace heatwave::field {

/// Returns whether the GPU of a field needs that: `device`, or else the first GPU; false: no GPU.
/// CUDA_FORCE_PTX_JIT=1 forces it, as in the driver.
bool needs_kernel_compilation(std::optional<int> device);

/// Steps a field like this one on the GPU by every method, so that the driver has compiled all of
/// its kernels. It takes seconds to a minute; the driver keeps the result for the next start.
/// Throws core::Error when the GPU cannot be used.
void compile_kernels(SolverRequest request);

}  // namespace heatwave::field
