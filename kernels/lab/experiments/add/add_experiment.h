// Two arrays added: the problem, and its launchers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::add_experiment {

struct AddProblem : Problem {
  std::vector<float> a;
  std::vector<float> b;
  std::vector<float> expected;
  std::int64_t threads = 256;  ///< per block
  std::int64_t blocks = 0;     ///< of the grid; 0: as many as fit
};

Outcome checked_add(const AddProblem& problem, const std::vector<float>& c);

// The GPU's memory, and the launchers, one for each variant.
struct AddDevice;
using AddLauncher = Launched(const AddProblem& problem, AddDevice& device, Queue queue);
AddLauncher add_each_element;
AddLauncher add_grid_stride;
AddLauncher add_vectors;
std::unique_ptr<Run> gpu_run_of(const AddProblem& problem, AddLauncher* launcher);

}  // namespace heatwave::lab::add_experiment
