// This file launches the kernels of the lock experiment, with the copies before and after. Launches
// without a reset continue counting from the last result, which takes equally long; only a single
// launch is checked.
#include <cuda_runtime.h>

#include <vector>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/lock/lock_experiment.h"
#include "kernels/lab/experiments/lock/lock_kernels.cuh"
#include "kernels/lab/experiments/race/race_experiment.h"

namespace heatwave::lab::lock_experiment {

using race_experiment::checked_count;  // the lock protects the counter of the race experiment

// variant: unlocked spin by-value backoff ticket packed atomic warp warp-lockstep warp-safe
struct LockDevice {
  explicit LockDevice(const LockProblem& problem)
      : grid(static_cast<unsigned>(problem.n)), block(static_cast<unsigned>(problem.threads)) {}

  unsigned grid;  //! one block for each increment
  unsigned block;
  core::DeviceBuffer<LockWords> words{1};
  LockWords host_words{};
  std::vector<std::string> ledger;  ///< calls on the mutex of the struct
};

static void reset(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  clear(device.words, queue);  //! cudaMemsetAsync: the mutex is free, the counter 0
  device.ledger.clear();
  // A thread that never finishes leaves this value.
  LockAttempt* attempts = device.words.data()->attempts;
  HEATWAVE_CUDA_CHECK(cudaMemsetAsync(attempts, 0xFF, sizeof(LockWords::attempts), queue));
}
static void copy_out(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  download(&device.host_words, device.words, queue);  //! cudaMemcpyAsync, device to host
}
// end

static Outcome check_counter(const LockProblem& problem, const LockDevice& device) {
  return checked_count(problem.n, device.host_words.counter);
}
static Outcome check_race(const LockProblem& problem, const LockDevice& device) {
  return checked_count(problem.n, device.host_words.counter, true);
}
/// The counter is half of the word that also says whose turn it is.
static Outcome check_packed(const LockProblem& problem, const LockDevice& device) {
  return checked_count(problem.n, static_cast<std::uint32_t>(device.host_words.turn));
}
/// The deadlock is judged by the threads' own reports.
static Outcome check_attempts(const LockProblem& /*problem*/, const LockDevice& device) {
  std::vector<Attempt> attempts;
  for (const LockAttempt& each : device.host_words.attempts)
    attempts.push_back({each.got, each.tries, each.waited});
  return checked_attempts(attempts, device.host_words.counter);
}
static Outcome check_ledger(const LockProblem& problem, const LockDevice& device) {
  Outcome outcome = checked_count(problem.n, device.host_words.counter);
  add_ledger(outcome, device.ledger);
  return outcome;
}

std::unique_ptr<Run> gpu_run_of(const LockProblem& problem, LockLauncher* launcher) {
  auto check = check_counter;
  if (launcher == lock_unlocked) check = check_race;
  if (launcher == lock_packed) check = check_packed;
  if (launcher == lock_warp || launcher == lock_warp_lockstep) check = check_attempts;
  if (launcher == lock_by_value) check = check_ledger;
  return run_with(problem, {.reset = reset, .copy_out = copy_out, .check = check}, launcher);
}

// variant: unlocked spin backoff ticket packed atomic
using LockKernel = void(LockWords* words);

static Launched launch_blocks(LockDevice& device, LockKernel* kernel, Queue queue) {
  kernel<<<device.grid, device.block, 0, queue>>>(device.words.data());
  return launched(kernel, device.grid, device.block);
}

// variant: unlocked
Launched lock_unlocked(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  return launch_blocks(device, count_unlocked, queue);  //!
}

// variant: spin
Launched lock_spin(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  return launch_blocks(device, count_locked, queue);  //!
}

// variant: by-value
/// The struct of the slides: its constructor allocates the mutex, its destructor frees it. To
/// keep the mistake harmless, the memory here belongs to a buffer that stays allocated, and the
/// frees are only recorded.
struct StructLock {
  StructLock(unsigned* memory, std::vector<std::string>& book) : mutex(memory), ledger(&book) {
    ledger->emplace_back("constructor: cudaMalloc, cudaMemset");
  }
  StructLock(const StructLock&) = default;  // copies the pointer, not the mutex
  StructLock& operator=(const StructLock&) = delete;
  ~StructLock() { ledger->emplace_back("destructor: cudaFree"); }  //! so does every copy

  unsigned* mutex;
  std::vector<std::string>* ledger;
};

/// Takes the lock by value, as the host function that nvcc generates for `kernel<<<…>>>(lock, …)`
/// does: the argument is a copy that is destroyed when the call returns. The real destructor would
/// call cudaFree there, which waits for this kernel; a second launch would use freed memory.
static void launch_with(StructLock lock, LockDevice& device, Queue queue) {  //! by value
  count_with_struct<<<device.grid, device.block, 0, queue>>>(lock.mutex,
                                                             &device.words.data()->counter);
  device.ledger.emplace_back("the launch returns without waiting for the kernel");
}

Launched lock_by_value(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  const StructLock lock(&device.words.data()->mutex, device.ledger);
  launch_with(lock, device, queue);  //! the copy's destructor frees the mutex
  return launched(count_with_struct, device.grid, device.block);
}

// variant: backoff
Launched lock_backoff(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  return launch_blocks(device, count_with_pauses, queue);  //!
}

// variant: ticket
Launched lock_ticket(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  return launch_blocks(device, count_by_ticket, queue);  //!
}

// variant: packed
Launched lock_packed(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  return launch_blocks(device, count_packed, queue);  //!
}

// variant: atomic
Launched lock_atomic(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  return launch_blocks(device, count_atomic, queue);  //!
}

// variant: warp warp-lockstep
static Launched launch_warp(LockDevice& device, bool in_lockstep, Queue queue) {
  count_by_warp<<<1, 32, 0, queue>>>(device.words.data(), in_lockstep, kMostTries,  //! limited
                                     kMostWaiting);
  return launched(count_by_warp, 1, 32);
}

// variant: warp
Launched lock_warp(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  return launch_warp(device, false, queue);
}

// variant: warp-lockstep
Launched lock_warp_lockstep(const LockProblem& /*problem*/, LockDevice& device, Queue queue) {
  return launch_warp(device, true, queue);
}

// variant: warp-safe
Launched lock_warp_safe(const LockProblem& problem, LockDevice& device, Queue queue) {
  count_by_warp_safely<<<1, 32, 0, queue>>>(device.words.data(), kMostTries, problem.n);
  return launched(count_by_warp_safely, 1, 32);
}
// end

}  // namespace heatwave::lab::lock_experiment
