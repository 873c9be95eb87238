// Dot product: the two arrays, and what their product is.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/lab/experiment.h"
#include "kernels/lab/sums.h"

namespace heatwave::lab {

struct DotProblem : Problem {
  std::vector<float> a;
  std::vector<float> b;
  ExactSum exact;
  std::int64_t threads = 256;  ///< per block, whole warps
  std::int64_t blocks = 0;     ///< 0: each rung's own number
};

}  // namespace heatwave::lab
