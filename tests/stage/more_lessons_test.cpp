// Tests the other lessons: memory spaces, races, sums, tiles, heat, and the costs of accesses.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

using test::array_named;
using test::faults_of;
using test::final_value;
using test::final_values;
using test::random_schedule;

constexpr int kSeeds = 1000;

TEST(StageMemory, OneASixBThreeCUnderEverySchedule) {
  std::set<double> seen;
  for (int seed = 0; seed < kSeeds; ++seed) {
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
      const auto locals = end.variables_of(t);
      ASSERT_EQ(trace.variable(t, 0), "b");
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
  EXPECT_EQ(final_value(after({0, 0, 0, 0, 0, 0}), 0), 9);
  EXPECT_EQ(final_value(after({0, 1, 0, 0, 0, 0}), 0), 8);
  EXPECT_THROW(after({2}), core::Error);
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Trace wrong = play(race, {.schedule = random_schedule(seed)});
    const double x = final_value(wrong, 0);
    ASSERT_TRUE(x == 8 || x == 9);
    ASSERT_GE(faults_of(wrong, FaultKind::race), 1);
    const Trace right = play(race, {.version = "atomic", .schedule = random_schedule(seed)});
    ASSERT_TRUE(right.faults.empty());
    ASSERT_EQ(final_value(right, 0), 9);
  }
}

TEST(StageRace, OfTheTwentyOrdersOfThreeStepsTwoGiveNine) {
  std::multiset<double> results;
  const int plays = test::for_every_order(
      [](const Schedule& schedule) { return play(find_lesson("race"), {.schedule = schedule}); },
      [&](const Trace& trace) { results.insert(final_value(trace, 0)); });
  EXPECT_EQ(plays, 20);
  EXPECT_EQ(results.count(9), 2U);
  EXPECT_EQ(results.count(8), 18U);
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

/// Returns the number of warps with a busy thread, for each round.
std::vector<std::size_t> busy_warps(const std::string& version) {
  const Trace trace = play(find_lesson("pairwise-sum"), {.version = version});
  std::vector<std::size_t> rounds;
  std::set<int> warps;
  for (const Step& step : trace.steps) {
    if (step.actions.front().op == Op::store) warps.insert(step.warp);
    const bool met =
        step.actions.front().op == Op::barrier &&
        std::none_of(step.changes.begin(), step.changes.end(), [](const Change& c) {
          return c.kind() == Change::Kind::thread && c.progress().after.status == Status::barrier;
        });
    if (!met) continue;
    rounds.push_back(warps.size());
    warps.clear();
  }
  return rounds;
}

TEST(StagePairwiseSum, SideBySideWholeWarpsFallIdleEarlier) {
  EXPECT_EQ(busy_warps("halves"), (std::vector<std::size_t>{2, 1, 1, 1}));
  EXPECT_EQ(busy_warps("neighbours"), (std::vector<std::size_t>{2, 2, 2, 1}));
}

TEST(StageHistogram, CountsRightWithAnyNumberOfBins) {
  const Lesson& lesson = find_lesson("histogram");
  const std::vector<double> expected{0, 2, 1, 3, 1, 3, 1, 1, 1, 3};
  for (int seed = 0; seed < kSeeds / 4; ++seed) {
    for (const char* version : {"global", "shared"}) {
      const Trace trace = play(lesson, {.version = version, .schedule = random_schedule(seed)});
      ASSERT_TRUE(trace.faults.empty()) << trace.faults.front().text;
      ASSERT_EQ(final_values(trace, "bins"), expected);
    }
  }
  const Trace few = play(lesson, {.inputs = {{"data", {2, 0, 2}}, {"bins", {3}}}});
  EXPECT_EQ(final_values(few, "bins"), (std::vector<double>{1, 0, 2}));
  EXPECT_THROW(play(lesson, {.inputs = {{"bins", {9}}}}), core::Error) << "there is a 9";
}

TEST(StageHistogram, TheWorstCaseOfEachKernelIsCountedBetweenBlocksToo) {
  const Lesson& lesson = find_lesson("histogram");
  for (int seed = 0; seed < 20; ++seed) {
    const Totals global =
        totals(play(lesson, {.version = "global-equal", .schedule = random_schedule(seed)}));
    EXPECT_EQ(global.global_queue, 8) << "all threads of all blocks";
    EXPECT_EQ(global.global_queue_blocks, 2);
    const Totals shared =
        totals(play(lesson, {.version = "shared-equal", .schedule = random_schedule(seed)}));
    EXPECT_EQ(shared.shared_queue, 4) << "the threads of a block";
    EXPECT_EQ(shared.global_queue, 2) << "the blocks at the merge";
    EXPECT_EQ(shared.global_queue_blocks, 2);
  }
  const PlaySettings lockstep{.version = "global-equal"};
  EXPECT_EQ(totals(play(lesson, lockstep)).waiting, 12) << "three of four wait in each of four";
}

TEST(StageReverse, TurnsRoundAndTheMissingBarrierIsFound) {
  const Lesson& lesson = find_lesson("reverse");
  std::vector<double> expected(16);
  for (int i = 0; i < 16; ++i) expected[static_cast<std::size_t>(i)] = 10 + 15 - i;
  for (int seed = 0; seed < kSeeds; ++seed) {
    for (const char* version : {"direct", "shared"}) {
      const Trace right = play(lesson, {.version = version, .schedule = random_schedule(seed)});
      ASSERT_TRUE(right.faults.empty()) << right.faults.front().text;
      ASSERT_EQ(final_values(right, "out"), expected);
    }
    const Trace wrong = play(lesson, {.version = "no-barrier", .schedule = random_schedule(seed)});
    ASSERT_GE(faults_of(wrong, FaultKind::race), 1);
  }
  EXPECT_EQ(totals(play(lesson, {.version = "direct"})).sectors,
            totals(play(lesson, {.version = "shared"})).sectors)
      << "today the order of the lanes costs nothing";
}

/// Returns the host's last sentence, such as "5 of 9 numbers in c are wrong".
std::string verdict(const Trace& trace) {
  return trace.text_of(trace.steps.back().actions.front());
}

TEST(StageMatmul, RightWithItsBarriersForEveryN) {
  const Lesson& lesson = find_lesson("matmul-tile");
  const std::vector<double> right = final_values(play(lesson, {}), "c");
  // Row 0 of a is 1 2 3 4, column 0 of b is 1 4 2 5.
  EXPECT_EQ(right.front(), 1 * 1 + 2 * 4 + 3 * 2 + 4 * 5);
  for (int seed = 0; seed < kSeeds / 4; ++seed) {
    const Trace good = play(lesson, {.version = "right", .schedule = random_schedule(seed)});
    ASSERT_TRUE(good.faults.empty()) << good.faults.front().text;
    ASSERT_EQ(final_values(good, "c"), right);
  }
  for (const double n : {1.0, 3.0, 5.0, 7.0}) {
    for (const double tile : {1.0, 2.0, 3.0}) {
      const Trace odd = play(lesson, {.inputs = {{"n", {n}}, {"tile", {tile}}}});
      EXPECT_TRUE(odd.faults.empty()) << n << " " << tile;
      EXPECT_NE(verdict(odd).find("compares: 0 of"), std::string::npos) << verdict(odd);
    }
  }
}

TEST(StageMatmul, WithoutBarriersItBeginsWithAScheduleThatShowsTheWrongProduct) {
  const Lesson& lesson = find_lesson("matmul-tile");
  const Trace shown =
      play(lesson, {.version = "no-barriers", .schedule = first_schedule(lesson, "no-barriers")});
  EXPECT_EQ(verdict(shown).find("compares: 0 of"), std::string::npos) << verdict(shown);
  const Trace hidden =
      play(lesson, {.version = "no-barriers", .schedule = Schedule::from("independent")});
  EXPECT_NE(verdict(hidden).find("compares: 0 of"), std::string::npos) << verdict(hidden);
  for (int seed = 0; seed < kSeeds / 4; ++seed) {
    const Trace stale = play(lesson, {.version = "no-barriers", .schedule = random_schedule(seed)});
    ASSERT_GE(faults_of(stale, FaultKind::race) + faults_of(stale, FaultKind::unwritten), 1);
  }
  EXPECT_GE(faults_of(hidden, FaultKind::race), 1) << "found where c is right, too";
}

TEST(StageMatmul, ABarrierThatTheSurplusThreadsLeaveOutEndsAndIsNamed) {
  const Lesson& lesson = find_lesson("matmul-tile");
  for (int seed = 0; seed < kSeeds / 4; ++seed) {
    const Trace trace =
        play(lesson, {.version = "skipped-barrier", .schedule = random_schedule(seed)});
    ASSERT_EQ(faults_of(trace, FaultKind::barrier), 1);
    ASSERT_EQ(faults_of(trace, FaultKind::deadlock) + faults_of(trace, FaultKind::endless), 0);
    ASSERT_EQ(verdict(trace), "the host compares: 5 of 9 numbers in c are wrong");
  }
  const Trace even = play(lesson, {.version = "skipped-barrier", .inputs = {{"n", {4}}}});
  EXPECT_TRUE(even.faults.empty()) << "where n is a multiple of the tile nobody leaves";
}

TEST(StageMatmul, ABarrierNeverEndsWhereTheSurplusThreadsWaitForTheOthers) {
  const Lesson& lesson = find_lesson("matmul-tile");
  for (const char* schedule : {"lockstep", "independent", "random:1", "random:2"}) {
    const Trace trace =
        play(lesson, {.version = "endless-barrier", .schedule = Schedule::from(schedule)});
    ASSERT_EQ(trace.faults.size(), 1U) << schedule;
    EXPECT_EQ(trace.faults[0].kind, FaultKind::deadlock);
    EXPECT_NE(trace.faults[0].text.find("Threads 1, 3 of block 1 poll forever"), std::string::npos)
        << trace.faults[0].text;
    const bool together = std::string(schedule) == "lockstep";
    EXPECT_NE(trace.faults[0].text.find(together ? "threads 0, 2 of block 1 wait in line"
                                                 : "threads 0, 2 of block 1 wait at the barrier"),
              std::string::npos)
        << trace.faults[0].text;
  }
}

TEST(StageHeat, BothVersionsAgreeWithTheFormulaAndOneGridIsARace) {
  const Lesson& lesson = find_lesson("heat");
  const std::vector<double> global = final_values(play(lesson, {}), "u");
  // The plate begins with a 2 × 2 square of 64 in the middle. After one step it has 32 there and 16
  // beside it; this is the second step.
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

TEST(StageHeat, WithOneArrayItBeginsWithAScheduleThatMakesThePlateAsymmetric) {
  const Lesson& lesson = find_lesson("heat");
  const auto is_symmetric = [&](const Schedule& schedule) {
    const Trace trace = play(lesson, {.version = "one-grid", .schedule = schedule});
    EXPECT_GE(faults_of(trace, FaultKind::race), 1);
    const std::vector<double> u = final_values(trace, "u");
    return std::equal(u.begin(), u.end(), u.rbegin());
  };
  EXPECT_FALSE(is_symmetric(first_schedule(lesson, "one-grid")));
  EXPECT_TRUE(is_symmetric(Schedule::from("lockstep"))) << "by luck";
}

/// Returns the cost of the access to an array, in the only step that accesses it with this
/// operation.
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
  for (const int every : {1, 2, 4, 8}) {
    const PlaySettings settings{.version = "some",
                                .inputs = {{"every", {static_cast<double>(every)}}}};
    EXPECT_EQ(sectors(settings), 4) << every << ": fewer readers, as many sectors";
  }
  EXPECT_EQ(sectors({.version = "some", .inputs = {{"every", {16}}}}), 2);
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

TEST(StageBanks, AStrideOfZeroIsABroadcast) {
  const Trace trace =
      play(find_lesson("banks"), {.version = "stride", .inputs = {{"stride", {0.0}}}});
  EXPECT_EQ(cost_of(trace, "words", Op::load).ways, 1);
  EXPECT_EQ(totals(trace).conflicts, 0);
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front().text;
}

TEST(StageAddresses, WarpZerosSectorsAreThoseOfTheMapping) {
  const Lesson& lesson = find_lesson("addresses");
  const Trace across = play(lesson, {.version = "coalesced"});
  EXPECT_EQ(cost_of(across, "a", Op::load).sectors, 2) << "one number for each of two rows";
  EXPECT_EQ(cost_of(across, "b", Op::load).sectors, 2) << "16 numbers side by side";
  EXPECT_EQ(cost_of(across, "c", Op::store).sectors, 4);
  const Trace down = play(lesson, {.version = "wrong-way"});
  EXPECT_EQ(cost_of(down, "a", Op::load).sectors, 16) << "16 rows";
  EXPECT_EQ(cost_of(down, "b", Op::load).sectors, 1) << "two columns side by side";
  EXPECT_EQ(cost_of(down, "c", Op::store).sectors, 16);
  EXPECT_TRUE(across.faults.empty() && down.faults.empty());
  // Threads are numbered row by row: lane 16 is the first of the second row.
  EXPECT_EQ(across.steps[1].actions[16].index, 16) << "a[1][0]";
  EXPECT_EQ(down.steps[1].actions[16].index, 0) << "a[0][0], for another column";
}

int sectors_of_row(const std::string& version, double bytes) {
  const Trace trace =
      play(find_lesson("pitch"), {.version = version, .inputs = {{"bytes", {bytes}}}});
  EXPECT_TRUE(trace.faults.empty()) << "nobody reads the padding";
  return totals(trace).sectors;
}

TEST(StagePitch, PaddingSavesSectorsWhereRowsAreNoMultipleOfThem) {
  EXPECT_EQ(sectors_of_row("packed", 340), 14);
  EXPECT_EQ(sectors_of_row("pitched", 340), 11);
  EXPECT_EQ(sectors_of_row("packed", 352), 11) << "the lecture's width is 11 sectors";
  EXPECT_EQ(sectors_of_row("pitched", 352), 11);
  EXPECT_EQ(totals(play(find_lesson("pitch"), {})).sectors, 11) << "it begins with 340";
}

TEST(StagePitch, RowsOf352BytesGetAPitchOf512) {
  const Trace trace = play(find_lesson("pitch"), {.inputs = {{"bytes", {352}}}});
  const std::string first = trace.text_of(trace.steps.front().actions.front());
  EXPECT_NE(first.find("rows of 352 bytes a pitch of 512: 160 bytes of padding"), std::string::npos)
      << first;
  EXPECT_EQ(trace.arrays[0].width, 128);
  EXPECT_EQ(trace.arrays[0].size, 24 * 128);
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

}  // namespace
}  // namespace heatwave::stage
