// The histogram experiment: the values to count, and the correct counts.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::histogram_experiment {

using HistogramCounts = std::vector<std::uint32_t>;

struct HistogramProblem : Problem {
  std::vector<std::int32_t> values;  ///< each from 0 to the number of bins minus 1
  HistogramCounts expected;          ///< one count for each bin
  std::int64_t threads = 256;        ///< threads in a block
  std::int64_t blocks = 0;           ///< 0: as many as fit
};

/// Checks that every count is exact.
Outcome checked_histogram(const HistogramProblem& problem, const HistogramCounts& counts);

/// Where threads that increment one count contend.
enum class HistogramMeeting : std::uint8_t { nowhere, global, block };
/// Adds how many additions to one count had to run one after the other, in this problem and at
/// worst.
void add_waits(Outcome& outcome, const HistogramProblem& problem, HistogramMeeting meeting,
               std::int64_t blocks, std::int64_t threads);

// The GPU side has one launcher for each variant.
struct HistogramDevice;
using HistogramLauncher = Launched(const HistogramProblem& problem, HistogramDevice& device,
                                   Queue queue);
HistogramLauncher histogram_global;
HistogramLauncher histogram_shared;
HistogramLauncher histogram_striped;
HistogramLauncher histogram_striped_vectors;
HistogramLauncher histogram_cub;
std::unique_ptr<Run> gpu_run_of(const HistogramProblem& problem, HistogramLauncher* launcher);

}  // namespace heatwave::lab::histogram_experiment
