// The experiment on rounding: the numbers to add and their sum in double precision.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab::numerics_experiment {

struct NumericsProblem : Problem {
  std::vector<float> numbers;
  ExactSum exact;
};

// The GPU side has one launcher for each variant.
struct NumericsDevice;
using NumericsLauncher = Launched(const NumericsProblem& problem, NumericsDevice& device,
                                  Queue queue);
NumericsLauncher numerics_atomics;
NumericsLauncher numerics_fixed;
NumericsLauncher numerics_kahan;
NumericsLauncher numerics_double;
NumericsLauncher numerics_bfloat;
std::unique_ptr<Run> gpu_run_of(const NumericsProblem& problem, NumericsLauncher* launcher);

}  // namespace heatwave::lab::numerics_experiment
