// Tests the race experiment: variants that must be exact are exact, and lost increments are
// reported correctly.
#include <gtest/gtest.h>
#include <sched.h>

#include <string>

#include "kernels/core/non_copyable.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/experiments/race/race_experiment.h"

namespace heatwave::lab::race_experiment {
namespace {

Report raced(std::int64_t n, std::int64_t workers, const std::vector<std::string>& variants,
             const std::string& experiment = "race") {
  Request request{.experiment = experiment, .variants = variants, .repeats = 2, .seconds = 0.1};
  request.settings = initial_settings(find_experiment(experiment));
  request.settings.values["n"] = n;
  request.settings.values["workers"] = workers;
  return measure(request, {}, {});
}

TEST(Race, EveryCarefulVariantCountsAMillion) {
  for (const std::int64_t workers : {0, 1, 3}) {
    const Report report =
        raced(1'000'000, workers, {"loop", "mutex", "fetch-add", "neighbours", "per-thread"});
    for (const Measurement& m : report.measurements) {
      EXPECT_EQ(m.status, Status::measured) << m.variant << ": " << m.note;
      EXPECT_EQ(m.outcome.result, "1\u00A0000\u00A0000") << m.variant;
      EXPECT_TRUE(m.ranked()) << m.variant;
    }
  }
}

/// Restricts this thread, and all threads that it starts meanwhile, to one processor.
class OneProcessor : core::NonCopyable {
 public:
  OneProcessor() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (!CPU_ISSET(cpu, &before_)) continue;
      CPU_SET(cpu, &one);
      break;
    }
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_{};
};

TEST(Race, TwoThreadsLoseIncrementsInEveryRunEvenOnOneProcessor) {
  const OneProcessor alone;
  for (const char* experiment : {"race", "lock"}) {
    const std::string careless = experiment == std::string("race") ? "racing" : "threads-unlocked";
    for (int run = 0; run < 5; ++run) {
      const Measurement m = raced(20'000, 2, {careless}, experiment).measurements.at(0);
      EXPECT_FALSE(m.outcome.right) << experiment << ": " << m.outcome.note;
      EXPECT_NE(m.outcome.note.find("were lost"), std::string::npos) << m.outcome.note;
    }
  }
}

// The number of lost increments depends on the machine; the note must report it correctly.
TEST(Race, TheCarelessVariantTellsWhatItLost) {
  const Measurement m = raced(1'000'000, 4, {"racing"}).measurements.at(0);
  EXPECT_FALSE(m.ranked());
  std::string digits = m.outcome.result;
  std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
  const std::int64_t counted = std::stoll(digits);
  EXPECT_GE(counted, 1);
  EXPECT_LE(counted, 1'000'000);
  EXPECT_EQ(m.outcome.right, counted == 1'000'000);
  EXPECT_EQ(m.outcome.note, checked_count(1'000'000, counted, true).note);
}

TEST(Race, SaysHowManyIncrementsWereLost) {
  const Outcome lecture = checked_count(1'000'000, 92, true);
  EXPECT_FALSE(lecture.right);
  EXPECT_EQ(lecture.note, "999\u00A0908 of 1\u00A0000\u00A0000 increments were lost");
  EXPECT_DOUBLE_EQ(lecture.error, 0.999908);
  EXPECT_TRUE(checked_count(7, 7).right);
  EXPECT_EQ(checked_count(7, 7).note, "");
  EXPECT_NE(checked_count(7, 7, true).note, "");
  EXPECT_FALSE(checked_count(7, 8).right);
}

}  // namespace
}  // namespace heatwave::lab::race_experiment
