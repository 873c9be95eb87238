// The other lessons: memory spaces, races, sums, tiles, heat, and what accesses cost.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "kernels/core/error.h"
#include "kernels/stage/catalogue.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

using test::array_named;
using test::faults_of;
using test::final_value;
using test::final_values;
using test::random_schedule;

constexpr int kRandomPlays = 1000;

TEST(StageMemory, OneASixBThreeCUnderEverySchedule) {
  std::set<double> seen;
  for (int seed = 0; seed < kRandomPlays; ++seed) {
    const Trace trace = play(find_lesson("memory"), {.schedule = random_schedule(seed)});
    const State end = trace.at(static_cast<int>(trace.steps.size()));
    const double a = final_value(trace, array_named(trace, "a"));
    seen.insert(a);
    ASSERT_TRUE(a >= 0 && a <= 5);
    for (int block = 0; block < 3; ++block) {
      const double c = final_value(trace, array_named(trace, "c", block));
      ASSERT_TRUE(c == 2 * block || c == 2 * block + 1);
    }
    ASSERT_EQ(end.threads.size(), 6U);
    for (int t = 0; t < 6; ++t) {
      const auto& locals = end.threads[static_cast<std::size_t>(t)].locals;
      ASSERT_EQ(locals.front().name, "b");
      ASSERT_EQ(locals.front().value, t);
    }
    ASSERT_EQ(faults_of(trace, FaultKind::race), 4) << "a, and each of the three c";
  }
  EXPECT_EQ(seen.size(), 6U) << "any of the six can be the last";
}

TEST(StageRace, ThePersonsOrderGivesNineOrEight) {
  const Lesson& race = find_lesson("race");
  ASSERT_EQ(race.schedule.kind, Schedule::Kind::chosen);
  const auto after = [&race](std::vector<int> choices) {
    return play(race, {.schedule = {.kind = Schedule::Kind::chosen, .choices = choices}});
  };
  EXPECT_EQ(after({}).candidates.size(), 2U);
  EXPECT_EQ(final_value(after({0, 0, 0, 0}), 0), 9);
  EXPECT_EQ(final_value(after({0, 1, 0, 0}), 0), 8);
  EXPECT_THROW(after({2}), core::Error);
  for (int seed = 0; seed < kRandomPlays; ++seed) {
    const Trace wrong = play(race, {.schedule = random_schedule(seed)});
    const double x = final_value(wrong, 0);
    ASSERT_TRUE(x == 8 || x == 9);
    ASSERT_GE(faults_of(wrong, FaultKind::race), 1);
    const Trace right = play(race, {.version = "atomic", .schedule = random_schedule(seed)});
    ASSERT_TRUE(right.faults.empty());
    ASSERT_EQ(final_value(right, 0), 9);
  }
}

TEST(StagePairwiseSum, AddsAnyNumberOfNumbersInEveryOrder) {
  for (const char* version : {"halves", "neighbours"}) {
    for (int n = 1; n <= 33; ++n) {
      std::vector<double> a(static_cast<std::size_t>(n));
      std::iota(a.begin(), a.end(), 1.0);
      for (const char* schedule : {"lockstep", "independent", "random:3"}) {
        const Trace trace =
            play(find_lesson("pairwise-sum"),
                 {.version = version, .inputs = {{"a", a}}, .schedule = Schedule::from(schedule)});
        ASSERT_TRUE(trace.faults.empty()) << version << " " << n << trace.faults.front().text;
        ASSERT_EQ(final_value(trace, 0), n * (n + 1) / 2.0) << version << " " << n;
      }
    }
  }
}

TEST(StageHistogram, CountsRightAndABlockOfItsOwnWaitsLessForOthers) {
  const Lesson& lesson = find_lesson("histogram");
  const std::vector<double> expected{3, 8, 3, 2};
  for (int seed = 0; seed < kRandomPlays / 4; ++seed) {
    for (const char* version : {"global", "shared"}) {
      const Trace trace = play(lesson, {.version = version, .schedule = random_schedule(seed)});
      ASSERT_TRUE(trace.faults.empty()) << trace.faults.front().text;
      ASSERT_EQ(final_values(trace, "bins"), expected);
    }
  }
  const std::vector<double> equal(16, 1.0);
  const PlaySettings all_equal{.inputs = {{"data", equal}}};
  EXPECT_EQ(totals(play(lesson, all_equal)).waiting, 12) << "three of four wait in each of four";
}

TEST(StageReverse, TurnsRoundAndTheMissingBarrierIsFound) {
  const Lesson& lesson = find_lesson("reverse");
  std::vector<double> expected(16);
  for (int i = 0; i < 16; ++i) expected[static_cast<std::size_t>(i)] = 10 + 15 - i;
  for (int seed = 0; seed < kRandomPlays; ++seed) {
    for (const char* version : {"direct", "shared"}) {
      const Trace right = play(lesson, {.version = version, .schedule = random_schedule(seed)});
      ASSERT_TRUE(right.faults.empty()) << right.faults.front().text;
      ASSERT_EQ(final_values(right, "out"), expected);
    }
    const Trace wrong = play(lesson, {.version = "no-barrier", .schedule = random_schedule(seed)});
    ASSERT_GE(faults_of(wrong, FaultKind::race), 1);
  }
}

TEST(StageMatmul, RightWithItsBarriersStaleWithoutAndHungWhereSomeSkip) {
  const Lesson& lesson = find_lesson("matmul-tile");
  const std::vector<double> right = final_values(play(lesson, {}), "c");
  // Row 0 of a is 1 2 3 4, column 0 of b is 0 3 1 4.
  EXPECT_EQ(right.front(), 1 * 0 + 2 * 3 + 3 * 1 + 4 * 4);
  for (int seed = 0; seed < kRandomPlays / 4; ++seed) {
    const Schedule schedule = random_schedule(seed);
    const Trace good = play(lesson, {.version = "right", .schedule = schedule});
    ASSERT_TRUE(good.faults.empty()) << good.faults.front().text;
    ASSERT_EQ(final_values(good, "c"), right);
    const Trace stale = play(lesson, {.version = "no-barriers", .schedule = schedule});
    ASSERT_GE(faults_of(stale, FaultKind::race) + faults_of(stale, FaultKind::unwritten), 1);
    const Trace hung = play(lesson, {.version = "skipped-barrier", .schedule = schedule});
    ASSERT_EQ(faults_of(hung, FaultKind::barrier), 1);
  }
}

TEST(StageHeat, BothVersionsAgreeWithTheFormulaAndOneGridIsARace) {
  const Lesson& lesson = find_lesson("heat");
  const std::vector<double> global = final_values(play(lesson, {}), "u");
  // A 2 × 2 square of 64 in the middle: after one step 32 in it and 16 beside it, after two …
  EXPECT_EQ(global[2 * 6 + 2], 32 + 0.25 * (32 + 32 + 16 + 16 - 4 * 32));
  EXPECT_EQ(global[1 * 6 + 1], 0.25 * (16 + 16));
  EXPECT_EQ(global[0], 0) << "the edge is held";
  for (int seed = 0; seed < 50; ++seed) {
    for (const char* version : {"global", "halo"}) {
      const Trace trace = play(lesson, {.version = version, .schedule = random_schedule(seed)});
      ASSERT_TRUE(trace.faults.empty()) << trace.faults.front().text;
      ASSERT_EQ(final_values(trace, "u"), global);
    }
    const Trace one = play(lesson, {.version = "one-grid", .schedule = random_schedule(seed)});
    ASSERT_GE(faults_of(one, FaultKind::race), 1);
  }
}

/// What the access to an array cost, in the only step that touches it so.
AccessCost cost_of(const Trace& trace, const std::string& array, Op op) {
  for (const Step& step : trace.steps) {
    const Action& first = step.actions.front();
    if (first.op == op && trace.arrays[static_cast<std::size_t>(first.array)].name == array) {
      return step.cost;
    }
  }
  ADD_FAILURE() << "nobody touches " << array;
  return {};
}

TEST(StageCoalescing, SectorsAreTheCourses) {
  const auto sectors = [](PlaySettings settings) {
    return cost_of(play(find_lesson("coalescing"), settings), "data", Op::load).sectors;
  };
  EXPECT_EQ(sectors({.version = "aligned"}), 4);
  EXPECT_EQ(sectors({.version = "permuted"}), 4);
  for (int shift = 0; shift <= 32; ++shift) {
    const PlaySettings settings{.version = "shifted",
                                .inputs = {{"offset", {static_cast<double>(shift)}}}};
    EXPECT_EQ(sectors(settings), shift % 8 == 0 ? 4 : 5) << shift;
  }
  for (int stride = 1; stride <= 8; ++stride) {
    const PlaySettings settings{.version = "strided",
                                .inputs = {{"stride", {static_cast<double>(stride)}}}};
    EXPECT_EQ(sectors(settings), stride == 8 ? 32 : (31 * stride) / 8 + 1) << stride;
  }
  EXPECT_EQ(sectors({.version = "own", .inputs = {{"at", std::vector<double>(32, 7.0)}}}), 1);
}

TEST(StageBanks, WaysAreTheGreatestCommonDivisor) {
  for (int stride = 1; stride <= 32; ++stride) {
    const Trace trace =
        play(find_lesson("banks"), {.version = "stride", .inputs = {{"stride", {1.0 * stride}}}});
    EXPECT_EQ(cost_of(trace, "words", Op::load).ways, std::gcd(stride, 32)) << stride;
    EXPECT_TRUE(trace.faults.empty()) << stride;
  }
  EXPECT_EQ(cost_of(play(find_lesson("banks"), {.version = "column"}), "tile", Op::load).ways, 32);
  EXPECT_EQ(
      cost_of(play(find_lesson("banks"), {.version = "padded-column"}), "tile", Op::load).ways, 1);
}

TEST(StagePitch, RowsOf352BytesGetAPitchOf512) {
  const Trace trace = play(find_lesson("pitch"), {});
  EXPECT_NE(trace.steps.front().actions.front().text.find(
                "rows of 352 bytes a pitch of 512: 160 bytes of padding"),
            std::string::npos)
      << trace.steps.front().actions.front().text;
  EXPECT_EQ(trace.arrays[0].width, 128);
  EXPECT_EQ(trace.arrays[0].size, 24 * 128);
  EXPECT_TRUE(trace.faults.empty()) << "nobody reads the padding";
  int padding = 0;
  for (std::size_t i = 0; i < trace.start.arrays[0].size(); ++i) {
    const CellState& cell = trace.start.arrays[0][i];
    EXPECT_EQ(cell.written, i % 128 < 88) << i;
    padding += cell.written ? 0 : 4;
    if (cell.written) {
      EXPECT_EQ(cell.value, static_cast<double>(i / 128 * 100 + i % 128));
    }
  }
  EXPECT_EQ(padding, 24 * 160);
}

TEST(StageCoalescing, TheAddressesAreSaidToBeThose) {
  const Trace trace = play(find_lesson("coalescing"), {.version = "permuted"});
  const int at = trace.arrays[static_cast<std::size_t>(test::array_named(trace, "data"))].addresses;
  EXPECT_EQ(at, test::array_named(trace, "at"));
  for (const Step& step : trace.steps) {
    for (const Action& action : step.actions) {
      if (action.op != Op::load || action.array == at) continue;
      const auto lane = static_cast<std::size_t>(action.thread);
      EXPECT_EQ(trace.start.arrays[static_cast<std::size_t>(at)][lane].value,
                static_cast<double>(action.index));
    }
  }
}

TEST(StageLessons, AreAllThereAndFreeOfFaultsWhereTheyAreRight) {
  const std::set<std::string> expected{"dot",        "pairwise-sum", "race",    "lock",
                                       "memory",     "histogram",    "reverse", "matmul-tile",
                                       "coalescing", "banks",        "pitch",   "heat"};
  std::set<std::string> known;
  for (const Lesson& lesson : lessons()) {
    known.insert(lesson.id);
    EXPECT_FALSE(lesson.shows.empty() || lesson.question.empty() || lesson.lab.empty());
  }
  EXPECT_EQ(known, expected);
}

}  // namespace
}  // namespace heatwave::stage
