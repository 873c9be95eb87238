// This experiment counts a histogram. This file describes its variants and contains those that run
// on the CPU.
#include "kernels/lab/experiments/histogram/histogram_experiment.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <string>

#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::histogram_experiment {
namespace {

using Counts = HistogramCounts;

std::int64_t size_of(const HistogramProblem& problem) {
  return static_cast<std::int64_t>(problem.values.size());
}
std::size_t bin_of(std::int32_t value) { return static_cast<std::size_t>(value); }

// variant: loop
void count_part(const std::int32_t* values, std::int64_t begin, std::int64_t end, Counts& counts) {
  for (std::int64_t i = begin; i < end; ++i)
    ++counts[bin_of(values[i])];  //! equal values in a row: the second waits for the first
}

std::unique_ptr<Run> loop(const HistogramProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop] {
        Counts counts(problem.expected.size());
        in_chunks(0, size_of(problem), stop, [&](std::int64_t begin, std::int64_t end) {
          count_part(problem.values.data(), begin, end, counts);
        });
        return counts;
      },
      [&problem](const Counts& counts) { return checked_histogram(problem, counts); });
}

// variant: threads
constexpr int kCopies = 8;

/// One thread's counts, in several copies.
struct alignas(64) OwnCounts {
  Counts copies[kCopies];
};

void count_in_copies(const std::int32_t* values, std::int64_t begin, std::int64_t end,
                     OwnCounts& own) {
  std::int64_t i = begin;
  for (; i + kCopies <= end; i += kCopies) {
    for (int k = 0; k < kCopies; ++k)
      ++own.copies[k][bin_of(values[i + k])];  //! neighbours never wait for each other
  }
  for (; i < end; ++i) ++own.copies[0][bin_of(values[i])];
}

Counts merged(const std::vector<OwnCounts>& all, std::size_t bins) {
  Counts counts(bins);
  for (const OwnCounts& own : all) {
    for (const Counts& copy : own.copies) {
      for (std::size_t bin = 0; bin < counts.size(); ++bin) counts[bin] += copy[bin];
    }
  }
  return counts;
}

/// Counts on all processors; each has its own counts.
Counts count_with(core::ThreadTeam& team, const HistogramProblem& problem, const Stop& stop) {
  std::vector<OwnCounts> all(static_cast<std::size_t>(team.size()));
  const std::int64_t n = size_of(problem);
  const std::size_t bins = problem.expected.size();
  team.run([&](int member) {
    OwnCounts& own =
        all[static_cast<std::size_t>(member)];  //! nothing is shared, nothing is atomic
    for (Counts& copy : own.copies) copy.assign(bins, 0);
    in_chunks(n * member / team.size(), n * (member + 1) / team.size(), stop,
              [&](std::int64_t begin, std::int64_t end) {
                count_in_copies(problem.values.data(), begin, end, own);
              });
  });
  return merged(all, bins);
}

std::unique_ptr<Run> threads(const HistogramProblem& problem, const Stop& stop) {
  auto team = std::make_shared<core::ThreadTeam>(useful_threads(size_of(problem)));
  return cpu_run([&problem, stop, team] { return count_with(*team, problem, stop); },
                 [&problem](const Counts& counts) { return checked_histogram(problem, counts); });
}
// end

enum class Input { uniform, equal, bell, few };
constexpr std::int32_t kEqualValue = 42;
constexpr std::uint32_t kFewValues = 10;

/// Returns the value at index i, for this number of bins.
std::int32_t value_of(Input input, const Random& random, std::size_t i, std::uint32_t bins) {
  switch (input) {
    case Input::uniform:
      return static_cast<std::int32_t>(random.below(i, bins));
    case Input::equal:
      return std::min(kEqualValue, static_cast<std::int32_t>(bins) - 1);
    case Input::bell: {  // mean of four dice
      std::uint64_t dice = random.number(i);
      std::uint64_t sum = 0;
      for (int die = 0; die < 4; ++die, dice >>= 16U) sum += ((dice & 65535U) * bins) >> 16U;
      return static_cast<std::int32_t>(sum / 4);
    }
    case Input::few:
      return static_cast<std::int32_t>(random.below(i, std::min(kFewValues, bins)));
  }
  return 0;
}

/// Computes the expected counts from the input's generator, not from the array that is counted.
Counts expected_counts(Input input, const Random& random, std::size_t n, std::uint32_t bins) {
  Counts counts(bins);
  if (input == Input::equal) {
    counts[bin_of(value_of(input, random, 0, bins))] = static_cast<std::uint32_t>(n);
    return counts;
  }
  core::ThreadTeam team(useful_threads(static_cast<std::int64_t>(n)));
  const auto members = static_cast<std::size_t>(team.size());
  std::vector<Counts> own(members);
  team.run([&](int member) {
    const auto m = static_cast<std::size_t>(member);
    Counts mine(bins);
    for (std::size_t i = n * m / members; i < n * (m + 1) / members; ++i)
      ++mine[bin_of(value_of(input, random, i, bins))];
    own[m] = mine;
  });
  for (const Counts& part : own) {
    for (std::size_t bin = 0; bin < counts.size(); ++bin) counts[bin] += part[bin];
  }
  return counts;
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<HistogramProblem>();
  const Random random(settings.seed);
  const auto input = static_cast<Input>(settings["input"]);
  const auto n = static_cast<std::size_t>(settings["n"]);
  problem->threads = settings["threads"];
  problem->blocks = settings["blocks"];
  const auto bins = static_cast<std::uint32_t>(settings["bins"]);
  problem->values = filled<std::int32_t>(
      stop, n, [&](std::size_t i) { return value_of(input, random, i, bins); });
  problem->expected = expected_counts(input, random, n, bins);
  return problem;
}

double array_bytes(const Settings& settings) { return 4.0 * static_cast<double>(settings["n"]); }

/// Every value is read once; the counts are negligible.
Work work(const Settings& settings) { return {.bytes = array_bytes(settings)}; }

/// Returns the average passes of a warp's atomic additions to shared memory. Lanes that use one
/// bank take turns, and for atomics even lanes that use one word do. Each bin has 2^log_copies
/// copies.
double passes_of_additions(const Settings& settings, int log_copies) {
  constexpr std::size_t kSampled = 256;  // warps that represent all others
  const Random random(settings.seed);
  const auto input = static_cast<Input>(settings["input"]);
  const auto bins = static_cast<std::uint32_t>(settings["bins"]);
  int all = 0;
  for (std::size_t warp = 0; warp < kSampled; ++warp) {
    std::array<int, core::kBanks> turns{};
    for (std::size_t lane = 0; lane < turns.size(); ++lane) {
      const std::size_t bin = bin_of(value_of(input, random, warp * turns.size() + lane, bins));
      const std::size_t copy = lane & ((std::size_t{1} << static_cast<unsigned>(log_copies)) - 1);
      ++turns.at(((bin << static_cast<unsigned>(log_copies)) + copy) % turns.size());
    }
    all += *std::max_element(turns.begin(), turns.end());
  }
  return static_cast<double>(all) / static_cast<double>(kSampled);
}

CountTraffic shared_traffic(int log_copies) {
  return [log_copies](const Settings& settings) {
    const double warps = array_bytes(settings) / kLineBytes;
    return whole_lines(array_bytes(settings)) +
           passes(warps * passes_of_additions(settings, log_copies));
  };
}

/// Counts fewer copies if 48 KB cannot hold 32 of each bin.
Traffic striped_traffic(const Settings& settings) {
  int log_copies = 5;
  while (log_copies > 0 && (settings["bins"] * 4) << log_copies > 48 << 10) --log_copies;
  return shared_traffic(log_copies)(settings);
}

/// Counts each lane's addition as a request to L2, with one sector at worst.
Traffic global_traffic(const Settings& settings) {
  Traffic all = whole_lines(array_bytes(settings));
  all.l2_bytes += array_bytes(settings) / core::kWordBytes * core::kSectorBytes;
  return all;
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "values",
           .help = "How many 32-bit integers are counted; the slides have 134 217 728.",
           .maximum = std::int64_t{1} << 31,
           .initial = 134217728,
           .sweep = {1 << 12, 1 << 15, 1 << 18, 1 << 21, 1 << 24, 1 << 27}},
          threads_parameter({.sweep = {64, 128, 256, 512, 1024}}),
          {.id = "blocks",
           .title = "blocks",
           .help = "Blocks of the grid, with grid-stride loops. 0: as many as fit on the GPU at "
                   "once.",
           .minimum = 0,
           .maximum = 65536,
           .initial = 0,
           .sweep = {160, 320, 640, 1056},
           .zero = "auto"},
          {.id = "bins",
           .title = "bins",
           .help = "Number of different values; the slides have 256, and 100. Above 384, 48 KB "
                   "have no room for a copy for each lane, and fewer copies are made.",
           .maximum = 12288,
           .initial = 256,
           .sweep = {10, 100, 256, 384, 1000, 4096}},
          {.id = "input",
           .title = "input",
           .help = "All values equally often, one value only, a bell around the middle, or the "
                   "digits 0 to 9: the fewer values, the more threads contend for one count.",
           .minimum = 0,
           .maximum = 3,
           .initial = 0,
           .choices = {"uniform", "equal", "bell", "few"},
           .sweep = {0, 1, 2, 3}}};
}

/// Returns the slides' figures, given pairs of blocks and milliseconds; 0 blocks: as many as fit.
std::vector<LectureFigure> lecture(const std::vector<std::pair<std::int64_t, double>>& figures) {
  std::vector<LectureFigure> all;
  for (const auto& [blocks, milliseconds] : figures) {
    LectureFigure figure{
        "Hibbeler, n = 134 217 728", milliseconds, {{"n", 134217728}, {"bins", 256}}};
    if (blocks > 0) figure.where += ", " + std::to_string(blocks) + " blocks";
    figure.at["blocks"] = blocks;
    all.push_back(std::move(figure));
  }
  return all;
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      {.id = "loop",
       .title = "CPU, simple loop",
       .what = "One thread counts into one table.",
       .processor = Processor::cpu,
       .work = work,
       .lecture = lecture({{0, 607}}),
       .make = makes<HistogramProblem>(loop)},
      on_cpu("threads", "threads and copies",
             "Each processor counts into eight tables in turn, so that equal neighbours "
             "need not wait for each other; the tables are added at the end.",
             work, makes<HistogramProblem>(threads), CpuThreads::all),
      {.id = "global",
       .title = "atomics on global memory",
       .what = "All threads of the GPU add to a few counts and wait for each other there: at "
               "worst all threads of all blocks for one count.",
       .processor = Processor::gpu,
       .work = work,
       .lecture = lecture({{0, 53.2}}),
       .make = launched_by<histogram_global>()},
      {.id = "shared",
       .title = "a histogram per block",
       .what = "A block counts in its shared memory and adds the result to the global counts "
               "once, at the end: at worst its threads contend for one count, and later "
               "the blocks do.",
       .processor = Processor::gpu,
       .work = work,
       .lecture = lecture({{0, 8.61}, {160, 1.66}, {320, 1.09}, {640, 0.86}}),
       .make = launched_by<histogram_shared>()},
      on_gpu("striped", "a copy per lane",
             "32 adjacent copies of the histogram, one for each lane, so that with up to "
             "384 bins the lanes of a warp never contend for a count or a bank; warps of a "
             "block still do. If the values differ anyway, it costs more than it saves: "
             "each block must clear and add 32 KB, and uses so much shared memory that "
             "fewer blocks fit on a multiprocessor.",
             work, launched_by<histogram_striped>()),
      on_gpu("striped-vectors", "a copy per lane, 16-byte loads",
             "Each thread has four loads of four values in flight before it counts, so that "
             "memory alone is the limit.",
             work, launched_by<histogram_striped_vectors>()),
      {.id = "cub",
       .title = "CUB's histogram",
       .what = "cub::DeviceHistogram::HistogramEven of NVIDIA's library, as a reference.",
       .processor = Processor::gpu,
       .yardstick = true,
       .work = work,
       .make = launched_by<histogram_cub>()}};
  set_traffic(all, {{"global", global_traffic},
                    {"shared", shared_traffic(0)},
                    {"striped", striped_traffic},
                    {"striped-vectors", striped_traffic}});
  return all;
}

}  // namespace

Outcome checked_histogram(const HistogramProblem& problem, const HistogramCounts& counts) {
  std::int64_t right = 0;
  double off = 0.0;
  auto drawn = std::make_shared<std::vector<std::int64_t>>();
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const std::int64_t difference =
        static_cast<std::int64_t>(counts[bin]) - static_cast<std::int64_t>(problem.expected[bin]);
    right += difference == 0 ? 1 : 0;
    off += static_cast<double>(std::abs(difference));
    drawn->push_back(counts[bin]);
  }
  const std::string of_all = " of " + std::to_string(counts.size()) + " counts right";
  return {.right = right == static_cast<std::int64_t>(counts.size()),
          .result = std::to_string(right) + of_all,
          .expected = std::to_string(counts.size()) + of_all,
          .error = off / static_cast<double>(problem.values.size()),
          .note = {},
          .counts = drawn};
}

void add_waits(Outcome& outcome, const HistogramProblem& problem, HistogramMeeting meeting,
               std::int64_t blocks, std::int64_t threads) {
  const auto fullest = static_cast<std::int64_t>(
      *std::max_element(problem.expected.begin(), problem.expected.end()));
  const std::int64_t share = (fullest + blocks - 1) / std::max<std::int64_t>(1, blocks);
  if (meeting == HistogramMeeting::global) {
    outcome.facts = {
        {"additions to the fullest count, one after the other", grouped(fullest)},
        {"most threads that may contend for one count: all", grouped(blocks * threads)}};
  } else if (meeting == HistogramMeeting::block) {
    outcome.facts = {
        {"additions to the fullest count, per block", grouped(share)},
        {"most threads that may contend for one count: those of a block", grouped(threads)},
        {"additions to one count when the blocks' histograms are merged", grouped(blocks)}};
  }
}

Experiment experiment() {
  return {
      .id = "histogram",
      .title = "Histogram",
      .shows =
          "Counting how often each value occurs takes an atomic addition for each value, and "
          "threads that increment one count wait for each other. The remedy on the slides "
          "is a histogram for each block in shared memory, merged at the end. With a copy for "
          "each lane, the lanes of a warp no longer contend, but the warps of a block still may. "
          "Change the input: if all values are equal, all additions go to one count, which shows "
          "the variants that suffer from contention.",
      .parameters = parameters(),
      .quick = {{"n", 1 << 22}},
      .host_bytes = array_bytes,
      .device_bytes = [](const Settings& s) { return array_bytes(s) + (16 << 20); },
      .make_problem = make_problem,
      .variants = variants(),
  };
}

}  // namespace heatwave::lab::histogram_experiment
