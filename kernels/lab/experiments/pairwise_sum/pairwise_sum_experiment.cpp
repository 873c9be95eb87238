// This experiment adds an array of numbers. This file describes its variants and contains those
// that run on the CPU.
#include "kernels/lab/experiments/pairwise_sum/pairwise_sum_experiment.h"

#include <array>
#include <cstddef>
#include <numeric>

#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::pairwise_sum_experiment {
namespace {

std::int64_t size_of(const PairwiseSumProblem& problem) {
  return static_cast<std::int64_t>(problem.numbers.size());
}

// variant: linear
float linear_sum(float sum, const float* x, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i)
    sum += x[i];  //! each addition waits for the previous one
  return sum;
}

std::unique_ptr<Run> linear(const PairwiseSumProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop] {
        float sum = 0.0F;
        in_chunks(0, size_of(problem), stop, [&](std::int64_t begin, std::int64_t end) {
          sum = linear_sum(sum, problem.numbers.data(), begin, end);
        });
        return sum;
      },
      [&problem](float sum) {
        return checked_sum(problem.exact, sum, static_cast<double>(size_of(problem)));
      });
}

// variant: pairwise
float pairwise_sum_of(const float* x, std::int64_t n, const Stop& stop) {
  constexpr std::int64_t kFew = 16;  // numbers that are added one by one
  if (n <= kFew) return std::accumulate(x, x + n, 0.0F);
  constexpr std::int64_t kAsk = 1 << 20;
  if (n >= kAsk && stop.stop_requested()) return 0.0F;
  const std::int64_t half = n / 2;
  return pairwise_sum_of(x, half, stop) +
         pairwise_sum_of(x + half, n - half, stop);  //! log2(n) roundings instead of n
}

std::unique_ptr<Run> pairwise(const PairwiseSumProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop] { return pairwise_sum_of(problem.numbers.data(), size_of(problem), stop); },
      [&problem](float sum) {
        // The roundings: 16 one by one, then one for each halving of at most 2^31 numbers.
        return checked_sum(problem.exact, sum, 16 + 31);
      });
}

// variant: threads
constexpr std::int64_t kPiece = 4096;  // 16 KB: fits into the L1 cache
constexpr int kLanes = 64;             // a few vectors, so that no addition waits for another

[[gnu::always_inline]] inline float sum_of_piece(const float* x, std::int64_t n) {
  float lanes[kLanes] = {};
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) lanes[lane] += x[i + lane];  //! vector instructions
  }
  for (int lane = 0; i < n; ++i, ++lane) lanes[lane] += x[i];  // the last few numbers
  for (int half = kLanes / 2; half > 0; half /= 2) {
    for (int lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

/// Adds the sums of pieces pairwise.
float sum_of_pieces(const float* x, std::int64_t n, const Stop& stop) {
  if (n <= kPiece) return core::kAtBestLevel<sum_of_piece>(x, n);
  if (stop.stop_requested()) return 0.0F;
  const std::int64_t half = (n / kPiece + 1) / 2 * kPiece;
  return sum_of_pieces(x, half, stop) + sum_of_pieces(x + half, n - half, stop);
}

std::unique_ptr<Run> threads(const PairwiseSumProblem& problem, const Stop& stop) {
  auto team = std::make_shared<core::ThreadTeam>(useful_threads(size_of(problem)));
  return cpu_run(
      [&problem, stop, team,
       part = std::vector<float>(static_cast<std::size_t>(team->size()))]() mutable {
        const std::int64_t n = size_of(problem);
        team->run([&](int member) {  //! each thread adds consecutive numbers
          const std::int64_t begin = n * member / team->size();
          const std::int64_t end = n * (member + 1) / team->size();
          part[static_cast<std::size_t>(member)] =
              sum_of_pieces(problem.numbers.data() + begin, end - begin, stop);
        });
        return std::accumulate(part.begin(), part.end(), 0.0F);
      },
      [&problem, members = team->size()](float sum) {
        // The roundings: 64 in a lane, 1 for the last few numbers, 6 to add the lanes, 19 to add
        // the pieces.
        return checked_sum(problem.exact, sum, 64 + 1 + 6 + 19 + members);
      });
}
// end

enum class Input { uniform, equal, bell, few, lecture };

float number(Input input, const Random& random, std::size_t i) {
  switch (input) {
    case Input::uniform:
      return random.uniform(i);
    case Input::equal:
      return 0.1F;
    case Input::bell:
      return (random.uniform(4 * i) + random.uniform(4 * i + 1) + random.uniform(4 * i + 2) +
              random.uniform(4 * i + 3)) /
             4;
    case Input::few:
      return static_cast<float>(random.below(i, 10));
    case Input::lecture:
      break;  // each of these numbers depends on the previous ones
  }
  return 0.0F;
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<PairwiseSumProblem>();
  const Random random(settings.seed);
  const auto input = static_cast<Input>(settings["input"]);
  problem->threads = (settings["threads"] + 31) / 32 * 32;
  const auto n = static_cast<std::size_t>(settings["n"]);
  problem->numbers =
      input == Input::lecture
          ? lecture_numbers(n)
          : filled<float>(stop, n, [&](std::size_t i) { return number(input, random, i); });
  // Double precision has 29 bits more than the sums that are checked with it.
  problem->exact.whole_terms = input == Input::few;
  in_chunks(0, settings["n"], stop, [&](std::int64_t begin, std::int64_t end) {
    problem->exact.value = std::accumulate(problem->numbers.begin() + begin,
                                           problem->numbers.begin() + end, problem->exact.value);
  });
  return problem;
}

double array_bytes(const Settings& settings) { return 4.0 * static_cast<double>(settings["n"]); }

/// Every number is read once and added once.
Work work(const Settings& settings) {
  return {.bytes = array_bytes(settings), .operations = static_cast<double>(settings["n"])};
}

/// Each round reads two numbers and writes one for each pair: three words for each number in total.
Traffic in_place_traffic(const Settings& settings) {
  return whole_lines(3.0 * array_bytes(settings));
}

/// The numbers are read once. The tree in shared memory takes one store for every two numbers, and
/// then this many accesses of whole warps, which read two words and write one.
CountTraffic tree_traffic(double rounds_of_a_block) {
  return [rounds_of_a_block](const Settings& settings) {
    const auto n = static_cast<double>(settings["n"]);
    const auto threads = static_cast<double>(settings["threads"]);
    const double blocks = n / (2.0 * threads);
    return whole_lines(array_bytes(settings)) +
           passes(n / 2.0 / kWarpLanes + blocks * 3.0 * rounds_of_a_block * threads / 256.0);
  };
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "numbers",
           .help = "Count of numbers to add; the slides have 1024.",
           .maximum = std::int64_t{1} << 31,
           .initial = 1 << 24,
           .sweep = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24}},
          threads_parameter(
              {.help = "Threads of each block, rounded up to whole warps of 32; the slides' kernel "
                       "takes n/2 instead, 1024 at most."}),
          {.id = "input",
           .title = "input",
           .help = "Uniform from 0 to 1, 0.1 each, a bell around 0.5, ten whole numbers (their sum "
                   "is exact while it is below 16 777 216), or those of the slides, whose first "
                   "1024 make 518.913.",
           .minimum = 0,
           .maximum = 4,
           .initial = 0,
           .choices = {"uniform", "equal", "bell", "few", "lecture"}}};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("linear", "one after the other",
             "One sum takes one number at a time, so each addition waits for the previous "
             "one and rounding errors accumulate.",
             work, makes<PairwiseSumProblem>(linear)),
      on_cpu("pairwise", "pairwise",
             "Each half is summed first, so that a number passes log2(n) roundings instead "
             "of n.",
             work, makes<PairwiseSumProblem>(pairwise)),
      on_cpu("threads", "threads and vectors",
             "All processors share the array and use vector instructions, pairwise over "
             "pieces that fit into the cache.",
             work, makes<PairwiseSumProblem>(threads), CpuThreads::all),
      {.id = "lecture",
       .title = "one block, in place",
       .what = "One block of n/2 threads adds the second half of the array to the first in "
               "place, in global memory, halves it again, and waits at a barrier in each "
               "round; one multiprocessor works and all others are idle.",
       .processor = Processor::gpu,
       .work = work,
       .lecture = {{"Landau (2012), n = 1024", 0.037, {{"n", 1024}}}},
       .make = launched_by<pairwise_sum_lecture>()},
      on_gpu("one-block-shared", "one block, in shared memory",
             "These rounds with intermediate sums in shared memory.", work,
             launched_by<pairwise_sum_one_block_shared>()),
      on_gpu("interleaved", "many blocks, interleaved",
             "Every second thread adds, then every fourth, then every eighth: for five "
             "rounds every warp is busy with fewer and fewer lanes, and then with one lane "
             "in every second warp, every fourth, and so on.",
             work, launched_by<pairwise_sum_interleaved>()),
      on_gpu("sequential", "many blocks, first half adds",
             "The threads of the first half add, so whole warps finish, and no lane of a "
             "working warp is idle until a single warp is left.",
             work, launched_by<pairwise_sum_sequential>()),
      on_gpu("shuffles", "warp shuffles",
             "Lanes of a warp exchange their sums through registers, so that a single "
             "barrier is left.",
             work, launched_by<pairwise_sum_shuffles>()),
      on_gpu("vectors", "many numbers per thread",
             "Each thread first adds many numbers, with several loads of 16 bytes in "
             "flight, so that memory alone is the limit.",
             work, launched_by<pairwise_sum_vectors>()),
      on_gpu("one-launch", "one launch",
             "The block that finishes last adds the blocks' sums, so that no second kernel "
             "has to start: memory still moves 4 bytes for each number, but there is no "
             "wait for another launch.",
             work, launched_by<pairwise_sum_one_launch>()),
      {.id = "cub",
       .title = "CUB's sum",
       .what = "cub::DeviceReduce::Sum of NVIDIA's library: the speed to reach.",
       .processor = Processor::gpu,
       .yardstick = true,
       .work = work,
       .make = launched_by<pairwise_sum_cub>()}};
  // With 256 threads: eight warps for five rounds, then 4, 2 and 1 warps; or 4, 2 and 1 warps to
  // the end.
  set_traffic(all, {{"lecture", in_place_traffic},
                    {"interleaved", tree_traffic(5 * 8 + 4 + 2 + 1)},
                    {"sequential", tree_traffic(4 + 2 + 6 * 1)}});
  return all;
}

}  // namespace

std::vector<float> lecture_numbers(std::size_t size) {
  constexpr std::size_t kState = 31;  // state of the generator, in words
  // Each new word is the sum of the oldest word and the word this many positions back.
  constexpr std::size_t kLag = 3;
  constexpr std::size_t kThrown = 310;  // numbers that are discarded at the start
  constexpr float kRandMax = 2147483647.0F;
  std::array<std::uint32_t, kState> state{1};  // the default seed
  for (std::size_t i = 1; i < kState; ++i)
    state.at(i) = static_cast<std::uint32_t>(16807ULL * state.at(i - 1) % 2147483647ULL);
  std::vector<float> numbers;
  numbers.reserve(size);
  for (std::size_t i = kLag; numbers.size() < size; ++i) {
    std::uint32_t& oldest = state.at(i % kState);
    oldest += state.at((i - kLag) % kState);
    if (i >= kThrown + kLag) numbers.push_back(static_cast<float>(oldest >> 1U) / kRandMax);
  }
  return numbers;
}

Experiment experiment() {
  return {
      .id = "pairwise-sum",
      .title = "Pairwise sum",
      .shows =
          "Adding numbers one after the other takes n steps; adding them in pairs, then "
          "pairs of pairs, takes log2(n) rounds, and each round's additions can run in "
          "parallel. It is also more exact, because a number passes few roundings: "
          "compare the errors of the linear and the pairwise sum as n grows. Then look "
          "at which threads add, because a warp with one busy lane costs as much as a "
          "warp with 32.",
      .parameters = parameters(),
      .quick = {{"n", 1024}},
      .host_bytes = array_bytes,
      // Memory for the blocks' sums: each adds 64 numbers in the smallest blocks, and 64 of those
      // sums are added again.
      .device_bytes = [](const Settings& s) { return 1.05 * array_bytes(s) + (16 << 20); },
      .make_problem = make_problem,
      .variants = variants(),
  };
}

}  // namespace heatwave::lab::pairwise_sum_experiment
