// Tests the lessons on mistakes (out of bounds, late errors, a lock freed too early, printf out of
// order), and properties of all lessons.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

using test::array_named;
using test::faults_of;
using test::final_value;
using test::final_values;
using test::random_schedule;

TEST(StageBounds, AnAccessBehindTheArraysIsFoundUnlessItIsChecked) {
  const Lesson& lesson = find_lesson("bounds");
  for (int n = 1; n <= 16; ++n) {
    const std::map<std::string, std::vector<double>> inputs{{"n", {static_cast<double>(n)}}};
    const Trace wrong = play(lesson, {.version = "unchecked", .inputs = inputs});
    EXPECT_EQ(faults_of(wrong, FaultKind::outside), n % 4 == 0 ? 0 : 3) << "a, b and c, n = " << n;
    const Trace right = play(lesson, {.version = "checked", .inputs = inputs});
    EXPECT_TRUE(right.faults.empty()) << right.faults.front().text;
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ(final_value(right, array_named(right, "c"), i), 11 * i);
    }
  }
  const Trace ten = play(lesson, {});
  const auto& outside = ten.steps[static_cast<std::size_t>(ten.faults.front().step)].actions;
  EXPECT_EQ(words::accessed_value(ten, outside[1]), "9");
  EXPECT_EQ(words::accessed_value(ten, outside[2]), "?");
  const auto& stored = ten.steps[static_cast<std::size_t>(ten.faults.back().step)].actions;
  EXPECT_EQ(words::accessed_value(ten, stored[1]), "99");
  EXPECT_EQ(words::accessed_value(ten, stored[2]), "?") << "the sum of two unknown numbers";
  EXPECT_NE(ten.faults.front().text.find("Thread 2 of block 2 accesses a[10]"), std::string::npos)
      << ten.faults.front().text;
}

TEST(StagePrintf, TheLinesComeLateAndInTheOrderOfTheBuffer) {
  std::set<std::vector<double>> orders;
  for (int seed = 0; seed < 50; ++seed) {
    const Trace trace = play(find_lesson("printf"), {.schedule = random_schedule(seed)});
    EXPECT_TRUE(trace.faults.empty());
    std::vector<double> lines = final_values(trace, "terminal");
    EXPECT_EQ(lines.front(), -1) << "what the host prints comes first";
    lines.erase(lines.begin());
    EXPECT_EQ(lines, final_values(trace, "buffer"));
    orders.insert(lines);
    std::sort(lines.begin(), lines.end());
    EXPECT_EQ(lines, (std::vector<double>{0, 1, 2, 3, 4, 5}));
  }
  EXPECT_GT(orders.size(), 20U);
}

TEST(StageLateError, ANullPointerIsToldOnlyWhereTheHostWaits) {
  const Trace trace = play(find_lesson("late-error"), {});
  EXPECT_EQ(final_value(trace, array_named(trace, "launched")), 0) << "cudaSuccess";
  EXPECT_EQ(final_value(trace, array_named(trace, "ran")), 700) << "cudaErrorIllegalAddress";
  EXPECT_EQ(final_value(trace, array_named(trace, "freed")), 700);
  ASSERT_EQ(faults_of(trace, FaultKind::outside), 1);
  // The kernel starts only after the host has checked the launch for an error.
  const auto writes_launched = [&](const Step& step) {
    return trace.text_of(step.actions.front()).find("cudaGetLastError") != std::string::npos;
  };
  const auto looked = std::find_if(trace.steps.begin(), trace.steps.end(), writes_launched);
  EXPECT_LT(looked - trace.steps.begin(), trace.faults[0].step);
}

TEST(StageLateError, ABlockTooLargeIsToldAtOnce) {
  const Trace trace = play(find_lesson("late-error"), {.version = "too-many-threads"});
  EXPECT_EQ(final_value(trace, array_named(trace, "launched")), 9);
  EXPECT_EQ(final_value(trace, array_named(trace, "ran")), 0);
  EXPECT_TRUE(trace.launches.empty() && trace.faults.empty());
}

TEST(StageLockStruct, ByValueTheSecondLaunchUsesAMutexThatWasFreed) {
  for (int seed = 0; seed < 50; ++seed) {
    const Trace wrong = play(find_lesson("lock-struct"), {.schedule = random_schedule(seed)});
    ASSERT_GE(faults_of(wrong, FaultKind::outside), 1);
    for (const Fault& fault : wrong.faults) {
      EXPECT_EQ(fault.kind, FaultKind::outside);
      EXPECT_NE(fault.text.find("mutex"), std::string::npos) << fault.text;
    }
    // The count is correct as on an H100, so the mistake goes unnoticed.
    EXPECT_EQ(final_value(wrong, array_named(wrong, "counter")), 4);
    const Trace right =
        play(find_lesson("lock-struct"), {.version = "handle", .schedule = random_schedule(seed)});
    ASSERT_TRUE(right.faults.empty()) << right.faults.front().text;
    EXPECT_EQ(final_value(right, array_named(right, "counter")), 4);
  }
}

TEST(StageLessons, AreAllThere) {
  const std::set<std::string> expected{
      "memory", "pitch",       "coalescing", "addresses", "banks",       "pairwise-sum",
      "dot",    "race",        "lock",       "histogram", "matmul-tile", "reverse",
      "heat",   "lock-struct", "bounds",     "printf",    "late-error"};
  std::set<std::string> known;
  for (const Lesson& lesson : lessons()) {
    known.insert(lesson.id);
    EXPECT_FALSE(lesson.shows.empty() || lesson.question.empty() || lesson.answer.empty())
        << lesson.id;
  }
  for (const std::string& id : expected) EXPECT_TRUE(known.contains(id)) << id;
}

TEST(StageLessons, AVersionBeginsAsItSaysAndKeepsWhatAPersonChanged) {
  const Lesson& lesson = find_lesson("matmul-tile");
  const PlaySettings first = completed(lesson, {.schedule = lesson.schedule});
  EXPECT_EQ(first.whole("n"), 4);
  const PlaySettings skipped = with_version(lesson, first, "skipped-barrier");
  EXPECT_EQ(skipped.whole("n"), 3);
  EXPECT_EQ(skipped.schedule, lesson.schedule);
  const PlaySettings without = with_version(lesson, skipped, "no-barriers");
  EXPECT_EQ(without.whole("n"), 4);
  EXPECT_EQ(without.schedule.text(), "random:7");
  EXPECT_EQ(with_version(lesson, without, "right"), first);
  PlaySettings changed = without;
  changed.inputs["n"] = {6};
  changed.schedule = Schedule::from("lockstep");
  const PlaySettings other = with_version(lesson, changed, "skipped-barrier");
  EXPECT_EQ(other.whole("n"), 6);
  EXPECT_EQ(other.schedule.text(), "lockstep");
  const Lesson& race = find_lesson("race");
  PlaySettings by_hand = completed(race, {.schedule = race.schedule});
  by_hand.schedule.choices = {0, 1};
  EXPECT_EQ(with_version(race, by_hand, "atomic").schedule, race.schedule);
  const Lesson& aba = find_lesson("aba");
  const PlaySettings chosen = completed(aba, {.schedule = aba.schedule});
  const Trace counted = play(aba, with_version(aba, chosen, "counted"));
  EXPECT_TRUE(counted.candidates.empty()) << "the lesson's choices lead to the end";
}

TEST(StageLessons, AFenceIsSaidToOrder) {
  const Trace trace = play(find_lesson("lock"), {.schedule = Schedule::from("independent")});
  int fences = 0;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (trace.steps[i].actions.front().op != Op::fence) continue;
    ++fences;
    const std::string said = words::sentence(trace, static_cast<int>(i));
    EXPECT_NE(said.find("earlier writes become visible before"), std::string::npos) << said;
  }
  EXPECT_GT(fences, 0);
}

}  // namespace
}  // namespace heatwave::stage
