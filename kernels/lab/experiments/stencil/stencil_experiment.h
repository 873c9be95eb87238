// The stencil experiment computes heat on a plate step by step: the plate, its cell update and the
// expected plate.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/core/fma.h"
#include "kernels/core/geometry.h"
#include "kernels/core/host_device.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/neighbours.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab::stencil_experiment {

inline constexpr float kAlpha = 0.2F;   ///< steps are stable up to 1/4
inline constexpr float kSource = 1.0F;  ///< value of the rectangle in the middle

/// Returns old + α·(west + east + north + south − 4·old), in the field solvers' order of
/// operations, so that every variant gives equal bits.
HEATWAVE_HOST_DEVICE float heat_step(const field::Neighbours& n) {
  return core::fma(kAlpha, field::laplacian(n), n.centre);
}

struct StencilProblem : Problem {
  core::Extent extent;
  core::Rect source;  ///< held at kSource; the outermost cells are held at zero
  std::int64_t steps = 1;
  std::int64_t threads = 256;      ///< threads in a block
  std::vector<float> start;        ///< values before the first step, row by row
  std::vector<std::uint8_t> held;  ///< 1: the cell is held; 0: it is free
  std::vector<float> expected;     ///< values after the last step
};

/// Returns the initial contents of the second grid: held cells are correct, all others are NaN, so
/// that a cell that no kernel writes is noticed.
std::vector<float> poisoned_plate(const StencilProblem& problem);

/// Checks that all bits are equal.
Outcome checked_stencil(const StencilProblem& problem, const std::vector<float>& plate);

/// Returns the variant that uses the program's own field solver.
std::unique_ptr<Run> stencil_by_solver(const StencilProblem& problem, field::Backend backend,
                                       const Stop& stop);

// The GPU side has one launcher for each variant.
struct StencilDevice;
using StencilLauncher = Launched(const StencilProblem& problem, StencilDevice& device, Queue queue);
StencilLauncher stencil_global;
StencilLauncher stencil_one_launch;
StencilLauncher stencil_shared;
StencilLauncher stencil_texture;
StencilLauncher stencil_cuda_array;
std::unique_ptr<Run> gpu_run_of(const StencilProblem& problem, StencilLauncher* launcher);

}  // namespace heatwave::lab::stencil_experiment
