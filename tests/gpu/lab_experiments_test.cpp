// Tests that every experiment of the catalogue is correct on the GPU: sizes, inputs and launch
// shapes. Needs a GPU.
#include <gtest/gtest.h>

#include "tests/gpu/device_test.h"
#include "tests/lab/cases.h"

namespace heatwave::lab::testing {
namespace {

class GpuExperiments : public heatwave::testing::DeviceTest,
                       public ::testing::WithParamInterface<Experiment> {
 protected:
  /// Checks an experiment at these values of its parameters, clamped to their ranges.
  static void expect_right_at(const Experiment& experiment,
                              const std::vector<std::pair<std::string, std::int64_t>>& values,
                              int repeats = 0) {
    Settings settings = quick_settings(experiment);
    for (const auto& [id, value] : values) {
      const Parameter* const known = find_parameter(experiment, id);
      if (known == nullptr) continue;
      settings.values[id] = std::clamp(value, known->minimum, known->maximum);
    }
    const auto variants = affordable(experiment, Processor::gpu, settings);
    if (!variants.empty()) expect_right(measured(experiment, settings, variants, repeats));
  }
};

INSTANTIATE_TEST_SUITE_P(Lab, GpuExperiments, ::testing::ValuesIn(experiments()), name_of_case);

TEST_P(GpuExperiments, IsRightAtEverySizeAndInput) {
  expect_all_cases_right(GetParam(), Processor::gpu);
}

TEST_P(GpuExperiments, IsRightWithEveryShapeOfLaunch) {
  for (const std::int64_t threads : {1, 31, 32, 96, 100, 256, 512, 1024}) {
    for (const std::int64_t blocks : {1, 3, 257}) {
      for (const std::int64_t n : {33, 5000}) {
        expect_right_at(GetParam(), {{"n", n}, {"threads", threads}, {"blocks", blocks}});
      }
    }
  }
}

TEST_P(GpuExperiments, StaysRightWhenItIsRepeated) {
  expect_right_at(GetParam(), {{"n", 1000}}, 5);
  expect_right_at(GetParam(), {}, 5);
}

TEST_P(GpuExperiments, TellsItsLaunchAndItsCopies) {
  const Settings settings = quick_settings(GetParam());
  const auto variants = affordable(GetParam(), Processor::gpu, settings);
  for (const Measurement& m : measured(GetParam(), settings, variants).measurements) {
    if (m.status != Status::measured || !m.shape) continue;  // a library does not report its launch
    EXPECT_GT(m.shape->grid, 0) << m.variant;
    EXPECT_GT(m.shape->block, 0) << m.variant;
    EXPECT_GT(m.shape->registers, 0) << m.variant;
    EXPECT_GT(m.shape->occupancy, 0.0) << m.variant;
    EXPECT_LE(m.shape->occupancy, 1.0) << m.variant;
    if (GetParam().id != "reverse" || m.with_copies_ms <= 0) continue;
    EXPECT_GT(m.copies.to_device_ms, 0.0) << m.variant;
    EXPECT_GT(m.copies.to_host_ms, 0.0) << m.variant;
    EXPECT_GT(m.with_pinned_copies_ms, 0.0) << m.variant;
    EXPECT_LT(m.with_pinned_copies_ms, m.with_copies_ms) << m.variant << ": 16 MB each way";
  }
}

TEST_P(GpuExperiments, RefusesWhatTheDeviceCannotHold) {
  const Parameter* const n = find_parameter(GetParam(), "n");
  if (n == nullptr) GTEST_SKIP() << "it has no size";
  Request request{.experiment = GetParam().id, .settings = initial_settings(GetParam())};
  request.settings.values["n"] = n->maximum;
  try {
    check(GetParam(), request);
    GTEST_SKIP() << "this device can take the largest size there is";
  } catch (const core::OutOfMemory& error) {
    const std::string words = error.what();
    const std::size_t at = words.find("; n = ");
    ASSERT_NE(at, std::string::npos) << words;
    const std::int64_t fits = std::stoll(words.substr(at + 6));
    request.settings.values["n"] = std::max(n->minimum, fits - fits / 10);
    EXPECT_NO_THROW(check(GetParam(), request)) << words;
  }
}

}  // namespace
}  // namespace heatwave::lab::testing
