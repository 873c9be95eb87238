// NVIDIA's profiling interfaces: a GPU's own counters, and names in a profiler's time line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

struct HardwareCounts {
  std::vector<double> values;  ///< one value for each metric; empty: refused
  std::string refused;         ///< the reason and a remedy in one sentence; empty: not refused
};

/// Reads a GPU's own counters while a variant runs, by CUPTI's range profiler, which is loaded at
/// run time. Launches the run as often as needed to count these metrics, which have the names that
/// Nsight Compute uses. A CPU run is refused.
HardwareCounts count_in_hardware(Run& run, std::span<const char* const> metrics);

/// Names a part of the program in a profiler's time line (NVTX), for as long as this object lives.
/// It has no effect without CUDA or a profiler. Ranges of one thread must be nested.
class ProfilerRange : core::NonCopyable {
 public:
  explicit ProfilerRange(const std::string& name);
  ~ProfilerRange();
};

}  // namespace heatwave::lab
