// The lock: how many take it, what was counted under it, and how the attempts of a warp ended.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab {

struct LockProblem : Problem {
  std::int64_t n = 0;           ///< how often one is added under the lock; on the GPU: blocks
  std::int64_t threads = 1024;  ///< per block
  int workers = 2;              ///< CPU threads
};

/// How one thread of a warp fared that would wait for a lock, but not for ever.
struct Attempt {
  std::int32_t got = -1;  ///< 1: it got the lock; 0: it gave up; anything else: it never came back
  std::uint32_t tries = 0;
  std::int64_t waited = 0;  ///< nanoseconds
};

/// Bounds of an attempt: whichever is reached first.
constexpr std::uint32_t kMostTries = 200'000;
constexpr std::int64_t kMostWaiting = 20'000'000;  // nanoseconds

/// Right when each thread that got the lock was counted, and no other: whether all got it is for
/// the outcome to report, not to demand.
Outcome checked_attempts(const std::vector<Attempt>& attempts, std::int64_t counted);

}  // namespace heatwave::lab
