// This experiment compares locks. This file describes its variants and contains those that run on
// the CPU.
#include "kernels/lab/experiments/lock/lock_experiment.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "kernels/lab/bench/contest.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiments/race/race_experiment.h"

namespace heatwave::lab::lock_experiment {
namespace {

std::string milliseconds(std::int64_t nanoseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f ms", static_cast<double>(nanoseconds) * 1e-6);
  return text;
}

std::string threads(std::int64_t number) {
  return grouped(number) + (number == 1 ? " thread" : " threads");
}

std::string effort_text(std::int64_t all, std::int64_t got, const Attempt& longest) {
  const std::string effort = grouped(longest.tries) + " tries in " + milliseconds(longest.waited);
  if (got == all) {
    return "all " + threads(all) + " of the warp got the lock this time; the longest wait took " +
           effort;
  }
  return threads(got) + " of " + std::to_string(all) + " got the lock; the others gave up, after " +
         "up to " + effort + ": without that limit they might spin forever";
}

}  // namespace

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
      if (turn % 1024 == 0) yield_until_changed(counter, old);
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
    SpinWait spin_wait;
    while (taken_.exchange(true, std::memory_order_acquire)) {  //! already taken: retry
      spin_wait.wait();
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
    SpinWait spin_wait;
    while (serving_.load(std::memory_order_acquire) != mine) spin_wait.wait();  //! only reads
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

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& /*stop*/) {
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
  return settings["n"] > kMost ? "the blocks would occupy the GPU for a second or longer"
                               : std::string();
}
/// Returns why the variant is skipped: with more threads than processors, a ticket's turn comes
/// only when its thread runs again.
std::string waits_for_processors(const Settings& settings) {
  const int workers = workers_of(settings);
  const int processors = core::cpu_facts().processors;
  constexpr std::int64_t kMost = 100'000;
  return workers > processors && settings["n"] > kMost
             ? "each turn would wait until its thread gets a processor, for minutes in total"
             : std::string();
}

std::vector<Variant> cpu_variants() {
  return {on_cpu("loop", "one thread", "One thread counts alone and needs no lock.", work,
                 makes<LockProblem>(loop)),
          {.id = "threads-unlocked",
           .title = "CPU, threads without a lock",
           .what = "All threads load, add and store without coordination and overwrite each "
                   "other's results.",
           .processor = Processor::cpu,
           .cpu_threads = CpuThreads::some,
           .wrong_on_purpose = true,
           .work = work,
           .make = makes<LockProblem>(threads_unlocked)},
          on_cpu("threads-mutex", "std::mutex",
                 "A thread that finds the lock taken sleeps until the system wakes it.", work,
                 makes<LockProblem>(threads_mutex), CpuThreads::some),
          on_cpu("threads-spin", "spin lock",
                 "A thread that finds the lock taken retries at once, and yields its processor "
                 "from time to time.",
                 work, makes<LockProblem>(threads_spin), CpuThreads::some),
          {.id = "threads-ticket",
           .title = "CPU, ticket lock",
           .what = "Threads draw numbers and are served in that order: fair, but slow when the "
                   "next thread is not running.",
           .processor = Processor::cpu,
           .cpu_threads = CpuThreads::some,
           .work = work,
           .left_out = waits_for_processors,
           .make = makes<LockProblem>(threads_ticket)},
          on_cpu("threads-fetch-add", "fetch_add", "The processor's atomic addition needs no lock.",
                 work, makes<LockProblem>(threads_fetch_add), CpuThreads::some)};
}

std::vector<Variant> gpu_variants() {
  return {{.id = "unlocked",
           .title = "no lock",
           .what = "Thread 0 of every block increments the counter, as if it were alone.",
           .processor = Processor::gpu,
           .wrong_on_purpose = true,
           .work = work,
           .lecture = {{"Landau (2012), 512 blocks: the quickest run; 47 to 51 counted",
                        0.052,
                        {{"n", 512}}},
                       {"Landau (2012), 512 blocks: the slowest run", 0.058, {{"n", 512}}}},
           .make = launched_by<lock_unlocked>()},
          {.id = "spin",
           .title = "spin lock",
           .what = "atomicCAS takes the lock, atomicExch releases it, and fences keep the "
                   "counter's reads and writes inside.",
           .processor = Processor::gpu,
           .work = work,
           .lecture = {{"Landau (2012), 512 blocks: 512 counted", 0.64, {{"n", 512}}}},
           .left_out = holds_gpu,
           .make = launched_by<lock_spin>()},
          {.id = "by-value",
           .title = "a struct that owns the mutex, by value",
           .what = "A lesson from the slides: the struct's constructor allocates the mutex "
                   "and its destructor frees it. Passed by value, the launch gets a copy, whose "
                   "destructor calls cudaFree after the launch has returned. On an H100 that "
                   "cudaFree waited for the kernel, so this launch keeps its mutex; the next one "
                   "would use freed memory, and the original frees it again. Pass a pointer, or "
                   "forbid copies. Here the frees are only recorded.",
           .processor = Processor::gpu,
           .wrong_on_purpose = true,
           .work = work,
           .left_out = holds_gpu,
           .make = launched_by<lock_by_value>()},
          {.id = "backoff",
           .title = "spin lock with pauses",
           .what = "A thread that finds the lock taken sleeps, longer each time, and leaves the "
                   "memory to the holder. On an H200 that takes longer than plain spinning: a "
                   "sleeping thread does not notice at once that the lock is free, and a pause of "
                   "t may last up to 2t. Pauses help only if waiting threads would delay other "
                   "work.",
           .processor = Processor::gpu,
           .work = work,
           .left_out = holds_gpu,
           .make = launched_by<lock_backoff>()},
          {.id = "ticket",
           .title = "ticket lock",
           .what = "Blocks draw numbers and only read while they wait, so that their atomics do "
                   "not delay the release.",
           .processor = Processor::gpu,
           .work = work,
           .left_out = holds_gpu,
           .make = launched_by<lock_ticket>()},
          {.id = "packed",
           .title = "ticket and counter in one word",
           .what = "The counter and the ticket share one 8-byte word: one load reads both and one "
                   "store writes both, with no fence in between.",
           .processor = Processor::gpu,
           .work = work,
           .left_out = holds_gpu,
           .make = launched_by<lock_packed>()},
          on_gpu("atomic", "atomicAdd",
                 "A single addition needs no lock: the memory performs it atomically.", work,
                 launched_by<lock_atomic>()),
          {.id = "warp",
           .title = "deadlock: 32 threads of one warp",
           .what = "Every thread of one warp waits for the lock in a loop; the GPU's scheduling "
                   "decides whether the holder can continue, so all threads give up after a while.",
           .processor = Processor::gpu,
           .wrong_on_purpose = true,
           .work = work_of_warp,
           .make = launched_by<lock_warp>()},
          {.id = "warp-lockstep",
           .title = "deadlock, kept in lockstep",
           .what = "__syncwarp() after the loop makes the warp reconverge, as all GPUs before "
                   "Volta did: the holder waits for the threads that wait for it.",
           .processor = Processor::gpu,
           .wrong_on_purpose = true,
           .work = work_of_warp,
           .make = launched_by<lock_warp_lockstep>()},
          {.id = "warp-safe",
           .title = "one warp, unlocking inside the loop",
           .what = "The thread that gets the lock releases it in that iteration of the loop, so "
                   "even in lockstep no thread waits forever.",
           .processor = Processor::gpu,
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
  return {.id = "lock",
          .title = "Lock",
          .shows =
              "One thread of each block increments a counter, and without a lock most increments "
              "are lost. A lock, or mutex, gives mutual exclusion: it admits one block after the "
              "other; handing it on takes about a microsecond each time. Compare pauses, tickets "
              "and a single atomicAdd. If the threads of one warp need one lock, its holder may "
              "never be able to release it: this deadlock is tried here with a limit, and the "
              "outcome is reported.",
          .parameters = {{.id = "n",
                          .title = "increments",
                          .help = "How often the lock is taken; on the GPU, the number of blocks.",
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
          .make_problem = make_problem,
          .variants = variants()};
}

Outcome checked_attempts(const std::vector<Attempt>& attempts, std::int64_t counted) {
  const auto all = static_cast<std::int64_t>(attempts.size());
  const std::int64_t got =
      std::count_if(attempts.begin(), attempts.end(), [](const Attempt& a) { return a.got == 1; });
  const std::int64_t gave_up =
      std::count_if(attempts.begin(), attempts.end(), [](const Attempt& a) { return a.got == 0; });
  Attempt longest;
  for (const Attempt& a : attempts) {
    if (a.waited >= longest.waited) longest = a;
  }
  Outcome outcome{.right = counted == got && got + gave_up == all,
                  .result = grouped(counted) + " counted",
                  .expected = grouped(got) + " counted, one for each thread that got the lock",
                  .error = static_cast<double>(std::abs(counted - got)) /
                           static_cast<double>(std::max<std::int64_t>(1, got)),
                  .facts = {{"threads of the warp", std::to_string(all)},
                            {"got the lock", std::to_string(got)},
                            {"gave up", std::to_string(gave_up)},
                            {"never finished", std::to_string(all - got - gave_up)},
                            {"most tries of one thread", grouped(longest.tries)},
                            {"longest wait", milliseconds(longest.waited)}}};
  outcome.note = got + gave_up == all
                     ? effort_text(all, got, longest)
                     : std::to_string(all - got - gave_up) + " threads did not report at all";
  return outcome;
}

void add_ledger(Outcome& outcome, const std::vector<std::string>& ledger) {
  std::int64_t freed = 0;
  std::int64_t allocated = 0;
  for (const std::string& entry : ledger) {
    freed += entry.starts_with("destructor") ? 1 : 0;
    allocated += entry.starts_with("constructor") ? 1 : 0;
    outcome.facts.emplace_back(std::to_string(outcome.facts.size() + 1), entry);
  }
  outcome.note = "allocated " + grouped(allocated) + " time" + (allocated == 1 ? "" : "s") +
                 ", freed " + grouped(freed) +
                 " times: first by the launch's copy; a second launch would use a freed mutex";
}

}  // namespace heatwave::lab::lock_experiment
