// Tests the lessons about warps and groups of threads: their results, and their faults.
#include <gtest/gtest.h>

#include <numeric>

#include "kernels/stage/lesson_catalogue.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

using test::array_named;
using test::faults_of;
using test::final_value;
using test::final_values;
using test::random_schedule;
using Values = std::vector<double>;

constexpr int kSchedules = 100;

/// Plays a version under many schedules; all must give these values, without a fault.
void expect_always(const std::string& lesson, const std::string& version, const std::string& array,
                   const Values& values) {
  for (int seed = 0; seed < kSchedules; ++seed) {
    const Trace trace =
        play(find_lesson(lesson), {.version = version, .schedule = random_schedule(seed)});
    ASSERT_TRUE(trace.faults.empty()) << version << ": " << trace.faults.front().text;
    ASSERT_EQ(final_values(trace, array), values) << version << ", seed " << seed;
  }
}

/// Returns whether one of many schedules leads to a fault.
bool fails_at_times(const std::string& lesson, const std::string& version) {
  for (int seed = 0; seed < kSchedules; ++seed) {
    const PlaySettings settings{.version = version, .schedule = random_schedule(seed)};
    if (!play(find_lesson(lesson), settings).faults.empty()) return true;
  }
  return false;
}

TEST(StageGroups, EveryVersionOfDivergenceGivesTheSameLanesTheirValues) {
  expect_always("divergence", "lanes", "out", {2, 102, 6, 104, 10, 106, 14, 108});
  expect_always("divergence", "warps", "out", {2, 4, 6, 8, 105, 106, 107, 108});
  expect_always("divergence", "select", "out", {2, 102, 6, 104, 10, 106, 14, 108});
}

TEST(StageGroups, ShufflesAddTheNumbersOfAWarp) {
  for (const char* version : {"shuffle", "butterfly", "shared"}) {
    expect_always("warp-sum", version, "out", {36});
  }
}

TEST(StageGroups, ABallotKeepsTheOrderAndAtomicsMayNot) {
  const Trace ballot = play(find_lesson("ballot"), {});
  const Values kept = final_values(ballot, "out");
  EXPECT_EQ(Values(kept.begin(), kept.begin() + 5), (Values{3, 4, 5, 9, 6}));
  EXPECT_EQ(final_value(ballot, array_named(ballot, "count")), 5);
  bool is_in_other_order = false;
  for (int seed = 0; seed < kSchedules; ++seed) {
    const Trace trace =
        play(find_lesson("ballot"), {.version = "atomic", .schedule = random_schedule(seed)});
    const Values values = final_values(trace, "out");
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0.0), 27);
    is_in_other_order |= values != kept;
  }
  EXPECT_TRUE(is_in_other_order);
}

TEST(StageGroups, SharesNeedABarrierOfTheGrid) {
  expect_always("groups", "grid", "out", {5, 10, 15, 20, 12, 12, 12, 12});
  EXPECT_TRUE(fails_at_times("groups", "block"));
  const Lesson& lesson = find_lesson("groups");
  const auto shares = [&](const Schedule& schedule) {
    return final_values(play(lesson, {.version = "block", .schedule = schedule}), "out");
  };
  EXPECT_EQ(shares(first_schedule(lesson, "block")), (Values{10, 20, 30, 20, 12, 12, 12, 12}));
  EXPECT_EQ(shares(Schedule::from("lockstep")), (Values{5, 10, 15, 20, 12, 12, 12, 12}));
}

TEST(StageGroups, BothScansGiveThePrefixSums) {
  Values numbers;
  for (int i = 0; i < 8; ++i) numbers.push_back((i * 7 + 3) % 10);
  Values expected(8);
  std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
  expect_always("scan", "rounds", "out", expected);
  expect_always("scan", "tree", "out", expected);
  EXPECT_TRUE(fails_at_times("scan", "one-barrier"));
}

TEST(StageGroups, AFlagAfterTheDataPassesThem) {
  expect_always("producer", "flag", "got", {42});
  EXPECT_TRUE(fails_at_times("producer", "early"));
  EXPECT_TRUE(fails_at_times("producer", "no-flag"));
}

// The rod of 64 64 64 64 0 0 0 0 between two ends at zero, after two steps.
const Values kLeftHalf{40, 60, 60, 44};
const Values kRightHalf{20, 4, 0, 0};

/// Returns the device's own cells; after two steps they are in its first row.
Values own_cells(const Trace& trace, const std::string& device) {
  const Values all = final_values(trace, device);
  return {all.begin() + 1, all.begin() + 5};
}

TEST(StageGroups, TwoDevicesWithGhostCellsGiveTheUncutRod) {
  for (int seed = 0; seed < kSchedules; ++seed) {
    const Trace trace = play(find_lesson("halo"), {.schedule = random_schedule(seed)});
    ASSERT_TRUE(trace.faults.empty()) << trace.faults.front().text;
    EXPECT_EQ(own_cells(trace, "left"), kLeftHalf) << seed;
    EXPECT_EQ(own_cells(trace, "right"), kRightHalf) << seed;
  }
  for (const double steps : {1, 3, 6}) {
    for (const double n : {2, 8}) {
      const Trace trace = play(find_lesson("halo"), {.inputs = {{"steps", {steps}}, {"n", {n}}}});
      EXPECT_TRUE(trace.faults.empty()) << steps << " steps, " << n << " cells";
    }
  }
}

TEST(StageGroups, AGhostCellThatServesTwoStepsIsStaleInTheSecond) {
  const Trace trace = play(find_lesson("halo"), {.version = "every-other"});
  ASSERT_EQ(trace.faults.size(), 1U);
  EXPECT_EQ(trace.faults.front().kind, FaultKind::result);
  EXPECT_EQ(trace.faults.front().text,
            "cell 4 of the rod is 40, on one device it is 44: a ghost cell was stale");
  EXPECT_EQ(trace.faults.front().array, array_named(trace, "left"));
  EXPECT_EQ(trace.faults.front().index, 4);
  EXPECT_EQ(own_cells(trace, "left"), (Values{40, 60, 60, 40}));
  EXPECT_EQ(own_cells(trace, "right"), (Values{24, 4, 0, 0}));
  const Trace one =
      play(find_lesson("halo"), {.version = "every-other", .inputs = {{"steps", {1}}}});
  EXPECT_TRUE(one.faults.empty()) << "its first step needs no message";
}

TEST(StageGroups, AMissingCounterIsARaceBetweenDevicesAndAtTimesAStaleGhostCell) {
  bool is_stale = false;
  for (int seed = 0; seed < kSchedules; ++seed) {
    const Trace trace =
        play(find_lesson("halo"), {.version = "no-flags", .schedule = random_schedule(seed)});
    EXPECT_GT(faults_of(trace, FaultKind::race), 0) << seed;
    is_stale = is_stale || faults_of(trace, FaultKind::result) > 0;
  }
  EXPECT_TRUE(is_stale);
}

TEST(StageGroups, AnEqualTopIsNotAnUnchangedList) {
  const Lesson& aba = find_lesson("aba");
  const Trace plain = play(aba, {.version = "plain", .schedule = aba.schedule});
  ASSERT_EQ(plain.faults.size(), 1U);
  EXPECT_EQ(plain.faults.front().text, "node 2 is taken, and still in the list");
  EXPECT_TRUE(plain.candidates.empty()) << "it plays to the end";
  EXPECT_EQ(final_values(plain, "taken"), (Values{1, 2}));
  const Trace counted = play(aba, {.version = "counted", .schedule = aba.schedule});
  EXPECT_TRUE(counted.faults.empty());
  EXPECT_TRUE(counted.candidates.empty());
  EXPECT_FALSE(fails_at_times("aba", "counted"));
}

}  // namespace
}  // namespace heatwave::stage
