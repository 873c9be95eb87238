// Histogram: the values to be counted, and how often each is there.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab {

constexpr int kHistogramBins = 256;
using HistogramCounts = std::array<std::uint32_t, kHistogramBins>;

struct HistogramProblem : Problem {
  std::vector<std::int32_t> values;  ///< each from 0 to 255
  HistogramCounts expected{};
  std::int64_t threads = 256;  ///< per block
  std::int64_t blocks = 0;     ///< 0: as many as fit
};

/// Every count must be exact.
Outcome checked_histogram(const HistogramProblem& problem, const HistogramCounts& counts);

}  // namespace heatwave::lab
