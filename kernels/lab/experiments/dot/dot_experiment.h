// The dot product of two arrays: the problem and its GPU launchers.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab::dot_experiment {

struct DotProblem : Problem {
  std::vector<float> a;
  std::vector<float> b;
  ExactSum exact;
  std::int64_t threads = 256;  ///< threads in a block, a multiple of 32
  std::int64_t blocks = 0;     ///< 0: each variant chooses
};

// The GPU side has one launcher for each variant.
struct DotDevice;
using DotLauncher = Launched(const DotProblem& problem, DotDevice& device, Queue queue);
DotLauncher dot_lecture;
DotLauncher dot_more_blocks;
DotLauncher dot_shuffles;
DotLauncher dot_vectors;
DotLauncher dot_last_block;
DotLauncher dot_cublas;
std::unique_ptr<Run> gpu_run_of(const DotProblem& problem, DotLauncher* launcher);

}  // namespace heatwave::lab::dot_experiment
