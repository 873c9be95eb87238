// Tests the bands of the experiment on halos, what is told of their limits, and that rates are
// those of each device where several share the work.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "kernels/lab/experiments/halo/halo_experiment.h"
#include "tests/lab/cases.h"

namespace heatwave::lab::testing {
namespace {

using halo_experiment::Band;
using halo_experiment::HaloProblem;
using halo_experiment::Rows;

TEST(Halo, BandsAreRightWithEveryNumberOfGhostRowsAndSteps) {
  const Experiment& halo = find_experiment("halo");
  for (const std::int64_t n : {4, 5, 7, 33}) {
    for (const std::int64_t rows : {1, 2, 3, 12, 256}) {
      for (const std::int64_t steps : {1, 2, 5, 24}) {
        Settings settings = initial_settings(halo);
        settings.values = {{"n", n}, {"rows", rows}, {"steps", steps}};
        expect_right(measured(halo, settings, {"loop", "bands-row", "bands"}));
      }
    }
  }
}

TEST(Halo, ABandSendsTheRowsThatTheOtherReceives) {
  HaloProblem problem;
  for (problem.n = 4; problem.n < 40; ++problem.n) {
    for (std::int64_t ghosts = 1; ghosts <= problem.n / 2; ++ghosts) {
      const std::array<Band, 2> bands = halo_experiment::bands_of(problem, ghosts);
      EXPECT_EQ(bands[0].own + bands[1].own, problem.n);
      for (std::size_t b = 0; b < 2; ++b) {
        const Rows sent = bands[b].sent();
        const Rows received = bands[1 - b].received();
        EXPECT_EQ(bands[b].first + sent.begin, bands[1 - b].first + received.begin);
        EXPECT_EQ(sent.end - sent.begin, ghosts);
        EXPECT_EQ(received.end - received.begin, ghosts);
        // The first step after an exchange reads all ghost rows, and none beyond the band's memory.
        const Rows first = bands[b].stepped(ghosts - 1);
        EXPECT_EQ(first.begin, 1);
        EXPECT_EQ(first.end, bands[b].rows() - 1);
      }
    }
  }
}

/// Returns a fact of the outcome; empty: there is none.
std::string fact_of(const Outcome& outcome, const std::string& name) {
  for (const auto& [fact, value] : outcome.facts) {
    if (fact == name) return value;
  }
  return {};
}

TEST(Halo, TellsWhatMemoryAndTheLinkNeedAtLeast) {
  HaloProblem problem;
  problem.n = 1000;
  problem.steps = 50;
  problem.expected.assign(1'000'000, 1.0F);
  const std::vector<float> plate = problem.expected;
  halo_experiment::Cut cut{.places = "GPU 0 and GPU 1, peers",
                           .ghosts = 12,
                           .devices = 2,
                           .memory_bytes_per_second = 3e12,
                           .link_bytes_per_second = 4e11};
  const Outcome two = checked_plate(problem, plate, &cut);
  EXPECT_TRUE(two.right);
  EXPECT_EQ(two.note, cut.places);
  EXPECT_EQ(fact_of(two, "exchanges"), "5");
  EXPECT_EQ(fact_of(two, "bytes of an exchange, each way"), "48\u00A0000");
  EXPECT_EQ(fact_of(two, "link, measured each way"), "400 GB/s");
  EXPECT_EQ(fact_of(two, "steps, if memory is the limit"), "0.0667 ms") << "400 MB on two";
  EXPECT_EQ(fact_of(two, "rows across, if the link is the limit"), "0.0006 ms") << "240 KB";
  EXPECT_EQ(fact_of(two, "rows of a band that hide the link"), "4");
  cut.link_bytes_per_second = 0;
  EXPECT_EQ(checked_plate(problem, plate, &cut).facts.size(), 2U) << "one GPU has no link";
  EXPECT_TRUE(checked_plate(problem, plate, nullptr).facts.empty()) << "nothing is exchanged";
}

/// A run of ten milliseconds that says how many devices shared it.
class SharedRun final : public lab::Run {
 public:
  explicit SharedRun(int devices) : devices_(devices) {}
  double time(int launches) override { return 10.0 * launches; }
  double time_on_host() override { return 10.0; }
  Outcome outcome() override { return {.right = true, .result = "done", .expected = "done"}; }
  [[nodiscard]] int devices() const override { return devices_; }

 private:
  int devices_;
};

TEST(Halo, RatesAreThoseOfEachDevice) {
  Experiment experiment = find_experiment("halo");
  experiment.variants.clear();
  for (const int devices : {1, 2}) {
    experiment.variants.push_back(
        {.id = "on-" + std::to_string(devices),
         .work = [](const Settings&) { return Work{.bytes = 1e9, .operations = 4e8}; },
         .make =
             [devices](const Problem&, const Stop&) {
               return std::unique_ptr<lab::Run>(std::make_unique<SharedRun>(devices));
             }});
  }
  const Report report = measured(experiment, quick_settings(experiment), {"on-1", "on-2"});
  ASSERT_EQ(report.measurements.size(), 2U);
  EXPECT_EQ(report.measurements[0].devices, 1);
  EXPECT_DOUBLE_EQ(report.measurements[0].bytes_per_second, 1e11);
  EXPECT_EQ(report.measurements[1].devices, 2);
  EXPECT_DOUBLE_EQ(report.measurements[1].bytes_per_second, 5e10);
  EXPECT_DOUBLE_EQ(report.measurements[1].operations_per_second, 2e10);
}

}  // namespace
}  // namespace heatwave::lab::testing
