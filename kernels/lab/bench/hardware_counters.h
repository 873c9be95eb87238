// A GPU's own counters are read while a variant runs, by CUPTI's range profiler, which is loaded at
// run time.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

struct HardwareCounts {
  std::vector<double> values;  ///< one value for each metric; empty: refused
  std::string refused;         ///< the reason and a remedy in one sentence; empty: not refused
};

/// Launches the run as often as needed to count these metrics, which have the names that Nsight
/// Compute uses. A CPU run is refused.
HardwareCounts count_in_hardware(Run& run, std::span<const char* const> metrics);

}  // namespace heatwave::lab
