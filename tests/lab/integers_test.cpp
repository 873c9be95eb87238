// Tests the integers experiment: every operation on the CPU, its exact results, and that the check
// finds errors. It also tests the addition of two arrays.
#include "kernels/lab/experiments/integers/integers_experiment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/lab/experiments/add/add_experiment.h"
#include "tests/lab/cases.h"

namespace heatwave::lab::integers_experiment {
namespace {

using testing::measured;

const IntegersProblem& as_own(const std::unique_ptr<Problem>& problem) {
  return static_cast<const IntegersProblem&>(*problem);
}

Settings settings_of(IntegerOperation operation, std::int64_t n, std::int64_t rounds) {
  Settings settings = initial_settings(find_experiment("integers"));
  settings.values["operation"] = static_cast<std::int64_t>(operation);
  settings.values["n"] = n;
  settings.values["rounds"] = rounds;
  return settings;
}

/// The expected result of one round is the operation itself.
TEST(Integers, ExpectsWhatTheInstructionsAreDefinedAs) {
  const Experiment& integers = find_experiment("integers");
  const auto expected = [&](IntegerOperation operation, auto rule) {
    const auto problem = integers.make_problem(settings_of(operation, 1000, 1), {});
    for (std::size_t i = 0; i < 1000; ++i) {
      const std::uint32_t word = as_own(problem).words[i];
      ASSERT_EQ(as_own(problem).expected[i], rule(word)) << std::hex << word;
    }
  };
  expected(IntegerOperation::reverse_bits, [](std::uint32_t word) {
    std::uint32_t turned = 0;
    for (unsigned bit = 0; bit < 32; ++bit)
      if ((word & (1U << bit)) != 0) turned |= 1U << (31U - bit);
    return turned;
  });
  expected(IntegerOperation::count_bits, [](std::uint32_t word) {
    std::uint32_t count = 0;
    for (; word != 0; word &= word - 1) ++count;
    return count;
  });
  expected(IntegerOperation::funnel_shift, [](std::uint32_t word) {
    const std::uint64_t pair = std::uint64_t{word} << 32U | static_cast<std::uint32_t>(~word);
    return static_cast<std::uint32_t>((pair << (word & 31U)) >> 32U);
  });
}

TEST(Integers, EveryOperationAndFunctionIsRightOnTheCpu) {
  const Experiment& integers = find_experiment("integers");
  for (std::int64_t which = 0; which < 3; ++which) {
    Settings settings = settings_of(static_cast<IntegerOperation>(which), 999, 17);
    settings.values["function"] = which;
    testing::expect_right(
        measured(integers, settings, testing::affordable(integers, Processor::cpu, settings)));
  }
}

TEST(Integers, OneWrongWordIsSeen) {
  const auto problem = find_experiment("integers")
                           .make_problem(settings_of(IntegerOperation::count_bits, 100, 3), {});
  std::vector<std::uint32_t> words = as_own(problem).expected;
  EXPECT_TRUE(checked_integers(as_own(problem), words).right);
  words[70] ^= 1U;
  const Outcome outcome = checked_integers(as_own(problem), words);
  EXPECT_FALSE(outcome.right);
  EXPECT_EQ(outcome.result, "99 right");
}

TEST(Integers, AFunctionThatIsOffOrUnwrittenIsSeen) {
  const Experiment& integers = find_experiment("integers");
  const auto problem =
      integers.make_problem(settings_of(IntegerOperation::reverse_bits, 100, 1), {});
  FunctionSums found;
  for (const float y : as_own(problem).numbers) found.firsts.push_back(std::sqrt(y));
  found.sums = found.firsts;
  EXPECT_TRUE(checked_functions(as_own(problem), found).right);
  FunctionSums off = found;
  off.firsts[5] += 0x1p-19F;
  EXPECT_FALSE(checked_functions(as_own(problem), off).right);
  FunctionSums unwritten = found;
  unwritten.sums[99] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(checked_functions(as_own(problem), unwritten).right);
}

TEST(Add, OneWrongSumIsSeen) {
  add_experiment::AddProblem problem;
  problem.expected = {1, 2, 3};
  EXPECT_TRUE(add_experiment::checked_add(problem, {1, 2, 3}).right);
  EXPECT_FALSE(add_experiment::checked_add(problem, {1, 2, 4}).right);
  EXPECT_FALSE(
      add_experiment::checked_add(problem, {1, std::numeric_limits<float>::quiet_NaN(), 3}).right);
}

}  // namespace
}  // namespace heatwave::lab::integers_experiment
