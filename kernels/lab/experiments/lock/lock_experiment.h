// The lock: how many take it, what was counted under it, and how the attempts of a warp ended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::lock_experiment {

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

/// Adds what happened to a mutex, call after call, as lines of the outcome's table; the note counts
/// how often it was freed, of which the first came too early.
void add_ledger(Outcome& outcome, const std::vector<std::string>& ledger);

// The GPU's memory, and the launchers, one for each variant.
struct LockDevice;
using LockLauncher = Launched(const LockProblem& problem, LockDevice& device, Queue queue);
LockLauncher lock_unlocked;
LockLauncher lock_spin;
LockLauncher lock_by_value;
LockLauncher lock_backoff;
LockLauncher lock_ticket;
LockLauncher lock_packed;
LockLauncher lock_atomic;
LockLauncher lock_warp;
LockLauncher lock_warp_lockstep;
LockLauncher lock_warp_safe;
std::unique_ptr<Run> gpu_run_of(const LockProblem& problem, LockLauncher* launcher);

}  // namespace heatwave::lab::lock_experiment
