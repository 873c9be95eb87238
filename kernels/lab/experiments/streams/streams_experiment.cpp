// This experiment takes many short steps. This file describes its variants and contains those that
// run on the CPU.
#include "kernels/lab/experiments/streams/streams_experiment.h"

#include <cstddef>

#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"

namespace heatwave::lab::streams_experiment {
namespace {

using Numbers = std::vector<std::uint32_t>;

// variant: loop threads
[[gnu::always_inline]] inline void step_numbers(std::uint32_t* x, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) x[i] = x[i] * 1664525U + 1013904223U;  //! one step
}

/// Returns a variant whose threads share the chains, each whole; 0: one thread for each processor.
MakeRun by_threads(int threads) {
  return makes<StreamsProblem>([threads](const StreamsProblem& problem, const Stop& stop) {
    auto team =
        std::make_shared<core::ThreadTeam>(threads > 0 ? threads : core::cpu_facts().processors);
    return cpu_run(
        [&problem, stop, team, numbers = Numbers()]() mutable -> const Numbers* {
          numbers = problem.start;
          team->share_pieces(static_cast<int>(problem.chains), [&](int chain, int) {
            for (std::int64_t step = 0; step < problem.steps && !stop.stop_requested(); ++step)
              core::kAtBestLevel<step_numbers>(numbers.data() + chain * problem.n,
                                               problem.n);  //! the next step of this chain
          });
          return &numbers;
        },
        [&problem](const Numbers* numbers) { return checked_chains(problem, *numbers); });
  });
}
// end

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<StreamsProblem>();
  problem->n = settings["n"];
  problem->chains = settings["chains"];
  problem->steps = settings["steps"];
  problem->threads = settings["threads"];
  const auto all = static_cast<std::size_t>(problem->n * problem->chains);
  const auto number = [random = Random(settings.seed)](std::size_t i) {
    return static_cast<std::uint32_t>(random.number(i));
  };
  problem->start = filled<std::uint32_t>(stop, all, number);
  std::uint32_t factor = 1;  // the map of all steps at once
  std::uint32_t sum = 0;
  for (std::int64_t step = 0; step < problem->steps; ++step) {
    factor = factor * 1664525U;
    sum = sum * 1664525U + 1013904223U;
  }
  problem->expected =
      filled<std::uint32_t>(stop, all, [=](std::size_t i) { return number(i) * factor + sum; });
  return problem;
}

double numbers(const Settings& s) { return static_cast<double>(s["n"] * s["chains"]); }

/// Each step reads and writes each number.
Work of_each_step(const Settings& s) {
  return {.bytes = 8.0 * numbers(s) * static_cast<double>(s["steps"]),
          .footprint = 4.0 * numbers(s)};
}
/// The numbers stay in registers from the first step to the last.
Work of_one_pass(const Settings& s) { return {.bytes = 8.0 * numbers(s)}; }

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "numbers in a chain",
           .help = "Length of each chain; the smaller it is, the more the launches cost.",
           .maximum = 1 << 24,
           .initial = 1 << 14,
           .sweep = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22}},
          {.id = "chains",
           .title = "chains",
           .help = "Chains that do not need each other: each can have its own stream.",
           .maximum = 64,
           .initial = 8,
           .sweep = {1, 2, 4, 8, 16, 32}},
          {.id = "steps",
           .title = "steps",
           .help = "Steps of each chain; each needs the one before it.",
           .maximum = 10'000,
           .initial = 100},
          threads_parameter()};
}

std::vector<Variant> variants() {
  return {
      on_cpu("loop", "one thread", "One thread takes all steps of one chain after the other.",
             of_each_step, by_threads(1)),
      on_cpu("threads", "threads", "All processors share the chains.", of_each_step, by_threads(0),
             CpuThreads::all),
      on_gpu("waiting", "the host waits for every step",
             "After each launch the host synchronises: the GPU is idle from the end of a step "
             "until the next launch arrives.",
             of_each_step, launched_by<streams_waiting>()),
      on_gpu("one-stream", "one stream",
             "The host queues all launches and waits once. They run in order, though the "
             "chains do not need each other.",
             of_each_step, launched_by<streams_one_stream>()),
      on_gpu("streams", "a stream for each chain",
             "Steps of different chains may overlap, and events join the streams at the end; but "
             "the host still pays for every launch.",
             of_each_step, launched_by<streams_several>()),
      on_gpu("graph", "a graph of the one stream",
             "The launches are captured once and then launched as a whole: one call.", of_each_step,
             launched_by<streams_graph>()),
      on_gpu("graph-of-streams", "a graph of all streams",
             "The graph knows from the events which steps need each other, so chains overlap, "
             "and there is one call.",
             of_each_step, launched_by<streams_graph_of_several>()),
      on_gpu("one-launch", "one launch",
             "A thread takes all steps of its number. That works only because no number needs "
             "another one.",
             of_one_pass, launched_by<streams_one_launch>())};
}

}  // namespace

Outcome checked_chains(const StreamsProblem& problem, const std::vector<std::uint32_t>& numbers) {
  return outcome_of_array(numbers.data(), problem.expected, problem.stop);
}

Experiment experiment() {
  return {
      .id = "streams",
      .title = "Streams and graphs",
      .shows =
          "Some chains of numbers take many short steps. A step needs the one before it in its "
          "chain, but none of another chain. So the time goes into launches. Waiting for each is "
          "the slowest. Streams alone hardly help while the host launches more slowly than the "
          "GPU computes; a graph launches all steps by one call, and then chains overlap. With "
          "long chains the differences shrink.",
      .parameters = parameters(),
      .quick = {{"n", 1 << 10}, {"steps", 20}},
      .host_bytes = [](const Settings& s) { return 12.0 * numbers(s); },
      .device_bytes = [](const Settings& s) { return 4.0 * numbers(s); },
      .make_problem = make_problem,
      .variants = variants()};
}

}  // namespace heatwave::lab::streams_experiment
