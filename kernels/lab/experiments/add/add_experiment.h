// The problem of adding two arrays, and its GPU launchers.
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
  std::int64_t threads = 256;  ///< threads in a block
  std::int64_t blocks = 0;     ///< blocks in the grid; 0: as many as fit on the device
};

Outcome checked_add(const AddProblem& problem, const std::vector<float>& c);

// The GPU side has one launcher for each variant.
struct AddDevice;
using AddLauncher = Launched(const AddProblem& problem, AddDevice& device, Queue queue);
AddLauncher add_each_element;
AddLauncher add_grid_stride;
AddLauncher add_vectors;
std::unique_ptr<Run> gpu_run_of(const AddProblem& problem, AddLauncher* launcher);

}  // namespace heatwave::lab::add_experiment
