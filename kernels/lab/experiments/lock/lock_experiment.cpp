// This experiment compares locks. This file describes its variants and contains those that run on
// the CPU.
#include "kernels/lab/experiments/lock/lock_experiment.h"

#include <atomic>
#include <mutex>
#include <thread>

#include "kernels/lab/bench/contest.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/experiments/race/race_experiment.h"

namespace heatwave::lab::lock_experiment {

using race_experiment::checked_count;  // the lock protects the counter of the race experiment
namespace {

std::shared_ptr<core::ThreadTeam> team_of(const LockProblem& problem) {
  return std::make_shared<core::ThreadTeam>(problem.workers);
}

/// Returns a run whose launches count to n; `count()` returns the result.
template <typename Count>
std::unique_ptr<Run> counting(const LockProblem& problem, Count count, bool racing = false) {
  return cpu_run(std::move(count), [n = problem.n, racing](std::uint32_t counted) {
    return checked_count(n, counted, racing);
  });
}

/// Returns a run whose threads increment a plain counter between lock() and unlock() of a Lock.
template <typename Lock>
std::unique_ptr<Run> counting_under(const LockProblem& problem, const Stop& stop) {
  return counting(problem, [&problem, stop, team = team_of(problem)] {
    std::uint32_t counter = 0;
    Lock lock;
    contend(*team, problem.n, stop, [&](std::int64_t, int) {
      lock.lock();
      counter += 1;
      lock.unlock();
    });
    return counter;
  });
}

// variant: loop
std::unique_ptr<Run> loop(const LockProblem& problem, const Stop& stop) {
  return counting(problem, [&problem, stop] {
    std::atomic<std::uint32_t> counter{0};
    take_turns(0, problem.n, stop, [&](std::int64_t) {
      const std::uint32_t old = counter.load(std::memory_order_relaxed);
      counter.store(old + 1, std::memory_order_relaxed);  //! a single thread needs no lock
    });
    return counter.load();
  });
}

// variant: threads-unlocked
std::unique_ptr<Run> threads_unlocked(const LockProblem& problem, const Stop& stop) {
  const auto count = [&problem, stop, team = team_of(problem)] {
    std::atomic<std::uint32_t> counter{0};
    contend(*team, problem.n, stop, [&](std::int64_t turn, int) {
      const std::uint32_t old = counter.load(std::memory_order_relaxed);
      // From time to time another thread gets this processor here, as the system may decide at any
      // moment.
      if (turn % 1024 == 0) std::this_thread::yield();
      counter.store(old + 1, std::memory_order_relaxed);  //! overwrites the others' increments
    });
    return counter.load();
  };
  return counting(problem, count, true);
}

// variant: threads-mutex
std::unique_ptr<Run> threads_mutex(const LockProblem& problem, const Stop& stop) {
  return counting_under<std::mutex>(problem, stop);  //! a thread that finds it locked sleeps
}

// variant: threads-spin
/// One flag in its own cache line, so that only threads that use the lock touch the line.
class alignas(kApart) SpinLock {
 public:
  void lock() {
    Patience patience;
    while (taken_.exchange(true, std::memory_order_acquire)) {  //! already taken: retry
      patience.wait();
    }
  }
  void unlock() {
    taken_.store(false, std::memory_order_release);  //! earlier writes become visible first
  }

 private:
  std::atomic<bool> taken_{false};
};

std::unique_ptr<Run> threads_spin(const LockProblem& problem, const Stop& stop) {
  return counting_under<SpinLock>(problem, stop);
}

// variant: threads-ticket
/// A lock with tickets, as at a counter: each thread draws a number and waits until it is called.
/// Every thread gets its turn.
class TicketLock {
 public:
  void lock() {
    const std::uint32_t mine = next_.fetch_add(1, std::memory_order_relaxed);  //! draw a number
    Patience patience;
    while (serving_.load(std::memory_order_acquire) != mine) patience.wait();  //! only reads
  }
  void unlock() {
    const std::uint32_t mine = serving_.load(std::memory_order_relaxed);
    serving_.store(mine + 1, std::memory_order_release);  //! call the next number
  }

 private:
  alignas(kApart) std::atomic<std::uint32_t> next_{0};
  alignas(kApart) std::atomic<std::uint32_t> serving_{0};
};

std::unique_ptr<Run> threads_ticket(const LockProblem& problem, const Stop& stop) {
  return counting_under<TicketLock>(problem, stop);
}

// variant: threads-fetch-add
std::unique_ptr<Run> threads_fetch_add(const LockProblem& problem, const Stop& stop) {
  return counting(problem, [&problem, stop, team = team_of(problem)] {
    std::atomic<std::uint32_t> counter{0};
    contend(*team, problem.n, stop, [&](std::int64_t, int) {
      counter.fetch_add(1, std::memory_order_relaxed);  //! a single increment needs no lock
    });
    return counter.load();
  });
}
// end

std::unique_ptr<Problem> pose(const Settings& settings, const Stop& /*stop*/) {
  auto problem = std::make_unique<LockProblem>();
  problem->n = settings["n"];
  problem->threads = settings["threads"];
  problem->workers = workers_of(settings);
  return problem;
}

Work work(const Settings& settings) {
  return {.operations = static_cast<double>(settings["n"]), .floats = false};
}
/// There is one warp, whatever n is.
Work work_of_warp(const Settings& /*settings*/) { return {.operations = 32.0, .floats = false}; }

/// Returns why the variant is skipped: a lock is handed on about once per microsecond, and the GPU
/// that drives a screen must not be blocked for long.
std::string holds_gpu(const Settings& settings) {
  constexpr std::int64_t kMost = 250'000;
  return settings["n"] > kMost ? "block after block, it would hold the GPU for a second or longer"
                               : std::string();
}
/// Returns why the variant is skipped: with more threads than processors, a ticket's turn comes
/// only when its thread runs again.
std::string waits_for_processors(const Settings& settings) {
  const int workers = workers_of(settings);
  const int processors = core::cpu_facts().processors;
  constexpr std::int64_t kMost = 100'000;
  return workers > processors && settings["n"] > kMost
             ? "each turn would wait until its thread has a processor, for minutes in all"
             : std::string();
}

std::vector<Variant> cpu_variants() {
  return {{.id = "loop",
           .title = "CPU, one thread",
           .what = "One thread counts alone and needs no lock.",
           .place = Place::cpu,
           .work = work,
           .make = makes<LockProblem>(loop)},
          {.id = "threads-unlocked",
           .title = "CPU, threads without a lock",
           .what = "All threads load, add and store as they like, and overwrite each other.",
           .place = Place::cpu,
           .cpu_threads = CpuThreads::some,
           .wrong_on_purpose = true,
           .work = work,
           .make = makes<LockProblem>(threads_unlocked)},
          {.id = "threads-mutex",
           .title = "CPU, std::mutex",
           .what = "A thread that finds the lock taken sleeps, and the system wakes it again.",
           .place = Place::cpu,
           .cpu_threads = CpuThreads::some,
           .work = work,
           .make = makes<LockProblem>(threads_mutex)},
          {.id = "threads-spin",
           .title = "CPU, spin lock",
           .what = "A thread that finds the lock taken tries again at once, and now and then gives "
                   "its processor away.",
           .place = Place::cpu,
           .cpu_threads = CpuThreads::some,
           .work = work,
           .make = makes<LockProblem>(threads_spin)},
          {.id = "threads-ticket",
           .title = "CPU, ticket lock",
           .what = "Threads draw numbers and are served in their order: fair, but slow when the "
                   "next one is not running.",
           .place = Place::cpu,
           .cpu_threads = CpuThreads::some,
           .work = work,
           .left_out = waits_for_processors,
           .make = makes<LockProblem>(threads_ticket)},
          {.id = "threads-fetch-add",
           .title = "CPU, fetch_add",
           .what = "The processor's own atomic addition does the same with no lock.",
           .place = Place::cpu,
           .cpu_threads = CpuThreads::some,
           .work = work,
           .make = makes<LockProblem>(threads_fetch_add)}};
}

std::vector<Variant> gpu_variants() {
  return {
      {.id = "unlocked",
       .title = "no lock",
       .what = "Thread 0 of every block adds one to the counter, as if it were alone.",
       .place = Place::gpu,
       .wrong_on_purpose = true,
       .work = work,
       .lecture = {{"old hardware, 512 blocks: the quickest run; 47 to 51 counted",
                    0.052,
                    {{"n", 512}}},
                   {"old hardware, 512 blocks: the slowest run", 0.058, {{"n", 512}}}},
       .make = launched_by<lock_unlocked>()},
      {.id = "spin",
       .title = "spin lock",
       .what = "atomicCAS takes the lock, atomicExch gives it back, and fences keep the counter's "
               "reads and writes inside.",
       .place = Place::gpu,
       .work = work,
       .lecture = {{"old hardware, 512 blocks: 512 counted", 0.64, {{"n", 512}}}},
       .left_out = holds_gpu,
       .make = launched_by<lock_spin>()},
      {.id = "by-value",
       .title = "the lecture's struct, passed by value",
       .what =
           "A lesson: the struct's constructor allocates the mutex and its destructor frees it. "
           "Passed by value, the kernel gets a copy, whose destructor frees the mutex as soon as "
           "the launch returns; the original frees it once more. Pass a pointer, or forbid copies. "
           "The frees are written down here, not done.",
       .place = Place::gpu,
       .wrong_on_purpose = true,
       .work = work,
       .left_out = holds_gpu,
       .make = launched_by<lock_by_value>()},
      {.id = "backoff",
       .title = "spin lock with pauses",
       .what =
           "Who finds it taken sleeps a little, longer each time, and leaves the memory to the one "
           "that holds it. On an H200 that takes longer than plain spinning: a sleeper does not "
           "see at once that the lock is free, and a pause of t may last up to 2t. Pauses are for "
           "those who would hold up other work.",
       .place = Place::gpu,
       .work = work,
       .left_out = holds_gpu,
       .make = launched_by<lock_backoff>()},
      {.id = "ticket",
       .title = "ticket lock",
       .what = "Blocks draw numbers and only read while they wait, so that handing on is not held "
               "up by a crowd of atomics.",
       .place = Place::gpu,
       .work = work,
       .left_out = holds_gpu,
       .make = launched_by<lock_ticket>()},
      {.id = "packed",
       .title = "ticket and counter in one word",
       .what = "The counter travels with the turn in one 8-byte word: one load brings both and one "
               "store hands both on, with no fence between.",
       .place = Place::gpu,
       .work = work,
       .left_out = holds_gpu,
       .make = launched_by<lock_packed>()},
      {.id = "atomic",
       .title = "atomicAdd",
       .what = "For one addition no lock is needed: the memory does it by itself.",
       .place = Place::gpu,
       .work = work,
       .make = launched_by<lock_atomic>()},
      {.id = "warp",
       .title = "the catch-22: 32 threads of one warp",
       .what = "Every thread of one warp waits for the lock in a loop; whether the one that holds "
               "it gets on depends on the GPU, so all give up after a while.",
       .place = Place::gpu,
       .wrong_on_purpose = true,
       .work = work_of_warp,
       .make = launched_by<lock_warp>()},
      {.id = "warp-lockstep",
       .title = "the catch-22, kept in lockstep",
       .what =
           "__syncwarp() after the loop makes the warp go on together, as all GPUs before Volta "
           "did: the holder waits for those that wait for it.",
       .place = Place::gpu,
       .wrong_on_purpose = true,
       .work = work_of_warp,
       .make = launched_by<lock_warp_lockstep>()},
      {.id = "warp-safe",
       .title = "one warp, unlocking inside the loop",
       .what = "Who gets the lock also gives it back before the loop's next turn, so that even in "
               "lockstep nobody waits in vain.",
       .place = Place::gpu,
       .work = work,
       .left_out = holds_gpu,
       .make = launched_by<lock_warp_safe>()}};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = cpu_variants();
  for (Variant& each : gpu_variants()) all.push_back(std::move(each));
  return all;
}

}  // namespace

Experiment experiment() {
  return {
      .id = "lock",
      .title = "Lock",
      .shows =
          "Blocks count themselves: one thread of each adds one, and without a lock most of the "
          "additions are lost. A lock lets one in after the other, and its time is that of handing "
          "it on, about a microsecond for each; compare what pauses, tickets and a single "
          "atomicAdd make of it. When the threads of one warp want the same lock, the one that has "
          "it may never get to give it back: that catch-22 is tried here with a limit, and what "
          "happened is reported.",
      .parameters = {{.id = "n",
                      .title = "increments",
                      .help = "How often the lock is taken: on the GPU, the number of blocks.",
                      .maximum = 1 << 20,
                      .initial = 512,
                      .sweep = {32, 128, 512, 2048, 8192, 32768}},
                     threads_parameter(
                         {.help = "Threads of each block; only the first takes the lock.",
                          .initial = 1024}),
                     workers_parameter()},
      .quick = {{"n", 16'384}},
      .host_bytes = [](const Settings&) { return 1e6; },
      .device_bytes = [](const Settings&) { return 1e4; },
      .pose = pose,
      .variants = variants()};
}

}  // namespace heatwave::lab::lock_experiment
