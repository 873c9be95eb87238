// Tests the dot product: the lecture's figures, and exact results for inputs that allow them.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab {
namespace {

Report measured(const std::map<std::string, std::int64_t>& values) {
  Request request{.experiment = "dot", .variants = {"loop", "threads"}, .repeats = 1};
  request.settings = initial_settings(find_experiment("dot"));
  for (const auto& [id, value] : values) request.settings.values[id] = value;
  return measure(request, {}, {});
}

void expect_figure(std::int64_t n, const std::string& figure) {
  for (const Measurement& m : measured({{"n", n}}).measurements) {
    EXPECT_EQ(m.status, Status::measured) << m.variant;
    EXPECT_EQ(m.outcome.result, figure) << m.variant;
    EXPECT_EQ(m.outcome.expected, figure);
  }
}

TEST(Dot, GivesTheLecturesResult) { expect_figure(32 << 10, "2.34552e13"); }

TEST(Dot, GivesTheResultThatTheLecturePrints) { expect_figure(33 << 10, "2.57236e13"); }

TEST(Dot, QuickSetHasTheLecturesSize) {
  EXPECT_EQ(quick_settings(find_experiment("dot"))["n"], 32 << 10);
}

TEST(Dot, WholeNumbersGiveExactResultsAtEverySize) {
  constexpr std::int64_t kFew = 3;
  for (const std::int64_t n : {1, 2, 31, 33, 63, 65, 4095, 4097, 65537, 1'000'003}) {
    for (const Measurement& m : measured({{"n", n}, {"input", kFew}}).measurements) {
      EXPECT_EQ(m.status, Status::measured) << m.variant << ", n = " << n;
      EXPECT_EQ(m.outcome.error, 0.0) << m.variant << ", n = " << n;
    }
  }
}

TEST(Dot, EveryRungStaysRightWhereAFloatSumWouldStopGrowing) {
  for (const Measurement& m : measured({{"n", 1 << 24}}).measurements) {
    EXPECT_EQ(m.status, Status::measured) << m.variant;
    EXPECT_LT(m.outcome.error, 1e-5) << m.variant;
  }
}

}  // namespace
}  // namespace heatwave::lab
