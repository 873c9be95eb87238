// This function makes the solver that runs on the CPU. Threads share the rows; SIMD runs along each
// row.
#pragma once

#include <memory>
#include <string>

#include "kernels/field/grid_solver.h"

namespace heatwave::field {

/// `reason` says why the CPU was chosen.
std::unique_ptr<GridSolver> make_cpu_solver(const SolverRequest& request,
                                            const std::string& reason);

}  // namespace heatwave::field
