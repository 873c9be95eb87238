// Tests races, atomics and locks on the GPU: exact if they must be, limited if they might hang.
// Needs a GPU.
#include <gtest/gtest.h>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/experiments/atomics/atomics_experiment.h"
#include "tests/gpu/device_test.h"

namespace heatwave::lab {
namespace {

class LabLocks : public heatwave::testing::DeviceTest {};

Request request_of(const std::string& experiment, const std::vector<std::string>& variants) {
  Request request{.experiment = experiment, .variants = variants, .repeats = 2, .seconds = 0.1};
  request.settings = initial_settings(find_experiment(experiment));
  return request;
}

TEST_F(LabLocks, AtomicIncrementsAreAMillion) {
  for (const Measurement& m :
       measure(request_of("race", {"each", "atomic", "warp", "block"}), {}, {}).measurements) {
    EXPECT_EQ(m.outcome.result, "1\u00A0000\u00A0000") << m.variant << ": " << m.note;
  }
  const Measurement plain = measure(request_of("race", {"plain"}), {}, {}).measurements.at(0);
  EXPECT_FALSE(plain.outcome.right);  // a million threads race on one number
  EXPECT_NE(plain.outcome.note.find("of 1\u00A0000\u00A0000 increments were lost"),
            std::string::npos);
}

TEST_F(LabLocks, EveryAtomicFitsOneOrder) {
  Request request = request_of("atomics", {"contended", "shared", "spread", "neighbours"});
  request.sweep = {.parameter = "operation",
                   .values = find_experiment("atomics").parameters.at(0).sweep};
  for (const std::int64_t n : {1, 33, 1'000, 100'003}) {
    for (const std::int64_t threads : {1, 33, 256, 1024}) {
      request.settings.values["n"] = n;
      request.settings.values["threads"] = threads;
      for (const Measurement& m : measure(request, {}, {}).measurements) {
        EXPECT_EQ(m.status, Status::measured)
            << m.variant << ", operation " << m.settings["operation"] << ", n " << n << ": "
            << m.note << m.outcome.note;
      }
    }
  }
}

TEST_F(LabLocks, BlocksCountThemselves) {
  Request request =
      request_of("lock", {"spin", "backoff", "ticket", "packed", "atomic", "warp-safe"});
  for (const std::int64_t n : {1, 32, 512, 5'000}) {
    request.settings.values["n"] = n;
    for (const Measurement& m : measure(request, {}, {}).measurements) {
      EXPECT_TRUE(m.outcome.right) << m.variant << ", n " << n << ": " << m.note;
    }
  }
}

TEST_F(LabLocks, AStructLockPassedByValueIsFreedOnceTooOften) {
  const Measurement m = measure(request_of("lock", {"by-value"}), {}, {}).measurements.at(0);
  EXPECT_EQ(m.status, Status::measured) << m.note;
  EXPECT_FALSE(m.ranked());
  EXPECT_EQ(m.outcome.note.find("allocated 1 time, freed 2 times"), 0U) << m.outcome.note;
}

TEST_F(LabLocks, TheTypesThatHaveAtomicsAreTried) {
  const Measurement m = measure(request_of("atomics", {"contended"}), {}, {}).measurements.at(0);
  EXPECT_EQ(m.status, Status::measured) << m.note << m.outcome.note;
  EXPECT_EQ(m.outcome.facts.size(), atomics_experiment::kDemonstrations.size() +
                                        atomics_experiment::kTypedDemonstrations.size());
}

// Either outcome is correct if it is reported correctly; afterwards the device must work as before.
TEST_F(LabLocks, AfterTheCatch22EverythingElseStillRuns) {
  for (const Measurement& m :
       measure(request_of("lock", {"warp", "warp-lockstep"}), {}, {}).measurements) {
    EXPECT_TRUE(m.outcome.right) << m.variant << ": " << m.outcome.note;
    EXPECT_NE(m.outcome.note, "") << m.variant;
    EXPECT_FALSE(m.ranked()) << m.variant;
  }
  for (const Experiment& experiment : experiments()) {
    Request request{.experiment = experiment.id, .repeats = 1, .seconds = 0.01};
    request.settings = quick_settings(experiment);
    for (const Variant& variant : experiment.variants) {
      if (variant.processor == Processor::gpu && variant.make)
        request.variants.push_back(variant.id);
    }
    if (request.variants.empty()) continue;
    for (const Measurement& m : measure(request, {}, {}).measurements) {
      EXPECT_TRUE(m.status == Status::measured || m.status == Status::unavailable)
          << experiment.id << " " << m.variant << ": " << m.note;
    }
  }
}

}  // namespace
}  // namespace heatwave::lab
