// The code of a formula for a CUDA device.
#pragma once

#include <memory>

#include "kernels/core/device.h"
#include "kernels/field/cuda/equation_code.h"
#include "kernels/field/field_solver.h"

namespace heatwave::field {

/// Compiles a formula for single steps; kernels for several steps in a launch are compiled when
/// they are asked for. Throws core::Unavailable when the machine lacks what that takes, and
/// core::Error when the formula has no place in a kernel's arguments.
std::shared_ptr<EquationCode> make_formula_code(const SolverRequest& request,
                                                const core::DeviceFacts& device, int driver);

}  // namespace heatwave::field
