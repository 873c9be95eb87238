// Plays of the Lab's kernels that add up arrays, count histograms and compete for shared data.
#include <algorithm>
#include <numeric>

#include "kernels/lab/experiments/atomics/atomics_experiment.h"
#include "kernels/lab/experiments/dot/dot_experiment.h"
#include "kernels/lab/experiments/histogram/histogram_experiment.h"
#include "kernels/lab/experiments/lock/lock_experiment.h"
#include "kernels/lab/experiments/pairwise_sum/pairwise_sum_experiment.h"
#include "kernels/lab/experiments/race/race_experiment.h"
#include "tests/stage/played_lab.h"

namespace heatwave::stage::test {
namespace {

constexpr int kSumThreads = 64;  // in a block: two warps
constexpr int kSumBlocks = 3;
const std::vector<std::uint32_t> kZeroWord{0};

void add_dot(std::vector<LabCase>& cases) {
  using namespace lab::dot_experiment;
  for (const int input : {0, 1, 2, 3}) {
    const auto problem = problem_of<DotProblem>(
        "dot", {{"n", 1003}, {"threads", kSumThreads}, {"blocks", kSumBlocks}, {"input", input}});
    const auto n = static_cast<double>(problem->a.size());
    const double roundings =
        n / kSumBlocks / kSumThreads + kSumBlocks + 32;  // dot_launch.cu has this formula
    for (const char* kernel : {"dot_by_tree", "dot_by_shuffles", "dot_by_vectors"}) {
      cases.push_back(
          {kernel + std::string(" input ") + std::to_string(input),
           "dot/dot_kernels.cuh",
           {kernel},
           [=](PlayedLab& play) {
             const Array a = play.input("a", problem->a);
             const Array b = play.input("b", problem->b);
             const Array partial = play.output<float>("partial", kSumBlocks);
             play.launch(kernel, {kSumBlocks}, {kSumThreads}, {a, b, partial, n}, kSumThreads * 4);
             play.run();
             const std::vector<float> sums = play.values<float>(partial);
             return lab::checked_sum(problem->exact,
                                     std::accumulate(sums.begin(), sums.end(), 0.0F), roundings);
           }});
    }
    cases.push_back({"dot_in_one_launch input " + std::to_string(input),
                     "dot/dot_kernels.cuh",
                     {"dot_in_one_launch"},
                     [=](PlayedLab& play) {
                       const Array a = play.input("a", problem->a);
                       const Array b = play.input("b", problem->b);
                       const Array partial = play.output<float>("partial", kSumBlocks);
                       const Array finished = play.input("finished", kZeroWord);
                       const Array result = play.output<float>("result", 1);
                       play.launch("dot_in_one_launch", {kSumBlocks}, {kSumThreads},
                                   {a, b, partial, finished, result, n});
                       play.run();
                       return lab::checked_sum(problem->exact, play.values<float>(result).front(),
                                               roundings);
                     }});
  }
}

void add_pairwise_sum(std::vector<LabCase>& cases) {
  using namespace lab::pairwise_sum_experiment;
  constexpr double kRoundings = 64;  // pairwise_sum_launch.cu has this number
  const std::string file = "pairwise_sum/pairwise_sum_kernels.cuh";
  for (const int n : {1, 33, 1003}) {
    const auto problem =
        problem_of<PairwiseSumProblem>("pairwise-sum", {{"n", n}, {"threads", kSumThreads}});
    const std::string size = " n " + std::to_string(n);
    const int block = (n + 1) / 2;  // size of the only block
    cases.push_back({"sum_in_place" + size, file, {"sum_in_place"}, [=](PlayedLab& play) {
                       const Array x = play.input("x", problem->numbers);
                       play.launch("sum_in_place", {1}, {block}, {x, n});
                       play.run();
                       return lab::checked_sum(problem->exact, play.values<float>(x).front(),
                                               kRoundings);
                     }});
    cases.push_back({"sum_in_one_block" + size, file, {"sum_in_one_block"}, [=](PlayedLab& play) {
                       const Array x = play.input("x", problem->numbers);
                       const Array sum = play.output<float>("sum", 1);
                       play.launch("sum_in_one_block", {1}, {block}, {x, sum, n}, 2 * block * 4);
                       play.run();
                       return lab::checked_sum(problem->exact, play.values<float>(sum).front(),
                                               n / (2.0 * block) + 12);
                     }});
    for (const char* kernel : {"sum_interleaved", "sum_sequential", "sum_by_shuffles"}) {
      cases.push_back(
          {kernel + size, file, {kernel}, [=](PlayedLab& play) {
             Array from = play.input("x", problem->numbers);
             int left = n;
             do {  // a launch adds two numbers for each thread
               const int grid = blocks_of(left, 2 * kSumThreads);
               const Array to = play.output<float>("sums", static_cast<std::size_t>(grid));
               play.launch(kernel, {grid}, {kSumThreads}, {from, to, left}, kSumThreads * 4);
               from = to;
               left = grid;
             } while (left > 1);
             play.run();
             return lab::checked_sum(problem->exact, play.values<float>(from).front(), kRoundings);
           }});
    }
    const int blocks = std::min(kSumBlocks, blocks_of(n, 4 * kSumThreads));
    const double roundings = kRoundings + n / 4.0 / (blocks * kSumThreads);
    cases.push_back(
        {"sum_by_vectors" + size, file, {"sum_by_vectors"}, [=](PlayedLab& play) {
           const Array x = play.input("x", problem->numbers);
           const Array sums = play.output<float>("sums", static_cast<std::size_t>(blocks));
           const Array sum = play.output<float>("sum", 1);
           play.launch("sum_by_vectors", {blocks}, {kSumThreads}, {x, sums, n});
           play.launch("sum_by_vectors", {1}, {kSumThreads}, {sums, sum, blocks});
           play.run();
           return lab::checked_sum(problem->exact, play.values<float>(sum).front(), roundings);
         }});
    cases.push_back(
        {"sum_in_one_launch" + size, file, {"sum_in_one_launch"}, [=](PlayedLab& play) {
           const Array x = play.input("x", problem->numbers);
           const Array sums = play.output<float>("sums", static_cast<std::size_t>(blocks));
           const Array finished = play.input("finished", kZeroWord);
           const Array sum = play.output<float>("all", 1);
           play.launch("sum_in_one_launch", {blocks}, {kSumThreads}, {x, sums, finished, sum, n});
           play.run();
           return lab::checked_sum(problem->exact, play.values<float>(sum).front(), roundings);
         }});
  }
}

void add_histogram(std::vector<LabCase>& cases) {
  using namespace lab::histogram_experiment;
  constexpr int kBins = 16;
  for (const int input : {0, 1, 2, 3}) {
    const auto problem = problem_of<HistogramProblem>("histogram", {{"n", 503},
                                                                    {"threads", kSumThreads},
                                                                    {"blocks", kSumBlocks},
                                                                    {"bins", kBins},
                                                                    {"input", input}});
    for (const char* kernel :
         {"count_in_global", "count_in_shared", "count_striped", "count_striped_vectors"}) {
      cases.push_back({kernel + std::string(" input ") + std::to_string(input),
                       "histogram/histogram_kernels.cuh",
                       {kernel},
                       [=](PlayedLab& play) {
                         const int log_copies =
                             std::string(kernel).starts_with("count_striped") ? 5 : 0;
                         const Array values = play.input("values", problem->values);
                         const Array counts = play.input("counts", HistogramCounts(kBins, 0));
                         play.launch(kernel, {kSumBlocks}, {kSumThreads},
                                     {values, counts, problem->values.size(), kBins, log_copies},
                                     (kBins << log_copies) * 4);
                         play.run();
                         return checked_histogram(*problem, play.values<std::uint32_t>(counts));
                       }});
    }
  }
}

}  // namespace

std::vector<LabCase> lab_sum_cases() {
  std::vector<LabCase> cases;
  add_dot(cases);
  add_pairwise_sum(cases);
  add_histogram(cases);
  return cases;
}

namespace {

void add_race(std::vector<LabCase>& cases) {
  using namespace lab::race_experiment;
  const auto problem = problem_of<RaceProblem>("race", {{"n", 150}, {"threads", kSumThreads}});
  for (const char* kernel :
       {"add_plainly", "add_each", "add_atomically", "add_by_warp", "add_by_block"}) {
    const bool racing = std::string(kernel) == "add_plainly";
    LabCase made{kernel, "race/race_kernels.cuh", {kernel}, [=](PlayedLab& play) {
                   const Array a = play.input("a", kZeroWord);
                   std::vector<Argument> arguments{a, problem->n};
                   if (std::string(kernel) == "add_each") arguments = {a, 0, problem->n};
                   play.launch(kernel, {blocks_of(problem->n, kSumThreads)}, {kSumThreads},
                               arguments);
                   play.run();
                   return checked_count(problem->n, play.values<std::uint32_t>(a).front(), racing);
                 }};
    if (racing) made.shows = {FaultKind::race};
    made.wrong_on_purpose = racing;
    cases.push_back(std::move(made));
  }
}

void add_atomics(std::vector<LabCase>& cases) {
  using namespace lab::atomics_experiment;
  const std::string file = "atomics/atomics_kernels.cuh";
  for (int operation = 0; operation < static_cast<int>(kOperationNames.size()); ++operation) {
    const auto problem = problem_of<AtomicsProblem>(
        "atomics", {{"n", 150}, {"threads", kSumThreads}, {"operation", operation}});
    const Dim grid{blocks_of(problem->n(), kSumThreads)};
    const auto n = static_cast<std::size_t>(problem->n());
    const std::string name = kOperationNames.at(static_cast<std::size_t>(operation));
    for (const int apart : {0, 1, 8}) {  // words from one cell to the next; 0: one cell for all
      cases.push_back({"apply_globally " + name + " apart " + std::to_string(apart),
                       file,
                       {"apply_globally"},
                       [=](PlayedLab& play) {
                         const auto words = apart == 0 ? 1 : n * static_cast<std::size_t>(apart);
                         const Array values = play.input("values", problem->values);
                         const Array olds = play.output<std::uint32_t>("olds", n);
                         const Array cells =
                             play.input("cells", std::vector<std::uint32_t>(words, problem->start));
                         play.launch("apply_globally", grid, {kSumThreads},
                                     {operation, problem->start, values, olds, cells, apart, n});
                         play.run();
                         AtomicsResult result{.olds = play.values<std::uint32_t>(olds),
                                              .cells = {},
                                              .per_cell = apart == 0 ? problem->n() : 1};
                         const std::vector<std::uint32_t> all = play.values<std::uint32_t>(cells);
                         for (std::size_t i = 0; i < all.size();
                              i += static_cast<std::size_t>(std::max(1, apart)))
                           result.cells.push_back(all[i]);
                         return apart == 0 ? checked_in_any_order(*problem, result)
                                           : checked_in_order(*problem, result);
                       }});
    }
    cases.push_back({"apply_in_block " + name, file, {"apply_in_block"}, [=](PlayedLab& play) {
                       const Array values = play.input("values", problem->values);
                       const Array olds = play.output<std::uint32_t>("olds", n);
                       const Array cells =
                           play.output<std::uint32_t>("cells", static_cast<std::size_t>(grid.x));
                       play.launch("apply_in_block", grid, {kSumThreads},
                                   {operation, problem->start, values, olds, cells, n});
                       play.run();
                       return checked_in_any_order(*problem,
                                                   {.olds = play.values<std::uint32_t>(olds),
                                                    .cells = play.values<std::uint32_t>(cells),
                                                    .per_cell = kSumThreads});
                     }});
  }
  cases.push_back({"try_operation", file, {"try_operation"}, [](PlayedLab& play) {
                     const Array cell = play.output<std::uint32_t>("cell", 1);
                     std::vector<Array> returned;
                     std::vector<Array> stored;
                     for (const Demonstration& each : kDemonstrations) {
                       returned.push_back(play.output<std::uint32_t>("returned", 1));
                       stored.push_back(play.output<std::uint32_t>("stored", 1));
                       play.launch("try_operation", {1}, {1},
                                   {static_cast<int>(each.operation), each.old, each.value,
                                    each.compare, cell, returned.back(), stored.back()});
                     }
                     play.run();
                     std::vector<Demonstrated> found;
                     for (std::size_t i = 0; i < returned.size(); ++i) {
                       found.push_back({play.values<std::uint32_t>(returned[i]).front(),
                                        play.values<std::uint32_t>(stored[i]).front()});
                     }
                     lab::Outcome outcome{.right = true};
                     add_demonstrations(outcome, found);
                     return outcome;
                   }});
  cases.push_back(
      {"try_types", file, {"try_types"}, [](PlayedLab& play) {
         const Array found = play.output<double>("found", 2 * kTypedDemonstrations.size());
         play.launch("try_types", {1}, {1},
                     {play.output<std::int32_t>("i", 1), play.output<std::uint32_t>("u", 1),
                      play.output<std::uint64_t>("l", 1), play.output<float>("f", 1),
                      play.output<double>("d", 1), found});
         play.run();
         lab::Outcome outcome{.right = true};
         add_typed_demonstrations(outcome, play.values<double>(found));
         return outcome;
       }});
}

void add_lock(std::vector<LabCase>& cases) {
  using namespace lab::lock_experiment;
  using lab::race_experiment::checked_count;
  const std::string file = "lock/lock_kernels.cuh";
  const auto problem = problem_of<LockProblem>("lock", {{"n", 5}, {"threads", 32}});
  const int n = static_cast<int>(problem->n);
  for (const char* kernel :
       {"count_unlocked", "count_locked", "count_with_pauses", "count_atomic"}) {
    const bool racing = std::string(kernel) == "count_unlocked";
    LabCase made{kernel, file, {kernel}, [=](PlayedLab& play) {
                   const Array words = play.zeroed_struct(kernel, "words");
                   play.launch(kernel, {n}, {32}, {words});
                   play.run();
                   return checked_count(
                       n, static_cast<std::int64_t>(play.member(words, ".counter")), racing);
                 }};
    if (racing) made.shows = {FaultKind::race};
    made.wrong_on_purpose = racing;
    cases.push_back(std::move(made));
  }
  cases.push_back({"count_with_struct", file, {"count_with_struct"}, [=](PlayedLab& play) {
                     const Array mutex = play.input("mutex", kZeroWord);
                     const Array counter = play.input("counter", kZeroWord);
                     play.launch("count_with_struct", {n}, {32}, {mutex, counter});
                     play.run();
                     return checked_count(n, play.values<std::uint32_t>(counter).front());
                   }});
  cases.push_back(
      {"count_by_warp_safely", file, {"count_by_warp_safely"}, [](PlayedLab& play) {
         constexpr int kIncrements = 40;  // some threads have two
         const Array words = play.zeroed_struct("count_by_warp_safely", "words");
         play.launch("count_by_warp_safely", {1}, {32}, {words, kMostTries, kIncrements});
         play.run();
         return checked_count(kIncrements,
                              static_cast<std::int64_t>(play.member(words, ".counter")));
       }});
}

}  // namespace

std::vector<LabCase> lab_contest_cases() {
  std::vector<LabCase> cases;
  add_race(cases);
  add_atomics(cases);
  add_lock(cases);
  return cases;
}

}  // namespace heatwave::stage::test
