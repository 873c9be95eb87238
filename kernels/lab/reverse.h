// Array reverse: the array to be reversed, and the check that it was.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab {

struct ReverseProblem : Problem {
  std::vector<std::int32_t> array;
  std::int64_t threads = 256;  ///< per block
};

/// Compares with the array read backwards.
Outcome checked_reverse(const ReverseProblem& problem, const std::vector<std::int32_t>& reversed);

}  // namespace heatwave::lab
