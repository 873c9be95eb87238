// Tests sums, dot products and histograms on the GPU: correct at every size, shape and input.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/gpu/device_test.h"

namespace heatwave::lab {
namespace {

using Values = std::map<std::string, std::int64_t>;

class LabReductions : public heatwave::testing::DeviceTest {
 protected:
  static Settings settings(const std::string& experiment, const Values& values) {
    Settings settings = quick_settings(find_experiment(experiment));
    for (const auto& [id, value] : values) settings.values[id] = value;
    return settings;
  }

  /// Returns the measurement of each GPU variant, without libraries that are not installed.
  static std::vector<Measurement> measured(const std::string& experiment, const Values& values) {
    Request request{.experiment = experiment, .repeats = 1, .seconds = 0.0};
    request.settings = settings(experiment, values);
    for (const Variant& variant : find_experiment(experiment).variants) {
      if (variant.processor == Processor::gpu) request.variants.push_back(variant.id);
    }
    std::vector<Measurement> all;
    for (const Measurement& m : measure(request, {}, {}).measurements) {
      if (m.status != Status::unavailable) all.push_back(m);
    }
    return all;
  }

  static void expect_right(const std::string& experiment, const Values& values) {
    std::string at = experiment;
    for (const auto& [id, value] : values) at += ", " + id + " = " + std::to_string(value);
    for (const Measurement& m : measured(experiment, values)) {
      EXPECT_EQ(m.status, Status::measured) << m.variant << " at " << at << ": " << m.note;
    }
  }
};

const std::vector<std::string> kExperiments = {"pairwise-sum", "dot", "histogram"};

TEST_F(LabReductions, AreRightAtOddSizesForEveryInput) {
  for (const std::string& experiment : kExperiments) {
    for (std::int64_t input = 0; input < 4; ++input) {
      for (const std::int64_t n :
           {1, 2, 3, 31, 33, 127, 1000, 2047, 2048, 2049, 32768, 1'000'003}) {
        expect_right(experiment, {{"n", n}, {"input", input}});
      }
    }
  }
}

TEST_F(LabReductions, AreRightForEveryNumberOfThreads) {
  constexpr std::int64_t kFew = 3;  // whole numbers: sums are exact
  for (const std::string& experiment : kExperiments) {
    for (const std::int64_t threads : {1, 31, 32, 33, 96, 100, 992, 1000, 1024}) {
      expect_right(experiment, {{"n", 100'003}, {"threads", threads}, {"input", kFew}});
    }
  }
}

TEST_F(LabReductions, AreRightForEveryNumberOfBlocks) {
  constexpr std::int64_t kFew = 3;
  for (const char* experiment : {"dot", "histogram"}) {
    for (const std::int64_t blocks : {1, 2, 31, 160, 1056, 5000, 65536}) {
      expect_right(experiment, {{"n", 100'003}, {"blocks", blocks}, {"input", kFew}});
    }
  }
}

TEST_F(LabReductions, DotGivesTheLecturesResults) {
  const std::map<std::int64_t, std::string> figures = {{32 << 10, "2.34552e13"},
                                                       {33 << 10, "2.57236e13"}};
  for (const auto& [n, figure] : figures) {
    for (const Measurement& m : measured("dot", {{"n", n}})) {
      EXPECT_EQ(m.outcome.result, figure) << m.variant << ", n = " << n;
    }
  }
}

TEST_F(LabReductions, LectureNumbersAddUpTo518_913OnEveryRung) {
  constexpr std::int64_t kLecture = 4;
  for (const Measurement& m : measured("pairwise-sum", {{"n", 1024}, {"input", kLecture}})) {
    EXPECT_EQ(m.outcome.result, "518.913") << m.variant;
  }
}

TEST_F(LabReductions, HistogramsOfAnyNumberOfBinsAreRight) {
  for (const std::int64_t bins : {1, 2, 10, 100, 255, 384, 385, 1000, 12288}) {
    for (std::int64_t input = 0; input < 4; ++input) {
      expect_right("histogram", {{"n", 100'003}, {"bins", bins}, {"input", input}});
    }
  }
}

TEST_F(LabReductions, LastBlockGivesTheSameBitsEveryRun) {
  constexpr std::int64_t kUniform = 1;
  const Experiment& dot = find_experiment("dot");
  const auto problem =
      dot.make_problem(settings("dot", {{"n", 1'000'003}, {"input", kUniform}}), {});
  const auto run = find_variant(dot, "last-block").make(*problem, {});
  std::set<std::string> sums;
  for (int i = 0; i < 200; ++i) {
    run->time(3);  // consecutive launches must count their finished blocks from 0 again
    run->time_with_copies();
    const Outcome outcome = run->outcome();
    ASSERT_TRUE(outcome.right);
    sums.insert(outcome.facts.front().second);  // nine digits distinguish all floats
  }
  EXPECT_EQ(sums.size(), 1U);
}

TEST_F(LabReductions, HistogramCountsAfterManyLaunchesAreThoseOfOne) {
  const Experiment& histogram = find_experiment("histogram");
  const auto problem = histogram.make_problem(settings("histogram", {{"n", 1000}}), {});
  for (const Variant& variant : histogram.variants) {
    if (variant.processor != Processor::gpu) continue;
    const auto run = variant.make(*problem, {});
    run->time(5);
    run->time_with_copies();
    EXPECT_TRUE(run->outcome().right) << variant.id;
  }
}

}  // namespace
}  // namespace heatwave::lab
