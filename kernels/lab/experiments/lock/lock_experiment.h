// The lock experiment: the problem, the counter that the lock protects, and the results of a warp's
// attempts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::lock_experiment {

struct LockProblem : Problem {
  std::int64_t n = 0;           ///< increments under the lock; on the GPU: blocks
  std::int64_t threads = 1024;  ///< threads in a block
  int workers = 2;              ///< CPU threads
};

/// The result of one thread of a warp that waits for a lock, but not forever.
struct Attempt {
  std::int32_t got = -1;  ///< 1: it got the lock; 0: it gave up; other: it never finished
  std::uint32_t tries = 0;
  std::int64_t waited = 0;  ///< nanoseconds
};

/// An attempt ends at the first of these limits: tries, or waiting time in ns.
constexpr std::uint32_t kMostTries = 200'000;
constexpr std::int64_t kMostWaiting = 20'000'000;

/// The result is correct if exactly the threads that got the lock were counted. Not all of them
/// must get it; the outcome reports how many did.
Outcome checked_attempts(const std::vector<Attempt>& attempts, std::int64_t counted);

/// Adds the calls on a mutex as rows of the outcome's table. The note says how often the mutex was
/// freed; the first time is too early.
void add_ledger(Outcome& outcome, const std::vector<std::string>& ledger);

// The GPU side has one launcher for each variant.
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
