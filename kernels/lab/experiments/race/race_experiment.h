// The race: how many increments there are, and how many of them were counted.
#pragma once

#include <cstdint>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::race_experiment {

struct RaceProblem : Problem {
  std::int64_t n = 0;          ///< increments
  std::int64_t threads = 256;  ///< per block
  int workers = 2;             ///< CPU threads
};

/// Right when every increment was counted; the note says how many were lost. Of a race it also says
/// when none was, as happens where the threads did not run at the same moment.
Outcome checked_count(std::int64_t increments, std::int64_t counted, bool racing = false);

// The GPU's memory, and the launchers, one for each variant.
struct RaceDevice;
using RaceLauncher = Launched(const RaceProblem& problem, RaceDevice& device, Queue queue);
RaceLauncher race_plain;
RaceLauncher race_each;
RaceLauncher race_atomic;
RaceLauncher race_warp;
RaceLauncher race_block;
std::unique_ptr<Run> gpu_run_of(const RaceProblem& problem, RaceLauncher* launcher);

}  // namespace heatwave::lab::race_experiment
