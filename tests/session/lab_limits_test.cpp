// Compares each variant's counted accesses with times recorded on a GPU: no unit can have exceeded
// its limit.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "app/export/lab_table.h"
#include "kernels/lab/occupancy.h"
#include "kernels/lab/utilisation.h"
#include "tests/session/recorded_times.h"

namespace heatwave::session {
namespace {

using lab::DevicePart;

constexpr double kMeasuringError = 1.05;

exporting::RecordedLab recording(const std::string& file) {
  std::ifstream in(std::string(HEATWAVE_ASSET_FOLDER) + "/measurements/" + file);
  std::ostringstream text;
  text << in.rdbuf();
  return exporting::read_lab_json(text.str());
}

lab::Utilisation recorded_utilisation(const std::string& experiment, const std::string& variant) {
  static const exporting::RecordedLab recorded = recording("lab-h200.json");
  for (const lab::Report& report : recorded.reports) {
    if (report.experiment != experiment) continue;
    for (const lab::Measurement& m : report.measurements) {
      if (m.variant == variant) return lab::utilisation_of(m, report.machine);
    }
  }
  ADD_FAILURE() << experiment << " " << variant << " was not recorded";
  return {};
}

/// Calls `take(file, report, measurement)` for each measurement on a GPU.
void for_each_on_gpu(const auto& take) {
  for (const std::string file : kRecordedLabs) {
    const exporting::RecordedLab recorded = recording(file);
    for (const lab::Report& report : recorded.reports) {
      for (const lab::Measurement& m : report.measurements) {
        if (m.processor != lab::Processor::gpu || m.status != lab::Status::measured) continue;
        take(file, report, m);
      }
    }
  }
}

// CUDA reported the occupancy of each launch when it was recorded.
TEST(LabLimits, OccupancyIsWhatCudaReported) {
  int launches = 0;
  for_each_on_gpu(
      [&](const std::string& file, const lab::Report& report, const lab::Measurement& m) {
        if (!m.shape) return;
        const auto multiprocessor = lab::multiprocessor_of(report.machine.gpu);
        ASSERT_TRUE(multiprocessor.has_value()) << file;
        EXPECT_EQ(lab::residency_of(*m.shape, *multiprocessor).occupancy, m.shape->occupancy)
            << file << ": " << m.experiment << " " << m.variant;
        ++launches;
      });
  EXPECT_GT(launches, 250);
}

TEST(LabLimits, NoPartDoesMoreThanItCan) {
  for_each_on_gpu(
      [](const std::string& file, const lab::Report& report, const lab::Measurement& m) {
        const lab::Utilisation busy = lab::utilisation_of(m, report.machine);
        const DevicePart most = busy.busiest();
        EXPECT_LE(busy.of(most), kMeasuringError)
            << file << ": " << m.experiment << " " << m.variant << " at "
            << (report.swept.empty() ? 0 : m.settings[report.swept]) << ", " << name_of(most);
      });
}

// No measurement exceeds its limit, on the CPU or the GPU.
TEST(LabLimits, NothingIsShownToUseMoreThanAllOfALimit) {
  for (const std::string file : kRecordedLabs) {
    for (const lab::Report& report : recording(file).reports) {
      for (const lab::Measurement& m : report.measurements) {
        EXPECT_LE(m.part_of_limit, 1.0) << file << ": " << m.experiment << " " << m.variant;
        const lab::Utilisation busy = lab::utilisation_of(m, report.machine);
        EXPECT_LE(busy.shown(busy.busiest()), 1.0) << m.experiment << " " << m.variant;
      }
    }
  }
}

// "Arithmetic is never the limit: on small plates the launches are, on large ones the way through
// caches and memory."
TEST(LabLimits, AStepOfHeatWaitsForLaunchesAndMemoryButNotForArithmetic) {
  std::map<std::int64_t, double> times;
  const exporting::RecordedLab recorded = recording("lab-h200-sweeps.json");
  for (const lab::Report& report : recorded.reports) {
    if (report.experiment != "stencil") continue;
    for (const lab::Measurement& m : report.measurements) {
      if (m.processor != lab::Processor::gpu || m.variant == "solver-cuda") continue;
      EXPECT_LT(lab::utilisation_of(m, report.machine).arithmetic, 0.05) << m.variant;
      if (m.variant == "one-launch") times[m.settings["n"]] = m.time.median;
    }
  }
  EXPECT_NEAR(times.at(240) / times.at(60), 1.0, 0.25) << "16 times the cells, as many launches";
  EXPECT_GT(times.at(3840) / times.at(1920), 3.0) << "four times the cells";
}

TEST(LabLimits, APassedLimitIsNoLimit) {
  const lab::Utilisation busy{.arithmetic = 0.1, .memory = 2.07};
  EXPECT_TRUE(busy.passes_limit());
  EXPECT_EQ(busy.shown(DevicePart::memory), 0.0);
  EXPECT_STREQ(lab::limit_words(busy), "");
  const lab::Utilisation a_little{.memory = 1.03};
  EXPECT_FALSE(a_little.passes_limit()) << "both are measured";
  EXPECT_EQ(a_little.shown(DevicePart::memory), 1.0);
  EXPECT_STREQ(lab::limit_words(a_little), "memory");
}

TEST(LabLimits, BankConflictsKeepTheFirstCacheBusyAndNothingElse) {
  for (const char* variant : {"row", "stride", "column", "padded"}) {
    const lab::Utilisation busy = recorded_utilisation("banks", variant);
    EXPECT_GT(busy.l1, 0.9) << variant;
    EXPECT_STREQ(lab::limit_words(busy), "memory: L1 and shared") << variant;
  }
}

TEST(LabLimits, TheMatrixProductsRungsAreHeldUpByDifferentThings) {
  const lab::Utilisation uncoalesced = recorded_utilisation("matmul", "wrong-way");
  EXPECT_EQ(uncoalesced.busiest(), DevicePart::l1) << "32 rows: 32 passes";
  EXPECT_GT(uncoalesced.l1, 0.9);
  EXPECT_EQ(recorded_utilisation("matmul", "coalesced").busiest(), DevicePart::l1);
  EXPECT_TRUE(recorded_utilisation("matmul", "single-block").waits()) << "one block in all";
  EXPECT_TRUE(recorded_utilisation("matmul", "vector-loads").waits()) << "too few large tiles";
}

TEST(LabLimits, WhatIsCopiedInWholeLinesIsHeldUpByMemory) {
  EXPECT_STREQ(lab::limit_words(recorded_utilisation("reverse", "vectors")), "memory");
  EXPECT_STREQ(lab::limit_words(recorded_utilisation("dot", "vectors")), "memory");
}

}  // namespace
}  // namespace heatwave::session
