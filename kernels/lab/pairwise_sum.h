// Pairwise sum: the numbers to be added up, and what they add up to.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/lab/experiment.h"
#include "kernels/lab/sums.h"

namespace heatwave::lab {

struct PairwiseSumProblem : Problem {
  std::vector<float> numbers;
  ExactSum exact;
  std::int64_t threads = 256;  ///< per block, whole warps
};

}  // namespace heatwave::lab
