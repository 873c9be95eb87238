// What a GPU's own counters count while a variant runs: by CUPTI's range profiler, which is looked
// for when the program runs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

struct HardwareCounts {
  std::vector<double> values;  ///< as many as were asked for; empty where it was refused
  std::string refused;  ///< why, and what would help, as one sentence; empty where it was not
};

/// Launches the run as often as it takes to count these, by the names that Nsight Compute has for
/// them. A run without a GPU is refused.
HardwareCounts count_in_hardware(Run& run, std::span<const char* const> metrics);

}  // namespace heatwave::lab
