// This file replaces the CUDA solver in a program built without nvcc.
#include "kernels/core/error.h"
#include "kernels/field/cuda/cuda_solver.h"

namespace heatwave::field {

std::unique_ptr<GridSolver> make_cuda_solver(const SolverRequest& /*request*/,
                                             const std::string& /*reason*/) {
  throw core::Error("this program was built without CUDA");
}

}  // namespace heatwave::field
