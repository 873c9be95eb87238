// These are the settings at which every experiment must be correct: sizes from tiny to odd, and
// every kind of input.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/sanitized.h"

namespace heatwave::lab {

/// Prints the name that GoogleTest uses for a test of an experiment.
inline void PrintTo(const Experiment& experiment, std::ostream* out) {  // NOLINT: GoogleTest's name
  *out << experiment.id;
}

namespace testing {

/// The most operations that tests spend on one run of one variant.
inline constexpr double kMostOperations = test::kSanitized ? 3e6 : 3e8;
inline constexpr double kMostBytes = test::kSanitized ? 3e6 : 3e8;

/// Returns a test name, in which GoogleTest allows no dashes.
inline std::string name_of_case(const ::testing::TestParamInfo<Experiment>& info) {
  std::string name = info.param.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

inline const Parameter* find_parameter(const Experiment& experiment, const std::string& id) {
  for (const Parameter& parameter : experiment.parameters) {
    if (parameter.id == id) return &parameter;
  }
  return nullptr;
}

inline std::string in_words(const Settings& settings) {
  std::string text;
  for (const auto& [id, value] : settings.values) text += id + "=" + std::to_string(value) + " ";
  return text + "seed=" + std::to_string(settings.seed);
}

/// Returns settings with each kind of input in turn and, on request, every other choice.
inline std::vector<Settings> all_choices(const Experiment& experiment, const Settings& settings,
                                         bool every_parameter) {
  std::vector<Settings> all{settings};
  for (const Parameter& parameter : experiment.parameters) {
    if (!every_parameter && parameter.id != "input") continue;
    for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
      Settings other = settings;
      other.values[parameter.id] = static_cast<std::int64_t>(i);
      if (std::find(all.begin(), all.end(), other) == all.end()) all.push_back(other);
    }
  }
  return all;
}

/// Returns the quick settings at each size of the experiment, with every choice.
inline std::vector<Settings> all_cases(const Experiment& experiment) {
  const Settings quick = quick_settings(experiment);
  const Parameter* const n = find_parameter(experiment, "n");
  std::vector<Settings> cases = all_choices(experiment, quick, n == nullptr);
  if (n == nullptr) return cases;
  for (const std::int64_t size : {1, 2, 31, 33, 1000, 1'000'003}) {
    if (size < n->minimum || size > n->maximum) continue;
    Settings settings = quick;
    settings.values["n"] = size;
    for (Settings& each : all_choices(experiment, settings, size <= 1000))
      cases.push_back(std::move(each));
  }
  return cases;
}

/// Returns the variants of a processor that are cheap enough for the tests.
inline std::vector<std::string> affordable(const Experiment& experiment, Processor processor,
                                           const Settings& settings) {
  std::vector<std::string> ids;
  for (const Variant& variant : experiment.variants) {
    if (variant.processor != processor) continue;
    if (variant.left_out && !variant.left_out(settings).empty()) continue;
    const Work work = variant.work ? variant.work(settings) : Work{};
    const double operations = std::max(work.operations, 8.0 * work.cells);
    if (operations > kMostOperations || work.bytes > kMostBytes) continue;
    ids.push_back(variant.id);
  }
  return ids;
}

/// Measures with one launch each, so that only that launch can have made the result, or with
/// several.
inline Report measured(const Experiment& experiment, const Settings& settings,
                       const std::vector<std::string>& variants, int repeats = 0) {
  const Request request{
      .experiment = experiment.id,
      .variants = variants,
      .settings = settings,
      .repeats = std::max(1, repeats),
      .seconds = 0.0,
      .longest_sample = repeats > 0 ? std::numeric_limits<double>::infinity() : -1.0};
  return measure(experiment, request, {}, {});
}

inline void expect_right(const Report& report) {
  for (const Measurement& m : report.measurements) {
    SCOPED_TRACE(m.experiment + " " + m.variant + " " + in_words(m.settings));
    if (m.status == Status::unavailable) continue;
    EXPECT_EQ(name_of(m.status), std::string("measured")) << m.note;
    EXPECT_TRUE(m.outcome.right || m.wrong_on_purpose)
        << "expected " << m.outcome.expected << ", got " << m.outcome.result;
    EXPECT_TRUE(m.timed());
    EXPECT_GE(m.time.median, 0.0);
    EXPECT_LE(m.time.least, m.time.median);
    EXPECT_GE(m.time.most, m.time.median);
    EXPECT_FALSE(m.outcome.result.empty());
    EXPECT_FALSE(m.outcome.expected.empty());
  }
}

/// Checks every case of an experiment on one processor.
inline void expect_all_cases_right(const Experiment& experiment, Processor processor) {
  for (const Settings& settings : all_cases(experiment)) {
    const std::vector<std::string> variants = affordable(experiment, processor, settings);
    if (variants.empty()) continue;
    try {
      expect_right(measured(experiment, settings, variants));
    } catch (const core::OutOfMemory&) {
      continue;  // this machine is too small
    }
  }
}

}  // namespace testing
}  // namespace heatwave::lab
