// This experiment hides the latency of loads. This file describes its variants and contains those
// that run on the CPU.
#include "kernels/lab/experiments/occupancy/occupancy_experiment.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/core/device.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::occupancy_experiment {
namespace {

using Places = std::vector<std::uint32_t>;

// variant: loop
void follow_one(const OccupancyProblem& problem, Places& ends, std::size_t begin, std::size_t end) {
  for (std::size_t walk = begin; walk < end; ++walk) {
    std::uint32_t at = static_cast<std::uint32_t>(walk % problem.next.size());
    for (std::int64_t step = 0; step < problem.steps; ++step)
      at = problem.next[at];  //! each load waits for the one before
    ends[walk] = at;
  }
}

// variant: eight threads
void follow_eight(const OccupancyProblem& problem, Places& ends, std::size_t begin,
                  std::size_t end) {
  constexpr std::size_t kWalks = 8;
  for (std::size_t walk = begin; walk < end; walk += kWalks) {
    std::array<std::uint32_t, kWalks> at{};
    for (std::size_t i = 0; i < kWalks; ++i)
      at[i] = static_cast<std::uint32_t>((walk + i) % problem.next.size());
    for (std::int64_t step = 0; step < problem.steps; ++step) {
      for (std::uint32_t& each : at) each = problem.next[each];  //! eight loads under way
    }
    std::copy_n(at.begin(), std::min(kWalks, end - walk),
                ends.begin() + static_cast<std::ptrdiff_t>(walk));
  }
}
// end

using Follow = void (*)(const OccupancyProblem&, Places&, std::size_t begin, std::size_t end);

// variant: loop eight threads
/// Returns a variant whose threads share the walks; 0: one thread for each processor.
MakeRun by_threads(int threads, Follow follow) {
  return makes<OccupancyProblem>([threads, follow](const OccupancyProblem& problem,
                                                   const Stop& stop) {
    auto team =
        std::make_shared<core::ThreadTeam>(threads > 0 ? threads : core::cpu_facts().processors);
    return cpu_run(
        [&problem, stop, team, follow,
         ends = Places(problem.expected.size(), ~0U)]() mutable -> const Places* {
          team->run([&](int member) {
            constexpr std::size_t kPiece = 1 << 12;  // walks between two polls of `stop`
            const auto own = static_cast<std::size_t>(member);
            const auto all = static_cast<std::size_t>(team->size());
            const std::size_t end = ends.size() * (own + 1) / all;
            for (std::size_t i = ends.size() * own / all; i < end && !stop.stop_requested();
                 i += kPiece)
              follow(problem, ends, i, std::min(end, i + kPiece));
          });
          return &ends;
        },
        [&problem](const Places* ends) { return checked_walks(problem, *ends); });
  });
}
// end

/// Each place leads to (a · place + c) modulo the size, so that walks jump through the table and
/// the end of a walk can be computed without walking.
std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  constexpr std::uint64_t kFactor = 7'368'787;
  const auto n = static_cast<std::uint64_t>(settings["n"]);
  const std::uint64_t offset = Random(settings.seed).number(0) % n;
  auto problem = std::make_unique<OccupancyProblem>();
  problem->steps = settings["steps"];
  problem->threads = settings["threads"];
  problem->shared_bytes = 1024 * settings["shared"];
  problem->next = filled<std::uint32_t>(stop, n, [=](std::size_t place) {
    return static_cast<std::uint32_t>((place * kFactor + offset) % n);
  });
  std::uint64_t factor = 1 % n;  // the map of as many steps at once
  std::uint64_t sum = 0;
  for (std::int64_t step = 0; step < problem->steps; ++step) {
    factor = factor * kFactor % n;
    sum = (sum * kFactor + offset) % n;
  }
  problem->expected = filled<std::uint32_t>(
      stop, static_cast<std::size_t>(settings["walks"]),
      [=](std::size_t walk) { return static_cast<std::uint32_t>((walk % n * factor + sum) % n); });
  return problem;
}

double loads(const Settings& s) { return static_cast<double>(s["walks"] * s["steps"]); }

/// Each step of a walk loads 4 bytes.
Work work(const Settings& s) {
  return {.bytes = 4.0 * loads(s), .footprint = 4.0 * static_cast<double>(s["n"])};
}

/// The lanes of a warp load from different sectors; a small table stays in the L1 cache.
Traffic scattered(const Settings& s) {
  constexpr std::int64_t kPlacesInL1 = 1 << 14;
  return {.passes = loads(s) / kWarpLanes,
          .l2_bytes = s["n"] <= kPlacesInL1 ? 0.0 : core::kSectorBytes * loads(s)};
}

std::vector<Parameter> parameters() {
  return {
      {.id = "n",
       .title = "places",
       .help = "Length of the table; 4 bytes each. 1 048 576 of them fit into a GPU's L2 cache, "
               "but not into an L1 cache.",
       .maximum = 1 << 28,
       .initial = 1 << 20,
       .sweep = {1 << 10, 1 << 13, 1 << 16, 1 << 20, 1 << 24, 1 << 28}},
      {.id = "walks",
       .title = "walks",
       .help = "Number of walks through the table.",
       .maximum = 1 << 24,
       .initial = 1 << 18,
       .sweep = {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}},
      {.id = "steps",
       .title = "steps",
       .help = "Loads of each walk, each of which needs the one before it.",
       .maximum = 1 << 16,
       .initial = 128},
      threads_parameter(),
      {.id = "shared",
       .title = "shared memory, KB per block",
       .help = "Shared memory that each block takes without using it, so that fewer blocks fit "
               "on a multiprocessor at once.",
       .minimum = 0,
       .maximum = 227,
       .initial = 0,
       .sweep = {0, 27, 36, 56, 112, 200}}};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("loop", "one walk at a time", "Each load waits for the one before it.", work,
             by_threads(1, follow_one)),
      on_cpu("eight", "eight walks at a time",
             "The loads of eight walks do not need each other, so one thread waits for eight at "
             "once.",
             work, by_threads(1, follow_eight)),
      on_cpu("threads", "threads, eight walks each", "All processors share the walks.", work,
             by_threads(0, follow_eight), CpuThreads::all),
      on_gpu("one", "one walk per thread",
             "Each thread has one load under way; the other warps of the multiprocessor fill its "
             "wait.",
             work, launched_by<occupancy_one>()),
      on_gpu("four", "four walks per thread",
             "A quarter of the threads, each with four loads under way: independent instructions "
             "hide latency as warps do.",
             work, launched_by<occupancy_four>()),
      on_gpu("many", "32 walks per thread",
             "Each walk needs a register. With 64 registers for each thread half of the warps fit, "
             "and 262 144 walks are only 32 blocks of 256 threads; choose 32 threads per block.",
             work, launched_by<occupancy_many>()),
      on_gpu("bounded", "32 walks per thread, 32 registers",
             "__launch_bounds__(1024, 2) asks for full occupancy, which leaves 32 registers for "
             "each thread: the compiler spills walks to local memory.",
             work, launched_by<occupancy_bounded>())};
  for (Variant& each : all) {
    if (each.processor == Processor::gpu) each.traffic = scattered;
  }
  return all;
}

}  // namespace

Outcome checked_walks(const OccupancyProblem& problem, const std::vector<std::uint32_t>& ends) {
  return outcome_of_array(ends.data(), problem.expected, problem.stop);
}

Experiment experiment() {
  return {
      .id = "occupancy",
      .title = "Occupancy",
      .shows =
          "Pointer chasing: walks go through a table, and each load tells where the next one goes, "
          "so a thread waits for every load. Sweep over the walks: a few thousand more cost no "
          "time, because the loads of other warps fill the wait, until L2 gives no more sectors. "
          "From there on neither more warps nor more walks in a thread help. Blocks that are too "
          "few leave multiprocessors without work, and a spill adds loads of its own.",
      .parameters = parameters(),
      .quick = {{"walks", 1 << 14}, {"steps", 32}},
      .host_bytes =
          [](const Settings& s) {
            return 4.0 * static_cast<double>(s["n"]) + 8.0 * static_cast<double>(s["walks"]);
          },
      .device_bytes =
          [](const Settings& s) { return 4.0 * static_cast<double>(s["n"] + s["walks"]); },
      .make_problem = make_problem,
      .variants = variants()};
}

}  // namespace heatwave::lab::occupancy_experiment
