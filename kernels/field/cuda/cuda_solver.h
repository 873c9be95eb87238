// This function makes the solver that runs on a CUDA device. In a build without nvcc it always
// throws.
#pragma once

#include <memory>
#include <string>

#include "kernels/field/grid_solver.h"

namespace heatwave::field {

/// Throws core::Error with the reason when there is no usable device.
std::unique_ptr<GridSolver> make_cuda_solver(const SolverRequest& request,
                                             const std::string& reason);

}  // namespace heatwave::field
