// The race experiment: the number of increments, and the check of how many were counted.
#pragma once

#include <cstdint>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::race_experiment {

struct RaceProblem : Problem {
  std::int64_t n = 0;          ///< increments
  std::int64_t threads = 256;  ///< threads in a block
  int workers = 2;             ///< CPU threads
};

/// The result is correct if every increment was counted; the note says how many were lost. For a
/// racing variant it also says if none was lost, which happens if the threads did not run at one
/// moment.
Outcome checked_count(std::int64_t increments, std::int64_t counted, bool racing = false);

// The GPU side has one launcher for each variant.
struct RaceDevice;
using RaceLauncher = Launched(const RaceProblem& problem, RaceDevice& device, Queue queue);
RaceLauncher race_plain;
RaceLauncher race_each;
RaceLauncher race_atomic;
RaceLauncher race_warp;
RaceLauncher race_block;
std::unique_ptr<Run> gpu_run_of(const RaceProblem& problem, RaceLauncher* launcher);

}  // namespace heatwave::lab::race_experiment
