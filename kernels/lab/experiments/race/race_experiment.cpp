// This experiment shows a data race. This file describes its variants and contains those that run
// on the CPU, whose threads increment one number.
#include "kernels/lab/experiments/race/race_experiment.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "kernels/lab/bench/contest.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"

namespace heatwave::lab::race_experiment {
namespace {

using Counter = std::atomic<std::uint32_t>;

std::shared_ptr<core::ThreadTeam> team_of(const RaceProblem& problem) {
  return std::make_shared<core::ThreadTeam>(problem.workers);
}

/// Returns a run whose launches count to n; `count()` returns the result.
template <typename Count>
std::unique_ptr<Run> counting(const RaceProblem& problem, Count count, bool racing = false) {
  return cpu_run(std::move(count), [n = problem.n, racing](std::uint32_t counted) {
    return checked_count(n, counted, racing);
  });
}

// variant: loop neighbours per-thread
/// Does `a += 1` as a processor does: a load, an addition and a store. The load and the store are
/// atomic, but another thread may interleave between them.
void add_one(Counter& a) {
  const std::uint32_t old = a.load(std::memory_order_relaxed);
  a.store(old + 1, std::memory_order_relaxed);
}

// variant: loop
std::unique_ptr<Run> loop(const RaceProblem& problem, const Stop& stop) {
  return counting(problem, [&problem, stop] {
    Counter a{0};
    take_turns(0, problem.n, stop, [&](std::int64_t) { add_one(a); });  //! one thread
    return a.load();
  });
}

// variant: racing
/// Does `a += 1` as a processor does: a load, an addition and a store. The load and the store are
/// atomic, so that C++ allows the race. Threads on other processors may interleave at any moment,
/// and threads on this processor whenever the system schedules them. That is rare, so every 1024th
/// time this thread lets the others run: then every run shows the race.
void add_one_racing(Counter& a, std::int64_t turn) {
  const std::uint32_t old = a.load(std::memory_order_relaxed);
  if (turn % 1024 == 0) yield_until_changed(a, old);  //! the others go on adding …
  a.store(old + 1, std::memory_order_relaxed);        //! … and this overwrites their increments
}

std::unique_ptr<Run> racing(const RaceProblem& problem, const Stop& stop) {
  const auto count = [&problem, stop, team = team_of(problem)] {
    Counter a{0};
    contend(*team, problem.n, stop,
            [&](std::int64_t turn, int) { add_one_racing(a, turn); });  //! all threads at once
    return a.load();
  };
  return counting(problem, count, true);
}

// variant: mutex
std::unique_ptr<Run> with_mutex(const RaceProblem& problem, const Stop& stop) {
  return counting(problem, [&problem, stop, team = team_of(problem)] {
    std::uint32_t a = 0;  // a plain number: the mutex separates the threads
    std::mutex mutex;
    contend(*team, problem.n, stop, [&](std::int64_t, int) {
      const std::lock_guard<std::mutex> held(mutex);  //! one thread at a time
      a += 1;
    });
    return a;
  });
}

// variant: fetch-add
std::unique_ptr<Run> fetch_add(const RaceProblem& problem, const Stop& stop) {
  return counting(problem, [&problem, stop, team = team_of(problem)] {
    Counter a{0};
    contend(*team, problem.n, stop, [&](std::int64_t, int) {
      a.fetch_add(1, std::memory_order_relaxed);  //! load, add and store as one operation
    });
    return a.load();
  });
}

// variant: neighbours per-thread
/// Counts with a separate counter for each thread, and adds them at the end.
template <typename OwnCounter>
std::uint32_t counted_separately(core::ThreadTeam& team, std::int64_t n, const Stop& stop) {
  std::vector<OwnCounter> own(static_cast<std::size_t>(team.size()));
  contend(team, n, stop, [&](std::int64_t, int member) {
    add_one(own[static_cast<std::size_t>(member)].count);  //! only this thread writes here
  });
  std::uint32_t sum = 0;
  for (const OwnCounter& each : own) sum += each.count.load();
  return sum;
}

// variant: neighbours
struct AdjacentCounter {
  Counter count{0};  //! 16 share a cache line, which moves at every store
};

std::unique_ptr<Run> neighbours(const RaceProblem& problem, const Stop& stop) {
  return counting(problem, [&problem, stop, team = team_of(problem)] {
    return counted_separately<AdjacentCounter>(*team, problem.n, stop);
  });
}

// variant: per-thread
struct alignas(kApart) PaddedCounter {
  Counter count{0};  //! its cache line stays with one processor
};

std::unique_ptr<Run> per_thread(const RaceProblem& problem, const Stop& stop) {
  return counting(problem, [&problem, stop, team = team_of(problem)] {
    return counted_separately<PaddedCounter>(*team, problem.n, stop);
  });
}
// end

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& /*stop*/) {
  auto problem = std::make_unique<RaceProblem>();
  problem->n = settings["n"];
  problem->threads = settings["threads"];
  problem->workers = workers_of(settings);
  return problem;
}

/// The number stays in a cache; only the count of additions matters.
Work work(const Settings& settings) {
  return {.operations = static_cast<double>(settings["n"]), .floats = false};
}

/// Returns why the variant is skipped: under contention an increment takes some 50 to 100 ns, so
/// more than this many take minutes.
std::string too_many(const Settings& settings) {
  constexpr std::int64_t kMost = 100'000'000;
  return settings["n"] > kMost ? "this many accesses to one cache line would take minutes"
                               : std::string();
}

std::vector<Variant> variants() {
  return {on_cpu("loop", "one thread",
                 "One thread loads, adds and stores: no other thread interleaves, so nothing is "
                 "lost.",
                 work, makes<RaceProblem>(loop)),
          {.id = "racing",
           .title = "CPU, threads that race",
           .what = "All threads load, add and store one number, some of them with a pause in "
                   "between, and overwrite each other's additions.",
           .processor = Processor::cpu,
           .cpu_threads = CpuThreads::some,
           .wrong_on_purpose = true,
           .work = work,
           .left_out = too_many,
           .make = makes<RaceProblem>(racing)},
          {.id = "mutex",
           .title = "CPU, a mutex",
           .what = "The thread that holds the mutex adds and the others wait: correct, but most "
                   "of the time is waiting.",
           .processor = Processor::cpu,
           .cpu_threads = CpuThreads::some,
           .work = work,
           .left_out = too_many,
           .make = makes<RaceProblem>(with_mutex)},
          {.id = "fetch-add",
           .title = "CPU, fetch_add",
           .what = "One instruction loads, adds and stores; the number's cache line still moves "
                   "from core to core.",
           .processor = Processor::cpu,
           .cpu_threads = CpuThreads::some,
           .work = work,
           .left_out = too_many,
           .make = makes<RaceProblem>(fetch_add)},
          {.id = "neighbours",
           .title = "CPU, adjacent counts",
           .what = "Each thread has its own count, but the counts share a cache line, so the "
                   "cores still contend for it.",
           .processor = Processor::cpu,
           .cpu_threads = CpuThreads::some,
           .work = work,
           .left_out = too_many,
           .make = makes<RaceProblem>(neighbours)},
          on_cpu("per-thread", "separate counts",
                 "Each thread counts in its own cache line, and the counts are added at the "
                 "end: nothing is shared until then.",
                 work, makes<RaceProblem>(per_thread), CpuThreads::some),
          {.id = "plain",
           .title = "*a += 1",
           .what = "Every thread loads, adds and stores: a race condition, in which the result "
                   "depends on the order. On Landau's slides (2012) 92 of a million "
                   "increments were left.",
           .processor = Processor::gpu,
           .wrong_on_purpose = true,
           .work = work,
           .make = launched_by<race_plain>()},
          on_gpu("each", "atomicAdd by every thread",
                 "The memory performs the additions, one for every thread, one after the other, "
                 "so every increment counts.",
                 work, launched_by<race_each>()),
          on_gpu("atomic", "atomicAdd",
                 "The line of the slides. Its PTX has one atom for each thread; ptxas, "
                 "which makes the machine code, sees that all lanes of a warp add to one "
                 "address, and lets one of them add for all.",
                 work, launched_by<race_atomic>()),
          on_gpu("warp", "one atomicAdd per warp",
                 "Warp aggregation by hand: count the lanes that execute the line together, and "
                 "let the first of them add their number.",
                 work, launched_by<race_warp>()),
          on_gpu("block", "one atomicAdd per block",
                 "A block counts in its shared memory and adds to global memory once.", work,
                 launched_by<race_block>())};
}

}  // namespace

Outcome checked_count(std::int64_t increments, std::int64_t counted, bool racing) {
  const std::int64_t lost = increments - counted;
  Outcome outcome{.right = lost == 0,
                  .result = grouped(counted),
                  .expected = grouped(increments),
                  .error = static_cast<double>(std::abs(lost)) / static_cast<double>(increments)};
  if (lost > 0) {
    outcome.note = grouped(lost) + " of " + grouped(increments) + " increments were lost";
  } else if (racing) {
    outcome.note = "no increment was lost this time, but nothing prevents it";
  }
  return outcome;
}

Experiment experiment() {
  return {.id = "race",
          .title = "Race",
          .shows =
              "Many threads increment one number. An increment is a load, an addition and a "
              "store, and a thread that loads before another has stored overwrites the "
              "other's increment: see how few increments are left, and that the number "
              "differs from run to run. An atomic addition is indivisible, and aggregating "
              "first, by warp, block or thread, makes it fast again.",
          .parameters = {{.id = "n",
                          .title = "increments",
                          .help = "Number of increments; on the GPU each has its own thread.",
                          .maximum = std::int64_t{1} << 30,
                          .initial = 1'000'000,
                          .sweep = {1'000, 10'000, 100'000, 1'000'000, 10'000'000}},
                         threads_parameter(
                             {.help = "Threads of each block of the kernels; the slides have 1000.",
                              .initial = 1000,
                              .sweep = {32, 64, 128, 256, 512, 1000, 1024}}),
                         workers_parameter()},
          .quick = {{"n", 100'000}},
          .host_bytes = [](const Settings&) { return 1e6; },
          .device_bytes = [](const Settings&) { return 1e3; },
          .make_problem = make_problem,
          .variants = variants()};
}

}  // namespace heatwave::lab::race_experiment
