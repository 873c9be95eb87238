// Tests the experiment on scaling: a plate for each thread, rates of all devices together, and what
// is said where there are too few.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/lab/experiments/scaling/scaling_field.h"
#include "tests/lab/cases.h"

namespace heatwave::lab::testing {
namespace {

Settings settings_of(std::int64_t n, std::int64_t devices, std::int64_t equation = 0) {
  Settings settings = quick_settings(find_experiment("scaling"));
  settings.values["n"] = n;
  settings.values["devices"] = devices;
  settings.values["equation"] = equation;
  return settings;
}

TEST(Scaling, HasTheBitsOfOneWithEveryEquation) {
  const auto equations = static_cast<std::int64_t>(scaling_experiment::field_equations().size());
  for (std::int64_t equation = 0; equation < equations; ++equation) {
    expect_right(
        measured(find_experiment("scaling"), settings_of(96, 2, equation), {"strong", "weak"}));
  }
}

TEST(Scaling, GivesEachThreadAPlateWhereItIsWeak) {
  const Experiment& scaling = find_experiment("scaling");
  for (const std::int64_t devices : {1, 2, 5}) {
    const Settings settings = settings_of(128, devices);
    const double plate = 128.0 * 128.0 * static_cast<double>(settings["steps"]);
    EXPECT_EQ(find_variant(scaling, "strong").work(settings).cells, plate);
    EXPECT_EQ(find_variant(scaling, "weak-cuda").work(settings).cells,
              plate * static_cast<double>(devices));
  }
}

TEST(Scaling, CountsTheCellsOfAllThreadsTogether) {
  if (core::cpu_facts().processors < 2) GTEST_SKIP() << "needs two processors";
  const Report report =
      measured(find_experiment("scaling"), settings_of(128, 2), {"strong", "weak"});
  for (const Measurement& m : report.measurements) {
    EXPECT_EQ(m.devices, 2) << m.variant;
    EXPECT_DOUBLE_EQ(m.cells_per_second(), m.work.cells / (1e-3 * m.time.median)) << m.variant;
    EXPECT_FALSE(m.outcome.facts.empty()) << m.variant;
  }
}

TEST(Scaling, SaysThatThereAreTooFewProcessorsOrRows) {
  const Report report = measured(find_experiment("scaling"), settings_of(64, 64), {"strong"});
  ASSERT_EQ(report.measurements.size(), 1U);
  EXPECT_EQ(report.measurements[0].status, Status::unavailable);
  EXPECT_NE(report.measurements[0].note.find(core::cpu_facts().processors < 64 ? "processor"
                                                                               : "too few rows"),
            std::string::npos)
      << report.measurements[0].note;
}

}  // namespace
}  // namespace heatwave::lab::testing
