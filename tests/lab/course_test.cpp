// Tests what the experiments on warps, latency, streams, managed memory, scans, memory order and
// rounding say of their inputs and results.
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "kernels/core/warp_access.h"
#include "kernels/lab/bench/array_experiment.h"
#include "kernels/lab/experiments/numerics/numerics_experiment.h"
#include "kernels/lab/experiments/occupancy/occupancy_experiment.h"
#include "kernels/lab/experiments/order/order_experiment.h"
#include "kernels/lab/experiments/streams/streams_experiment.h"
#include "tests/lab/cases.h"

namespace heatwave::lab::testing {
namespace {

/// Returns the quick settings with these changes.
Settings settings_of(const std::string& experiment,
                     const std::map<std::string, std::int64_t>& changes) {
  Settings settings = quick_settings(find_experiment(experiment));
  for (const auto& [id, value] : changes) settings.values.at(id) = value;
  return settings;
}

template <typename OwnProblem>
std::unique_ptr<OwnProblem> problem_of(const std::string& experiment, const Settings& settings) {
  auto made = find_experiment(experiment).make_problem(settings, {});
  return std::unique_ptr<OwnProblem>(dynamic_cast<OwnProblem*>(made.release()));
}

// "The elements are random, so the lanes of nearly every warp disagree."
TEST(Divergence, NearlyEveryWarpHasLanesOfBothWays) {
  const auto problem =
      problem_of<ArrayProblem<std::uint32_t>>("divergence", settings_of("divergence", {}));
  std::size_t both = 0;
  std::size_t warps = 0;
  for (std::size_t first = 0; first + 32 <= problem->in.size(); first += 32, ++warps) {
    std::size_t even = 0;
    for (std::size_t lane = 0; lane < 32; ++lane)
      even += problem->in[first + lane] % 2 == 0 ? 1 : 0;
    both += even > 0 && even < 32 ? 1 : 0;
  }
  EXPECT_GE(warps, 8000U);
  EXPECT_GE(both, warps - warps / 1000);
}

TEST(Occupancy, TheEndOfAWalkIsWhereItsStepsLead) {
  for (const std::int64_t n : {1, 2, 1003, 4096}) {
    const auto problem = problem_of<occupancy_experiment::OccupancyProblem>(
        "occupancy", settings_of("occupancy", {{"n", n}, {"walks", 77}, {"steps", 9}}));
    std::vector<std::uint32_t> ends;
    for (std::uint32_t walk = 0; walk < 77; ++walk) {
      auto at = static_cast<std::uint32_t>(walk % n);
      for (int step = 0; step < 9; ++step) at = problem->next[at];
      ends.push_back(at);
    }
    EXPECT_EQ(problem->expected, ends) << n;
    EXPECT_TRUE(checked_walks(*problem, ends).right);
    ends.back() ^= 1U;
    EXPECT_FALSE(checked_walks(*problem, ends).right);
  }
}

// The traffic counts a sector for each load.
TEST(Occupancy, TheLanesOfAWarpLoadFromDifferentSectors) {
  const auto problem = problem_of<occupancy_experiment::OccupancyProblem>(
      "occupancy", initial_settings(find_experiment("occupancy")));
  std::array<std::int64_t, 32> places{};
  for (std::size_t lane = 0; lane < 32; ++lane) places.at(lane) = static_cast<std::int64_t>(lane);
  for (int step = 1; step <= 20; ++step) {
    std::array<std::int64_t, 32> addresses{};
    for (std::size_t lane = 0; lane < 32; ++lane) {
      places.at(lane) = problem->next[static_cast<std::size_t>(places.at(lane))];
      addresses.at(lane) = core::kWordBytes * places.at(lane);
    }
    EXPECT_EQ(core::sectors_touched(addresses), 32) << step;
  }
}

TEST(Streams, AMissingStepOfOneChainIsFound) {
  using namespace streams_experiment;
  const auto problem = problem_of<StreamsProblem>(
      "streams", settings_of("streams", {{"n", 5}, {"chains", 3}, {"steps", 4}}));
  std::vector<std::uint32_t> numbers = problem->start;
  for (std::uint32_t& x : numbers) {
    for (int step = 0; step < 4; ++step) x = x * 1664525U + 1013904223U;
  }
  EXPECT_TRUE(checked_chains(*problem, numbers).right);
  for (std::size_t i = 5; i < 10; ++i) {  // the second chain takes three steps only
    numbers[i] = problem->start[i];
    for (int step = 0; step < 3; ++step) numbers[i] = numbers[i] * 1664525U + 1013904223U;
  }
  EXPECT_EQ(checked_chains(*problem, numbers).result, "10 right");
}

TEST(MemoryOrder, OldWordsAreCountedInTurns) {
  order_experiment::OrderProblem problem;
  problem.turns = 10'000;
  EXPECT_TRUE(checked_turns(problem, 10'000).right);
  const Outcome outcome = checked_turns(problem, 8'766);
  EXPECT_FALSE(outcome.right);
  EXPECT_EQ(outcome.note, "the reader saw old words in 1234 turns");
}

/// Returns the relative errors of the CPU's sums of as many equal numbers.
std::map<std::string, double> errors_of_sums(std::int64_t n) {
  const Settings settings = settings_of("numerics", {{"n", n}, {"input", 1}});
  std::map<std::string, double> errors;
  for (const Measurement& m : measured(find_experiment("numerics"), settings,
                                       {"plain", "pairs", "kahan-cpu", "double-cpu"})
                                  .measurements)
    errors[m.variant] = m.outcome.error;
  return errors;
}

TEST(Numerics, TheErrorDependsOnTheOrderAndOnTheCorrection) {
  const auto errors = errors_of_sums(1 << 20);
  EXPECT_GT(errors.at("plain"), 1e-3);
  EXPECT_LT(errors.at("pairs"), 1e-6);
  EXPECT_LE(errors.at("kahan-cpu"), 0x1p-23);
  EXPECT_LE(errors.at("double-cpu"), 0x1p-24);
}

// "The sum grows, and every number loses digits against it."
TEST(Numerics, ALongSumInFloatIsWrongOnPurposeAndTheOthersAreRight) {
  const auto errors = errors_of_sums(test::kSanitized ? 1 << 21 : 1 << 24);
  EXPECT_GT(errors.at("plain"), test::kSanitized ? 1e-2 : 0.1);
  EXPECT_LE(errors.at("kahan-cpu"), 0x1p-23);
  EXPECT_TRUE(find_variant(find_experiment("numerics"), "plain").wrong_on_purpose);
  EXPECT_FALSE(find_variant(find_experiment("numerics"), "pairs").wrong_on_purpose);
}

}  // namespace
}  // namespace heatwave::lab::testing
