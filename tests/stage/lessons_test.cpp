// Tests the lessons against the course: every exact value, and each fault in its place and nowhere
// else.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

using test::array_named;
using test::faults_of;
using test::final_value;
using test::random_schedule;

constexpr int kRandomPlays = 1000;

/// Returns the values that a cell held, one after the other.
std::vector<double> history(const Trace& trace, int array, int index) {
  std::vector<double> values;
  for (const Step& step : trace.steps) {
    for (const Change& change : step.changes) {
      if (change.kind() == Change::Kind::cell && change.array == array && change.index == index) {
        values.push_back(change.cell().after.value);
      }
    }
  }
  return values;
}

TEST(StageDot, EveryIntermediateValueIsTheLectures) {
  for (const char* schedule : {"lockstep", "independent", "random:1", "random:2"}) {
    const Trace trace = play(find_lesson("dot"), {.schedule = Schedule::from(schedule)});
    EXPECT_TRUE(trace.faults.empty()) << schedule;
    const int first = array_named(trace, "cache", 0);
    const int second = array_named(trace, "cache", 1);
    EXPECT_EQ(history(trace, first, 0), (std::vector<double>{47, 69, 123}));
    EXPECT_EQ(history(trace, first, 1), (std::vector<double>{14, 54}));
    EXPECT_EQ(history(trace, first, 2), (std::vector<double>{22}));
    EXPECT_EQ(history(trace, first, 3), (std::vector<double>{40}));
    EXPECT_EQ(history(trace, second, 0), (std::vector<double>{18, 77, 183}));
    EXPECT_EQ(history(trace, second, 1), (std::vector<double>{32, 106}));
    EXPECT_EQ(history(trace, second, 2), (std::vector<double>{59}));
    EXPECT_EQ(history(trace, second, 3), (std::vector<double>{74}));
    EXPECT_EQ(final_value(trace, array_named(trace, "c"), 0), 123);
    EXPECT_EQ(final_value(trace, array_named(trace, "c"), 1), 183);
    EXPECT_EQ(final_value(trace, array_named(trace, "result")), 306);
  }
}

TEST(StageDot, IsRightUnderAThousandSchedules) {
  for (int seed = 0; seed < kRandomPlays; ++seed) {
    const Trace trace = play(find_lesson("dot"), {.schedule = random_schedule(seed)});
    ASSERT_TRUE(trace.faults.empty()) << trace.faults.front().text;
    ASSERT_EQ(final_value(trace, array_named(trace, "result")), 306);
  }
}

TEST(StageDot, WithoutItsBarriersOneWarpInLockstepHidesTheMistake) {
  const Lesson& dot = find_lesson("dot");
  const auto result = [&](const Trace& trace) {
    return final_value(trace, array_named(trace, "result"));
  };
  const Trace shown =
      play(dot, {.version = "no-barriers", .schedule = first_schedule(dot, "no-barriers")});
  EXPECT_EQ(result(shown), 232) << "as the lesson begins, and its lecture says";
  EXPECT_GE(faults_of(shown, FaultKind::race), 1);
  const Trace hidden =
      play(dot, {.version = "no-barriers", .schedule = Schedule::from("lockstep")});
  EXPECT_EQ(result(hidden), 306);
  EXPECT_GE(faults_of(hidden, FaultKind::race), 1) << "it is a race all the same";
}

TEST(StageLock, OneWarpInLockstepHangsAndTheCircleIsNamed) {
  const Trace trace = play(find_lesson("lock"), {});
  ASSERT_EQ(trace.faults.size(), 1U);
  EXPECT_EQ(trace.faults[0].kind, FaultKind::deadlock);
  EXPECT_NE(trace.faults[0].text.find("Threads 1–3 spin"), std::string::npos);
  EXPECT_NE(trace.faults[0].text.find("which thread 0 holds"), std::string::npos);
  EXPECT_EQ(final_value(trace, array_named(trace, "counter")), 0);
}

TEST(StageLock, ThreadsWhoseAtomicsMeetAreServedOneAtATime) {
  const Trace trace = play(find_lesson("lock"), {});
  const int last = static_cast<int>(trace.steps.size()) - 1;
  ASSERT_EQ(trace.steps.back().cost.waiting, 2);
  int before = last - 1;
  while (before > 0 && trace.steps[static_cast<std::size_t>(before)].cost.waiting != 2) --before;
  const std::string text = "Threads 1–3 each execute atomicCAS on mutex";
  EXPECT_EQ(words::sentence(trace, before),
            text + ", 1 sector, one at a time: threads 2, 3 wait for their turn.");
  EXPECT_EQ(words::sentence(trace, last), text + ".") << "no turn comes after a deadlock";
}

TEST(StageLock, FinishesWithOtherWarpsOtherSchedulesAndTheOtherForm) {
  const Lesson& lock = find_lesson("lock");
  const auto expect_right = [](const Trace& trace, double count) {
    ASSERT_TRUE(trace.faults.empty()) << trace.faults.front().text;
    ASSERT_EQ(final_value(trace, array_named(trace, "counter")), count);
  };
  expect_right(play(lock, {.inputs = {{"blocks", {4}}, {"threads", {1}}}}), 4);
  expect_right(play(lock, {.schedule = Schedule::from("independent")}), 4);
  expect_right(play(lock, {.version = "inside"}), 4);
  for (int seed = 0; seed < kRandomPlays; ++seed) {
    for (const char* version : {"plain", "inside"}) {
      expect_right(play(lock, {.version = version, .schedule = random_schedule(seed)}), 4);
    }
  }
}

// "cudaMallocPitch" is a name, so it must not begin a sentence with a capital letter.
TEST(StageLessons, NoSentenceSpellsACallOfCudasOtherwise) {
  for (const Lesson& lesson : lessons()) {
    for (const Version& version : lesson.versions) {
      const Trace trace = play(lesson, {.version = version.id});
      for (int step = 0; step < static_cast<int>(trace.steps.size()); ++step) {
        EXPECT_EQ(words::sentence(trace, step).find("Cuda"), std::string::npos)
            << words::sentence(trace, step);
      }
    }
  }
}

TEST(StageLessons, RefuseWhatTheyDoNotKnow) {
  const Lesson& dot = find_lesson("dot");
  EXPECT_THROW(find_lesson("dott"), core::Error);
  EXPECT_THROW(play(dot, {.version = "other"}), core::Error);
  EXPECT_THROW(play(dot, {.inputs = {{"z", {1}}}}), core::Error);
  EXPECT_THROW(play(dot, {.inputs = {{"blocks", {99}}}}), core::Error);
  EXPECT_THROW(play(dot, {.inputs = {{"a", {0.5}}}}), core::Error);
  EXPECT_THROW(play(dot, {.warp = 64}), core::Error);
}

TEST(StageLessons, ADotProductOfVectorsOfDifferentLengthsIsRefused) {
  try {
    play(find_lesson("dot"), {.inputs = {{"a", {1, 2, 3}}}});
    FAIL() << "b has 16 numbers";
  } catch (const core::Error& error) {
    EXPECT_STREQ(error.what(), "a has 3 numbers and b has 16: both need equally many numbers");
  }
}

// Longer titles would push the text of the lesson out of the window.
TEST(Lessons, TitlesAreShortEnoughForTwoColumnsInTheStagesPanel) {
  const auto all = lessons();
  const std::size_t rows = (all.size() + 1) / 2;
  std::size_t first = 0;
  std::size_t second = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::size_t& widest = i < rows ? first : second;
    widest = std::max(widest, all[i].title.size());
  }
  EXPECT_LE(first + second, 40U);
}

}  // namespace
}  // namespace heatwave::stage
