// The occupancy experiment: a table that is walked through, and where each walk ends.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::occupancy_experiment {

struct OccupancyProblem : Problem {
  std::vector<std::uint32_t> next;      ///< the place after each place
  std::vector<std::uint32_t> expected;  ///< where each walk ends
  std::int64_t steps = 1;               ///< steps of each walk
  std::int64_t threads = 256;           ///< threads in a block
  std::int64_t shared_bytes = 0;        ///< shared memory that each block takes without using it
};

Outcome checked_walks(const OccupancyProblem& problem, const std::vector<std::uint32_t>& ends);

// The GPU side has one launcher for each variant.
struct OccupancyDevice;
using OccupancyLauncher = Launched(const OccupancyProblem& problem, OccupancyDevice& device,
                                   Queue queue);
OccupancyLauncher occupancy_one;
OccupancyLauncher occupancy_four;
OccupancyLauncher occupancy_many;
OccupancyLauncher occupancy_bounded;
std::unique_ptr<Run> gpu_run_of(const OccupancyProblem& problem, OccupancyLauncher* launcher);

}  // namespace heatwave::lab::occupancy_experiment
