// Tests the lessons whose threads share work or pass values on: two buffers, the queue of tasks,
// and the sequence lock.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/schedule_search.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

using test::array_named;
using test::faults_of;
using test::final_value;
using test::final_values;
using test::random_schedule;
using Values = std::vector<double>;
using Inputs = std::map<std::string, Values>;

constexpr int kRandomSchedules = 20;

/// Returns lockstep, independent threads and some random schedules.
std::vector<Schedule> tried_schedules() {
  std::vector<Schedule> all{Schedule::from("lockstep"), Schedule::from("independent")};
  for (int seed = 0; seed < kRandomSchedules; ++seed) all.push_back(random_schedule(seed));
  return all;
}

/// Plays a version as it begins on the Stage.
Trace first_play(const std::string& lesson, const std::string& version, const Inputs& inputs = {}) {
  const Lesson& found = find_lesson(lesson);
  return play(found,
              {.version = version, .inputs = inputs, .schedule = first_schedule(found, version)});
}

/// Returns the line of a version's text that contains this code.
int line_in(const std::string& lesson, const std::string& version, const std::string& code) {
  const std::string text = code_of(find_lesson(lesson), {.version = version}).text();
  const std::size_t at = text.find(code);
  EXPECT_NE(at, std::string::npos) << code;
  return 1 + static_cast<int>(std::count(
                 text.begin(),
                 text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size())), '\n'));
}

/// Returns the first fault of a kind; a fault without text: there is none.
Fault fault_found(const Trace& trace, FaultKind kind) {
  const auto found = std::find_if(trace.faults.begin(), trace.faults.end(),
                                  [kind](const Fault& fault) { return fault.kind == kind; });
  return found == trace.faults.end() ? Fault{} : *found;
}

/// Returns what the search finds from one thread after the other; empty: no schedule failed.
std::string found_broken(const std::string& lesson, const std::string& version) {
  const auto found = find_failing_schedule(find_lesson(lesson), {.version = version});
  return found ? found->what : "";
}

TEST(StagePipeline, PassesAllSquaresInTheirOrderUnderEverySchedule) {
  for (const char* version : {"counters", "barrier"}) {
    for (const Schedule& schedule : tried_schedules()) {
      const Trace trace = play(find_lesson("pipeline"), {.version = version, .schedule = schedule});
      ASSERT_TRUE(trace.faults.empty()) << version << ": " << trace.faults.front().text;
      EXPECT_EQ(final_values(trace, "out"), (Values{1, 4, 9, 16})) << version;
    }
    EXPECT_EQ(found_broken("pipeline", version), "") << version;
    for (std::size_t n = 1; n <= 8; ++n) {
      const Trace trace = first_play("pipeline", version, {{"in", Values(n, 3.0)}});
      ASSERT_TRUE(trace.faults.empty()) << version << ": " << trace.faults.front().text;
      EXPECT_EQ(final_values(trace, "out"), Values(n, 9.0)) << version;
    }
  }
}

TEST(StagePipeline, InOneWarpInLockstepTheSideThatSpinsKeepsTheOtherFromRunning) {
  const Lesson& lesson = find_lesson("pipeline");
  const Trace counters = play(lesson, {.version = "counters", .warp = 2});
  ASSERT_EQ(counters.faults.size(), 1U);
  EXPECT_EQ(counters.faults.front().kind, FaultKind::deadlock);
  EXPECT_EQ(final_value(counters, array_named(counters, "filled", 0)), 2) << "both slots are full";
  const Trace barrier = play(lesson, {.version = "barrier", .warp = 2});
  EXPECT_TRUE(barrier.faults.empty());
  EXPECT_EQ(final_values(barrier, "out"), (Values{1, 4, 9, 16}));
}

TEST(StagePipeline, AProducerThatDoesNotWaitOverwritesWhatWasNotRead) {
  const std::string overwritten =
      "out[0] is 9, but 1 was sent: its slot was overwritten before it was read";
  const Trace trace = first_play("pipeline", "no-empty");
  EXPECT_EQ(final_values(trace, "out"), (Values{9, 16, 9, 16}));
  const Fault result = fault_found(trace, FaultKind::result);
  EXPECT_EQ(result.text, overwritten);
  EXPECT_EQ(result.array, array_named(trace, "out"));
  EXPECT_EQ(result.index, 0);
  const Fault race = fault_found(trace, FaultKind::race);
  EXPECT_TRUE(
      race.text.starts_with("Data race on slot[0]: thread 0 writes it in line 9, thread 1 "
                            "reads it in line 18, and nothing orders the two"))
      << race.text;
  EXPECT_EQ(race.lines, (std::vector{line_in("pipeline", "no-empty", "= x * x;  //! perhaps"),
                                     line_in("pipeline", "no-empty", "out[i] = slot[i % 2];")}));
  EXPECT_EQ(found_broken("pipeline", "no-empty"), overwritten);
}

TEST(StagePipeline, ABarrierThatOneSideReachesIsADeadlock) {
  for (const Schedule& schedule : tried_schedules()) {
    const Trace trace =
        play(find_lesson("pipeline"), {.version = "one-side", .schedule = schedule});
    ASSERT_EQ(trace.faults.size(), 1U);
    EXPECT_EQ(trace.faults.front().kind, FaultKind::deadlock);
    EXPECT_EQ(trace.faults.front().text,
              "Thread 1 polls forever in line 22 for a change of filled, and thread 0 waits at the "
              "barrier in line 17 for all threads that have not ended: no thread can ever "
              "continue.");
  }
  EXPECT_EQ(line_in("pipeline", "one-side", "//! the consumer does not come here"), 17);
  EXPECT_EQ(line_in("pipeline", "one-side", "//! a count that never comes"), 22);
}

/// Returns how many units each thread did.
Values units_by_thread(const Trace& trace) { return final_values(trace, "worked"); }

TEST(StageQueue, EveryUnitIsDoneOnceUnderEverySchedule) {
  for (const char* version : {"tickets", "fixed"}) {
    for (const Schedule& schedule : tried_schedules()) {
      const Trace trace = play(find_lesson("queue"), {.version = version, .schedule = schedule});
      ASSERT_TRUE(trace.faults.empty()) << version << ": " << trace.faults.front().text;
      Values done = final_values(trace, "done");
      done.resize(static_cast<std::size_t>(final_value(trace, array_named(trace, "tail"))));
      EXPECT_EQ(done, Values(done.size(), 1.0)) << version;
      const Values own = units_by_thread(trace);
      EXPECT_EQ(std::accumulate(own.begin(), own.end(), 0.0), 12) << version;
      EXPECT_EQ(final_value(trace, array_named(trace, "left")), 0) << version;
    }
    EXPECT_EQ(found_broken("queue", version), "") << version;
  }
  const Trace large = first_play("queue", "tickets",
                                 {{"tasks", Values(8, 12.0)}, {"blocks", {4}}, {"threads", {8}}});
  ASSERT_TRUE(large.faults.empty()) << large.faults.front().text;
  EXPECT_EQ(final_value(large, array_named(large, "left")), 0);
  EXPECT_EQ(final_value(large, array_named(large, "tail")), 8 * 6);
}

TEST(StageQueue, AFixedSplitLeavesMostOfTheWorkToOneThread) {
  const Trace fixed = first_play("queue", "fixed");
  EXPECT_EQ(units_by_thread(fixed), (Values{9, 1, 1, 1}));
  EXPECT_EQ(fixed.texts.back(), "the host looks at the work: the busiest thread did 9 of 12 units");
  const Trace tickets = first_play("queue", "tickets");
  EXPECT_EQ(units_by_thread(tickets), (Values{3, 3, 3, 3}));
  EXPECT_EQ(tickets.texts.back(),
            "the host looks at the work: the busiest thread did 3 of 12 units");
  EXPECT_EQ(final_value(tickets, array_named(tickets, "tail")), 8) << "four were appended";
}

TEST(StageQueue, AHeadWithoutAnAtomicGivesOneTaskToSeveralThreads) {
  const Trace trace = first_play("queue", "plain-head");
  const Fault race = fault_found(trace, FaultKind::race);
  EXPECT_TRUE(
      race.text.starts_with("Data race on head: thread 1 of block 0 reads it in line 2, "
                            "thread 0 of block 0 writes it in line 3, and nothing orders "
                            "the two"))
      << race.text;
  EXPECT_EQ(race.lines, (std::vector{line_in("queue", "plain-head", "int ticket = *head;"),
                                     line_in("queue", "plain-head", "*head = ticket + 1;  //!")}));
  EXPECT_EQ(fault_found(trace, FaultKind::result).text, "the task in slots[0] was done 4 times");
  EXPECT_EQ(found_broken("queue", "plain-head"), "the task in slots[1] was done 2 times");
}

TEST(StageQueue, ATaskThatIsPublishedTooEarlyIsLost) {
  const Trace trace = first_play("queue", "early");
  const Fault race = fault_found(trace, FaultKind::race);
  EXPECT_TRUE(
      race.text.starts_with("Data race on slots[4]: thread 1 of block 0 reads it in line "
                            "15, thread 0 of block 1 writes it in line 7, and nothing "
                            "orders the two"))
      << race.text;
  EXPECT_EQ(race.lines, (std::vector{line_in("queue", "early", "int units = slots[ticket];  //!"),
                                     line_in("queue", "early", "slots[place] = units;")}));
  EXPECT_EQ(fault_found(trace, FaultKind::livelock).text,
            "Threads 0, 1 of block 0 poll forever in line 14 for a change of tail, but no thread "
            "is left to change it.");
  EXPECT_EQ(final_value(trace, array_named(trace, "left")), 7) << "the units of the lost task";
  EXPECT_EQ(found_broken("queue", "early"),
            "Threads 0, 1 of block 0 poll forever in line 13 for a change of left, but no thread "
            "is left to change it");
}

TEST(StageSequenceLock, AReaderGetsAPairThatWasWrittenTogether) {
  for (const Schedule& schedule : tried_schedules()) {
    for (const double writes : {1, 4}) {
      for (const double readers : {1, 3}) {
        const Trace trace = play(find_lesson("sequence-lock"),
                                 {.version = "count",
                                  .inputs = {{"writes", {writes}}, {"readers", {readers}}},
                                  .schedule = schedule});
        ASSERT_TRUE(trace.faults.empty()) << trace.faults.front().text;
        EXPECT_EQ(final_value(trace, array_named(trace, "lock")), 2 * writes);
        const Values got = final_values(trace, "got");
        for (std::size_t i = 0; i < got.size(); i += 2) EXPECT_EQ(got[i], got[i + 1]);
      }
    }
  }
  EXPECT_EQ(found_broken("sequence-lock", "count"), "");
}

TEST(StageSequenceLock, AFreeLockBeforeAndAfterHidesAWholeWrite) {
  const Trace trace = first_play("sequence-lock", "flag");
  ASSERT_EQ(trace.faults.size(), 1U);
  EXPECT_EQ(trace.faults.front().kind, FaultKind::result);
  EXPECT_EQ(trace.faults.front().text, "block 1 got 0 and 1: the pair was never that");
  EXPECT_EQ(trace.faults.front().array, array_named(trace, "got"));
  EXPECT_EQ(final_values(trace, "got"), (Values{0, 1}));
  EXPECT_EQ(found_broken("sequence-lock", "flag"), "block 1 got 0 and 1: the pair was never that");
  // With a count the reader notices the write in this order, and reads again.
  const Trace count = first_play("sequence-lock", "count");
  EXPECT_TRUE(count.faults.empty());
  EXPECT_EQ(final_values(count, "got"), (Values{1, 1}));
}

}  // namespace
}  // namespace heatwave::stage
