// Tests which measurements the lecture's figures are shown beside.
#include "kernels/lab/measurement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab {
namespace {

/// Returns a measurement of a variant at its experiment's initial settings, with these changes.
Measurement known(const std::string& experiment, const std::string& variant,
                  const std::map<std::string, std::int64_t>& changed) {
  Measurement m{.experiment = experiment, .variant = variant};
  m.settings = initial_settings(find_experiment(experiment));
  for (const auto& [id, value] : changed) m.settings.values[id] = value;
  return m;
}

TEST(LectureTimes, StandOnlyBesideTheirOwnProblem) {
  EXPECT_EQ(kernel_times_of_lecture(known("pairwise-sum", "lecture", {})), std::vector<double>{});
  EXPECT_EQ(kernel_times_of_lecture(known("pairwise-sum", "lecture", {{"n", 1024}})),
            std::vector<double>{0.037});
  EXPECT_EQ(kernel_times_of_lecture(known("matmul", "loops", {})), std::vector<double>{1950});
  EXPECT_EQ(kernel_times_of_lecture(known("matmul", "loops", {{"n", 2048}})),
            std::vector<double>{16000});
  EXPECT_EQ(kernel_times_of_lecture(known("histogram", "shared", {})), std::vector<double>{8.61});
  EXPECT_EQ(kernel_times_of_lecture(known("histogram", "shared", {{"blocks", 320}})),
            std::vector<double>{1.09});
}

TEST(LectureTimes, AreTheKernelsAndNotThoseWithCopies) {
  EXPECT_EQ(kernel_times_of_lecture(known("distance", "constant", {})), std::vector<double>{0.075});
}

// The lecture prints 1.1, 48.2, 434, 3.5, 19.4, 1050, and at 2048: 1.1, 57.0, 443, 3.5, 56.7, 1100,
// in this order.
TEST(LectureTimes, OfTheMatrixProductHaveTheirGflopsBeside) {
  const std::map<std::string, std::vector<double>> printed{
      {"loops", {1.1, 1.1}},   {"wrong-way", {48.2, 57.0}},   {"coalesced", {434, 443}},
      {"blocked", {3.5, 3.5}}, {"local-tiles", {19.4, 56.7}}, {"shared-tiles", {1050, 1100}}};
  for (const auto& [id, gflops] : printed) {
    const Variant& variant = find_variant(find_experiment("matmul"), id);
    ASSERT_EQ(variant.lecture.size(), gflops.size()) << id;
    for (std::size_t i = 0; i < gflops.size(); ++i) {
      const LectureFigure& figure = variant.lecture[i];
      EXPECT_EQ(figure.gflops, gflops[i]) << id;
      const auto n = static_cast<double>(figure.at.at("n"));
      EXPECT_NEAR(2 * n * n * n / (1e6 * figure.milliseconds), gflops[i], 0.03 * gflops[i]) << id;
    }
  }
}

TEST(LectureTimes, EachSaysAtWhichSettings) {
  for (const Experiment& experiment : experiments()) {
    for (const Variant& variant : experiment.variants) {
      for (const LectureFigure& figure : variant.lecture) {
        EXPECT_FALSE(figure.at.empty()) << experiment.id << " " << variant.id;
        for (const auto& [id, value] : figure.at) {
          const auto& all = experiment.parameters;
          EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                                  [&](const Parameter& p) {
                                    return p.id == id && p.minimum <= value && value <= p.maximum;
                                  }))
              << experiment.id << " " << id;
        }
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::lab
