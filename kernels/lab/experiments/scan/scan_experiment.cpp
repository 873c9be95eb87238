// This experiment computes all sums up to each element. This file describes its variants and
// contains those that run on the CPU.
#include "kernels/lab/experiments/scan/scan_experiment.h"

#include <cstddef>
#include <numeric>
#include <vector>

#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::scan_experiment {
namespace {

// variant: loop
void scan_up(const std::uint32_t* in, std::uint32_t* out, std::int64_t /*n*/, std::int64_t i,
             std::int64_t end) {
  std::uint32_t sum = 0;
  for (; i < end; ++i) out[i] = sum += in[i];  //! each sum needs the one before it
}

// variant: threads
std::unique_ptr<Run> by_threads(const Numbers& problem, const Stop& stop) {
  using Sums = std::vector<std::uint32_t>;
  const auto n = static_cast<std::int64_t>(problem.in.size());
  auto team = std::make_shared<core::ThreadTeam>(useful_threads(n));
  return cpu_run(
      [&problem, n, stop, team, out = Sums(problem.in.size()),
       before = Sums(static_cast<std::size_t>(team->size()) + 1)]() mutable -> const Sums* {
        const std::uint32_t* in = problem.in.data();
        team->run([&](int member) {
          const std::int64_t first = n * member / team->size();
          const std::int64_t last = n * (member + 1) / team->size();
          std::uint32_t sum = 0;
          in_chunks(first, last, stop, [&](std::int64_t i, std::int64_t end) {
            sum = std::accumulate(in + i, in + end, sum);  //! first the sum of each part
          });
          before[static_cast<std::size_t>(member) + 1] = sum;
          team->sync();
          sum = std::accumulate(before.begin(), before.begin() + member + 1, 0U);
          in_chunks(first, last, stop, [&](std::int64_t i, std::int64_t end) {
            for (; i < end; ++i) out[static_cast<std::size_t>(i)] = sum += in[i];  //! then the scan
          });
        });
        return &out;
      },
      [&problem](const Sums* out) {
        return outcome_of_array(out->data(), problem.expected, problem.stop);
      });
}
// end

std::vector<std::uint32_t> scanned(std::vector<std::uint32_t> numbers) {
  std::partial_sum(numbers.begin(), numbers.end(), numbers.begin());
  return numbers;
}

/// The scan of the blocks and the last pass both read and write every element.
Traffic two_passes(const Settings& s) { return whole_lines(16.0 * static_cast<double>(s["n"])); }

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      {.id = "loop",
       .title = "CPU, simple loop",
       .what = "One thread adds one element after the other; each sum needs the one before it.",
       .make = array_loop<std::uint32_t>(scan_up)},
      {.id = "threads",
       .title = "CPU, threads in two passes",
       .what = "Each thread adds its part; then it knows the sum before its part and scans it. All "
               "elements are read twice.",
       .cpu_threads = CpuThreads::all,
       .make = makes<Numbers>(by_threads)},
      {.id = "rounds",
       .title = "rounds in shared memory",
       .what = "The scan of Hillis and Steele: in each round a thread of a block adds the sum that "
               "ends 1, 2, 4 … places before its "
               "own. Two more kernels scan the sums of the blocks and add them.",
       .processor = Processor::gpu,
       .make = launched_by<scan_rounds>()},
      {.id = "tree",
       .title = "a tree in shared memory",
       .what = "Blelloch's scan: sums of pairs go up a tree, and sums before each part come down: "
               "fewer additions "
               "in twice as many rounds, in which most lanes have no work.",
       .processor = Processor::gpu,
       .make = launched_by<scan_tree>()},
      {.id = "shuffles",
       .title = "warp shuffles",
       .what = "Each warp scans in its registers, and one warp scans the sums of the warps: two "
               "barriers for a block.",
       .processor = Processor::gpu,
       .make = launched_by<scan_shuffles>()},
      {.id = "one-pass",
       .title = "one pass, decoupled look-back",
       .what = "A block publishes its own sum, and then looks back at its predecessors until one "
               "knows the sum of all before it. One launch reads and writes every element once.",
       .processor = Processor::gpu,
       .make = launched_by<scan_one_pass>()},
      {.id = "cub",
       .title = "CUB's scan",
       .what = "cub::DeviceScan::InclusiveSum of NVIDIA's library: the speed to reach.",
       .processor = Processor::gpu,
       .yardstick = true,
       .make = launched_by<scan_cub>()}};
  set_traffic(all, {{"rounds", two_passes}, {"tree", two_passes}, {"shuffles", two_passes}});
  return all;
}

}  // namespace

Experiment experiment() {
  Experiment it = array_experiment<std::uint32_t>(
      {.id = "scan",
       .title = "Scan",
       .shows =
           "A scan, or prefix sum, replaces each number by the sum of all numbers up to it. It "
           "looks as if one addition had to wait for another, but blocks can scan their own "
           "numbers and add the sum of the blocks before them. Memory limits it, so compare "
           "variants by how often they read and write all numbers.",
       .variants = variants()},
      scanned);
  it.copies = {};
  // The words and sums of blocks of 32 threads are a small part of the arrays.
  it.device_bytes = [](const Settings& s) { return 8.3 * static_cast<double>(s["n"]) + (1 << 20); };
  return it;
}

}  // namespace heatwave::lab::scan_experiment
