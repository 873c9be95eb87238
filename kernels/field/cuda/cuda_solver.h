// Makes the solver that runs on a CUDA device. Built without nvcc, it only says that it can't.
#pragma once

#include <memory>
#include <string>

#include "kernels/field/field_solver.h"

namespace heatwave::field {

/// Throws core::Error with the reason when there is no device to run on.
std::unique_ptr<FieldSolver> make_cuda_solver(const SolverRequest& request,
                                              const std::string& reason);

}  // namespace heatwave::field
