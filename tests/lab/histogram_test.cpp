// Tests the histogram experiment: every count is correct for every input, and the check finds a
// wrong one.
#include "kernels/lab/experiments/histogram/histogram_experiment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab::histogram_experiment {
namespace {

constexpr std::int64_t kSize = 1'000'003;

/// Returns the counts of each CPU variant.
std::vector<std::vector<std::int64_t>> counted(std::int64_t input, std::uint64_t seed = 1) {
  Request request{.experiment = "histogram", .variants = {"loop", "threads"}, .repeats = 1};
  request.settings = quick_settings(find_experiment("histogram"));
  request.settings.values["n"] = kSize;
  request.settings.values["input"] = input;
  request.settings.seed = seed;
  std::vector<std::vector<std::int64_t>> all;
  for (const Measurement& m : measure(request, {}, {}).measurements) {
    EXPECT_EQ(m.status, Status::measured) << m.variant << ": " << m.note;
    EXPECT_EQ(m.outcome.result, "256 of 256 counts right");
    all.push_back(*m.outcome.counts);
  }
  return all;
}

std::int64_t bins_in_use(const std::vector<std::int64_t>& counts) {
  return std::count_if(counts.begin(), counts.end(), [](std::int64_t count) { return count > 0; });
}

TEST(Histogram, CountsEveryValueOfEveryInput) {
  for (std::int64_t input = 0; input < 4; ++input) {
    for (const auto& counts : counted(input)) {
      EXPECT_EQ(counts.size(), 256U);
      EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), kSize);
    }
  }
}

TEST(Histogram, InputsHaveTheShapesTheyAreNamedFor) {
  const auto uniform = counted(0).front();
  for (const std::int64_t count : uniform) EXPECT_NEAR(static_cast<double>(count), 3906, 400);
  EXPECT_EQ(bins_in_use(counted(1).front()), 1);
  const auto bell = counted(2).front();
  EXPECT_GT(bell[127], 20 * std::max<std::int64_t>(bell[20], 1));
  EXPECT_GT(bell[127], 20 * std::max<std::int64_t>(bell[235], 1));
  EXPECT_EQ(bins_in_use(counted(3).front()), 10);
}

TEST(Histogram, TheSeedDecidesTheInput) {
  EXPECT_EQ(counted(0, 7), counted(0, 7));
  EXPECT_NE(counted(0, 7), counted(0, 8));
}

TEST(Histogram, OneValueInTheWrongBinIsSeen) {
  HistogramProblem problem;
  problem.values = {3, 3, 5};
  problem.expected.resize(256);
  problem.expected[3] = 2;
  problem.expected[5] = 1;
  HistogramCounts counts = problem.expected;
  EXPECT_TRUE(checked_histogram(problem, counts).right);
  --counts[3];
  ++counts[4];
  const Outcome outcome = checked_histogram(problem, counts);
  EXPECT_FALSE(outcome.right);
  EXPECT_EQ(outcome.result, "254 of 256 counts right");
  EXPECT_GT(outcome.error, 0.0);
}

TEST(Histogram, WorstCaseOfEachKernelIsToldExactly) {
  HistogramProblem problem;
  problem.expected = {1000, 24};
  Outcome outcome;
  add_waits(outcome, problem, HistogramMeeting::global, 8, 256);
  ASSERT_EQ(outcome.facts.size(), 2U);
  EXPECT_EQ(outcome.facts[0].second, "1000");
  EXPECT_EQ(outcome.facts[1].second, "2048");  // all threads of all blocks
  add_waits(outcome, problem, HistogramMeeting::block, 8, 256);
  ASSERT_EQ(outcome.facts.size(), 3U);
  EXPECT_EQ(outcome.facts[0].second, "125");
  EXPECT_EQ(outcome.facts[1].second, "256");  // all threads of a block
  EXPECT_EQ(outcome.facts[2].second, "8");    // then all blocks
}

// The lecture has 256 bins, and 100; its example has the digits 0 to 9.
TEST(Histogram, AnyNumberOfBinsIsCountedRight) {
  Request request{.experiment = "histogram", .variants = {"loop", "threads"}, .repeats = 1};
  request.settings = quick_settings(find_experiment("histogram"));
  request.settings.values["n"] = 10'007;
  for (const std::int64_t bins : {1, 2, 10, 100, 255, 1000, 12288}) {
    request.settings.values["bins"] = bins;
    for (std::int64_t input = 0; input < 4; ++input) {
      request.settings.values["input"] = input;
      for (const Measurement& m : measure(request, {}, {}).measurements) {
        EXPECT_EQ(m.status, Status::measured) << m.variant << ", " << bins << ": " << m.note;
        EXPECT_EQ(static_cast<std::int64_t>(m.outcome.counts->size()), bins);
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::lab::histogram_experiment
