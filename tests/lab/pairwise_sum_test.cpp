// Tests the pairwise sum: the error of each variant, and that the check finds a wrong sum.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/experiments/pairwise_sum/pairwise_sum_experiment.h"

namespace heatwave::lab {
namespace {

Report measured(const std::map<std::string, std::int64_t>& values,
                const std::vector<std::string>& variants) {
  Request request{.experiment = "pairwise-sum", .variants = variants, .repeats = 1};
  request.settings = quick_settings(find_experiment("pairwise-sum"));
  for (const auto& [id, value] : values) request.settings.values[id] = value;
  return measure(request, {}, {});
}

constexpr std::int64_t kEqual = 1;  // the input of 0.1 each
constexpr std::int64_t kFew = 3;    // whole numbers

TEST(PairwiseSum, LinearSumDriftsWherePairwiseSumStaysExact) {
  const Report report =
      measured({{"n", 1 << 20}, {"input", kEqual}}, {"linear", "pairwise", "threads"});
  EXPECT_GT(report.measurements[0].outcome.error, 1e-3);
  EXPECT_LT(report.measurements[1].outcome.error, 1e-6);
  EXPECT_LT(report.measurements[2].outcome.error, 1e-6);
  for (const Measurement& m : report.measurements) EXPECT_EQ(m.status, Status::measured);
}

TEST(PairwiseSum, SumThatHasLostItsDigitsIsWrong) {
  const Report report = measured({{"n", 1 << 24}, {"input", kEqual}}, {"linear", "pairwise"});
  EXPECT_EQ(report.measurements[0].status, Status::wrong);
  EXPECT_EQ(report.measurements[1].status, Status::measured);
}

TEST(PairwiseSum, WholeNumbersAddUpExactlyAtEverySize) {
  for (const std::int64_t n : {1, 2, 15, 16, 17, 33, 63, 65, 4095, 4097, 8193, 65537, 1'000'003}) {
    for (const Measurement& m :
         measured({{"n", n}, {"input", kFew}}, {"linear", "pairwise", "threads"}).measurements) {
      EXPECT_EQ(m.status, Status::measured) << m.variant << ", n = " << n;
      EXPECT_EQ(m.outcome.error, 0.0) << m.variant << ", n = " << n;
      EXPECT_EQ(m.outcome.note, "exact");
    }
  }
}

constexpr std::int64_t kLecture = 4;

// The lecture's program printed 518.913 for both of its sums.
TEST(PairwiseSum, LectureNumbersAddUpTo518_913BothWays) {
  for (const Measurement& m :
       measured({{"n", 1024}, {"input", kLecture}}, {"linear", "pairwise", "threads"}).measurements)
    EXPECT_EQ(m.outcome.result, "518.913") << m.variant;
}

TEST(PairwiseSum, LectureNumbersAreThoseOfGlibcsUnseededRand) {
  const std::vector<float> numbers = pairwise_sum_experiment::lecture_numbers(3);
  EXPECT_EQ(numbers,
            (std::vector<float>{1804289383.0F / 2147483647.0F, 846930886.0F / 2147483647.0F,
                                1681692777.0F / 2147483647.0F}));
}

TEST(CheckedSum, AllowsTheRoundingsAndNoMore) {
  const ExactSum exact{.value = 1.0};
  const float off_by_four = 1.0F + 0x1p-22F;
  EXPECT_TRUE(checked_sum(exact, off_by_four, 4).right);
  EXPECT_FALSE(checked_sum(exact, off_by_four, 3).right);
}

TEST(CheckedSum, MissesNoWholeTerm) {
  const ExactSum exact{.value = 5e6, .whole_terms = true};
  EXPECT_TRUE(checked_sum(exact, 5e6F, 1e6).right);
  EXPECT_FALSE(checked_sum(exact, 5e6F - 1, 1e6).right);
}

TEST(CheckedSum, NoChainOfRoundingsExcusesNonsense) {
  const ExactSum exact{.value = 100.0};
  EXPECT_FALSE(checked_sum(exact, 90.0F, 1e12).right);
  EXPECT_FALSE(checked_sum(exact, std::nanf(""), 1e12).right);
  EXPECT_FALSE(checked_sum(exact, std::numeric_limits<float>::infinity(), 1e12).right);
}

TEST(SixDigits, ArePrintedAsInTheCourse) {
  EXPECT_EQ(six_digits(2.345517e13), "2.34552e13");
  EXPECT_EQ(six_digits(518.9131), "518.913");
  EXPECT_EQ(six_digits(523757), "523\u00A0757");
  EXPECT_EQ(six_digits(1.5e-9), "1.5e-09");
}

}  // namespace
}  // namespace heatwave::lab
