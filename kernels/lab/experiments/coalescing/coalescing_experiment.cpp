// This experiment shows coalescing. This file describes its variants and contains those that run on
// the CPU, where reads go through cache lines.
#include "kernels/lab/experiments/coalescing/coalescing_experiment.h"

#include <algorithm>
#include <limits>
#include <string>

#include "kernels/core/device.h"
#include "kernels/core/thread_team.h"
#include "kernels/core/warp_access.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::coalescing_experiment {
namespace {

// variant: loop threads
void read_adjacent(const CoalescingProblem& p, float* out, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i)
    out[i] = p.in[static_cast<std::size_t>(i)];  //! a cache line has 16 floats; all are used
}

// variant: loop-offset
void read_offset(const CoalescingProblem& p, float* out, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i)
    out[i] = p.in[static_cast<std::size_t>(i + p.offset)];  //! vectors straddle two lines
}

// variant: loop-stride threads-stride
void read_stride(const CoalescingProblem& p, float* out, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i)
    out[i] = p.in[static_cast<std::size_t>(i * p.stride)];  //! from 16 on, one line each
}

// variant: loop-scattered threads-scattered
void read_scattered(const CoalescingProblem& p, float* out, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) {
    out[i] = p.in[static_cast<std::size_t>(scattered_index(i, p.size()))];  //! one line each
  }
}
// end

using ReadPart = void (*)(const CoalescingProblem&, float*, std::int64_t, std::int64_t);
using Floats = std::vector<float>;

Floats unwritten(std::int64_t n) {
  return Floats(static_cast<std::size_t>(n), std::numeric_limits<float>::quiet_NaN());
}

// variant: loop loop-offset loop-stride loop-scattered
MakeRun on_one_thread(ReadPattern pattern, ReadPart read) {
  return makes<CoalescingProblem>([=](const CoalescingProblem& problem, const Stop& stop) {
    return cpu_run(
        [&problem, read, stop, out = unwritten(problem.n)]() mutable -> const Floats* {
          constexpr std::int64_t kPiece = 1 << 20;  // elements between two polls of `stop`
          for (std::int64_t i = 0; i < problem.n && !stop.stop_requested(); i += kPiece)
            read(problem, out.data(), i, std::min(problem.n, i + kPiece));
          return &out;
        },
        [&problem, pattern](const Floats* out) { return checked_reads(problem, pattern, *out); });
  });
}

// variant: threads threads-stride threads-scattered
MakeRun on_all_threads(ReadPattern pattern, ReadPart read) {
  return makes<CoalescingProblem>([=](const CoalescingProblem& problem, const Stop& /*stop*/) {
    auto team = std::make_shared<core::ThreadTeam>(core::cpu_facts().processors);
    return cpu_run(
        [&problem, read, team, out = unwritten(problem.n)]() mutable -> const Floats* {
          team->run([&](int member) {  //! each thread takes consecutive elements
            read(problem, out.data(), problem.n * member / team->size(),
                 problem.n * (member + 1) / team->size());
          });
          return &out;
        },
        [&problem, pattern](const Floats* out) { return checked_reads(problem, pattern, *out); });
  });
}
// end

/// Returns the length of the longest array that a pattern reads, in whole warps.
std::int64_t input_size(const Settings& s) {
  const std::int64_t longest = std::max(s["n"] + s["offset"], (s["n"] - 1) * s["stride"] + 1);
  return (longest + kWarp - 1) / kWarp * kWarp;
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<CoalescingProblem>();
  const Random random(settings.seed);
  problem->n = settings["n"];
  problem->offset = settings["offset"];
  problem->stride = settings["stride"];
  problem->threads = settings["threads"];
  problem->in = filled<float>(
      stop, static_cast<std::size_t>(input_size(settings)),
      [&random](std::size_t i) { return static_cast<float>(random.below(i, 1U << 24U)); });
  return problem;
}

double bytes(const Settings& s) { return 4.0 * static_cast<double>(input_size(s) + s["n"]); }

/// Only the useful bytes count, so that bytes fetched in vain lower the rate.
Work work(const Settings& s) { return {.bytes = 8.0 * static_cast<double>(s["n"])}; }

/// Counts each warp's reads, at the indices that `place_of(element)` returns, and its adjacent
/// writes.
template <typename PlaceOf>
Traffic traffic(const Settings& s, PlaceOf place_of) {
  constexpr int kSampled = 32;  // warps that represent all others
  Traffic reads;
  for (int warp = 0; warp < kSampled; ++warp) {
    reads = reads + global_access([&](int lane) {
              return place_of(static_cast<std::int64_t>(warp) * 32 + lane);
            });
  }
  const double warps = static_cast<double>(s["n"]) / kWarpLanes;
  return warps / kSampled * reads + whole_lines(4.0 * static_cast<double>(s["n"]));
}

Traffic offset_traffic(const Settings& s) {
  Traffic all = traffic(s, [&s](std::int64_t i) { return i + s["offset"]; });
  all.memory_bytes = work(s).bytes;  // a sector that two warps share is read once
  return all;
}

Traffic stride_traffic(const Settings& s) {
  return traffic(s, [&s](std::int64_t i) { return i * s["stride"]; });
}

Traffic scattered_traffic(const Settings& s) {
  const auto size = static_cast<std::uint32_t>(input_size(s));
  return traffic(s, [random = Random(s.seed), size](std::int64_t i) {
    return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(i), size));
  });
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "elements",
           .help = "Number of floats that are read, and written side by side.",
           .maximum = 1 << 28,
           .initial = 1 << 23,
           .sweep = {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 23}},
          {.id = "offset",
           .title = "offset",
           .help = "Floats by which the shifted variants start off alignment.",
           .minimum = 0,
           .maximum = 32,
           .initial = 1,
           .sweep = {0, 1, 2, 4, 7, 8, 9, 12, 16, 17, 20, 24, 28, 31, 32}},
          {.id = "stride",
           .title = "stride",
           .help = "Floats between the reads of neighbouring threads in the strided variants.",
           .minimum = 1,
           .maximum = 32,
           .initial = 8,
           .sweep = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 28, 32}},
          threads_parameter()};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("loop", "adjacent", "One thread reads consecutive floats; a cache line holds 16.",
             work, on_one_thread(ReadPattern::adjacent, read_adjacent)),
      on_cpu("loop-offset", "shifted",
             "Consecutive floats that start off alignment: only one more cache line at the "
             "end.",
             work, on_one_thread(ReadPattern::offset, read_offset)),
      on_cpu("loop-stride", "strided",
             "Fewer of the 16 floats in each fetched line are used; from stride 16 on just "
             "one.",
             work, on_one_thread(ReadPattern::stride, read_stride)),
      on_cpu("loop-scattered", "scattered",
             "Each float is at an unpredictable address, so no line is prefetched.", work,
             on_one_thread(ReadPattern::scattered, read_scattered)),
      on_cpu("threads", "adjacent, threads", "All processors share the adjacent reads.", work,
             on_all_threads(ReadPattern::adjacent, read_adjacent), CpuThreads::all),
      on_cpu("threads-stride", "strided, threads",
             "All processors share the strided reads, and all wait for memory.", work,
             on_all_threads(ReadPattern::stride, read_stride), CpuThreads::all),
      on_cpu("threads-scattered", "scattered, threads",
             "All processors share the scattered reads, so more reads are in flight.", work,
             on_all_threads(ReadPattern::scattered, read_scattered), CpuThreads::all),
      on_gpu("adjacent", "adjacent",
             "The 32 threads of a warp read 32 adjacent, aligned floats: four sectors, all used.",
             work, launched_by<coalescing_adjacent>()),
      on_gpu("permuted", "permuted",
             "A warp reads its 128 bytes in disorder: still four sectors, because only the "
             "set of sectors counts.",
             work, launched_by<coalescing_permuted>()),
      on_gpu("some-lanes", "adjacent, but not all threads",
             "Every eighth thread reads nothing and writes zero: still four sectors, in which an "
             "eighth of the bytes is wasted. The slides: this costs about 12 % of the "
             "bandwidth. On an H200 it took 2.1 % longer than adjacent reads: as many sectors "
             "are loaded and stored, and an eighth of the loaded bytes is not used.",
             work, launched_by<coalescing_some_lanes>()),
      on_gpu("offset", "shifted",
             "The warp's 128 bytes start off alignment and lie in five sectors; its "
             "neighbour may find the shared sector in the cache.",
             work, launched_by<coalescing_offset>()),
      on_gpu("stride", "strided", "The larger the stride, the more of each sector is wasted.", work,
             launched_by<coalescing_stride>()),
      on_gpu("scattered", "scattered",
             "Each thread reads at a random address: up to 32 sectors for 32 floats.", work,
             launched_by<coalescing_scattered>()),
  };
  set_traffic(
      all,
      {{"offset", offset_traffic}, {"stride", stride_traffic}, {"scattered", scattered_traffic}});
  return all;
}

/// Returns the addresses that one warp reads, in an array at address 0.
std::vector<std::int64_t> addresses_of(const CoalescingProblem& problem, ReadPattern pattern,
                                       std::int64_t warp) {
  std::vector<std::int64_t> addresses;
  const std::int64_t end = std::min(problem.n, (warp + 1) * kWarp);
  for (std::int64_t i = warp * kWarp; i < end; ++i)
    if (reads(problem, pattern, i)) addresses.push_back(4 * index_read(problem, pattern, i));
  return addresses;
}

using Facts = std::vector<std::pair<std::string, std::string>>;

Facts facts_of(const CoalescingProblem& problem, ReadPattern pattern) {
  const std::vector<std::int64_t> first = addresses_of(problem, pattern, 0);
  const int sectors = core::sectors_touched(first);
  const std::int64_t warps = std::min<std::int64_t>(1000, (problem.n + kWarp - 1) / kWarp);
  std::int64_t in_all = 0;
  for (std::int64_t warp = 0; warp < warps; ++warp)
    in_all += core::sectors_touched(addresses_of(problem, pattern, warp));
  const std::int64_t tenths = (10 * in_all + warps / 2) / warps;
  return {{"floats that the first warp reads", std::to_string(first.size())},
          {"sectors of 32 bytes that contain them", std::to_string(sectors)},
          {"bytes fetched for them", std::to_string(sectors * core::kSectorBytes)},
          {"bytes that are used", std::to_string(4 * first.size())},
          {"sectors of a warp on average",
           std::to_string(tenths / 10) + "." + std::to_string(tenths % 10)},
          {"cache lines of 64 bytes on a CPU",
           std::to_string(core::pieces_touched(first, kCpuLineBytes))},
          {"lines of 128 bytes that contain them",
           std::to_string(core::pieces_touched(first, kGpuLineBytes))}};
}

}  // namespace

bool reads(const CoalescingProblem& problem, ReadPattern pattern, std::int64_t i) {
  constexpr std::int64_t kEvery = 8;  // the last of every eight threads in a block
  return pattern != ReadPattern::some_lanes || i % problem.threads % kEvery != kEvery - 1;
}

std::int64_t index_read(const CoalescingProblem& problem, ReadPattern pattern, std::int64_t i) {
  switch (pattern) {
    case ReadPattern::adjacent:
    case ReadPattern::some_lanes:
      return i;
    case ReadPattern::offset:
      return i + problem.offset;
    case ReadPattern::stride:
      return i * problem.stride;
    case ReadPattern::permuted:
      return permuted_index(i);
    case ReadPattern::scattered:
      return scattered_index(i, problem.size());
  }
  return i;
}

Outcome checked_reads(const CoalescingProblem& problem, ReadPattern pattern,
                      const std::vector<float>& out) {
  std::int64_t right = 0;
  take_turns(0, problem.n, problem.stop, [&](std::int64_t i) {
    const auto place = static_cast<std::size_t>(index_read(problem, pattern, i));
    const float expected = reads(problem, pattern, i) ? problem.in[place] : 0.0F;
    right += out[static_cast<std::size_t>(i)] == expected ? 1 : 0;
  });
  Outcome outcome = outcome_of_count(right, problem.n);
  outcome.facts = facts_of(problem, pattern);
  return outcome;
}

Experiment experiment() {
  return {.id = "coalescing",
          .title = "Coalescing",
          .shows =
              "Every variant copies the same number of floats; they differ in which floats "
              "neighbouring threads read. A warp's reads are combined into sectors of 32 bytes: "
              "four for 32 adjacent aligned floats in any order, five off alignment, up to 32 "
              "when scattered. On the slides a read is reissued for each line of 128 "
              "bytes, up to 32 times, and each line of L1 is four transactions with L2. Since "
              "capability 6.0 only the sectors of 32 bytes that are used are fetched. L1 is in "
              "each multiprocessor; L2 is one for all of them. The rate counts only useful "
              "bytes, so it falls as the number of sectors grows; a CPU behaves similarly with "
              "its cache lines of 64 bytes.",
          .parameters = parameters(),
          .quick = {{"n", 1 << 20}},
          .host_bytes = bytes,
          .device_bytes = bytes,
          .make_problem = make_problem,
          .variants = variants()};
}

}  // namespace heatwave::lab::coalescing_experiment
