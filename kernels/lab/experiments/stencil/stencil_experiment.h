// Heat on a plate, step by step: the plate, its cell update, the plate that must come out.
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

inline constexpr float kAlpha = 0.2F;   ///< stable up to 1/4
inline constexpr float kSource = 1.0F;  ///< what the rectangle in the middle is held at

/// new = old + α·(west + east + north + south − 4·old), in the field solvers' order of operations,
/// so that every variant gives the same bits.
HEATWAVE_HOST_DEVICE float heat_step(const field::Neighbours& n) {
  return core::fma(kAlpha, field::laplacian(n), n.centre);
}

struct StencilProblem : Problem {
  core::Extent extent;
  core::Rect source;  ///< held at kSource; the outermost cells are held at zero
  std::int64_t steps = 1;
  std::int64_t threads = 256;      ///< per block
  std::vector<float> start;        ///< row by row
  std::vector<std::uint8_t> held;  ///< 1 where a cell is held, else 0
  std::vector<float> expected;     ///< after the steps
};

/// The plate before the first step in the grid that is written first: what is held is right, the
/// rest is not a number, so that a cell that no kernel writes is seen.
std::vector<float> spoiled_plate(const StencilProblem& problem);

/// Compares every bit.
Outcome checked_stencil(const StencilProblem& problem, const std::vector<float>& plate);

/// The program's own solver.
std::unique_ptr<Run> stencil_by_solver(const StencilProblem& problem, field::Backend backend,
                                       const Stop& stop);

// The GPU's memory, and the launchers, one for each variant.
struct StencilDevice;
using StencilLauncher = Launched(const StencilProblem& problem, StencilDevice& device, Queue queue);
StencilLauncher stencil_global;
StencilLauncher stencil_one_launch;
StencilLauncher stencil_shared;
StencilLauncher stencil_texture;
StencilLauncher stencil_cuda_array;
std::unique_ptr<Run> gpu_run_of(const StencilProblem& problem, StencilLauncher* launcher);

}  // namespace heatwave::lab::stencil_experiment
