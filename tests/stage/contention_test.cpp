// Threads that want one cell or one bank in a step are found and named.
#include "kernels/stage/contention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

bool says(const Trace& trace, const std::string& text) {
  for (int step = 0; step < static_cast<int>(trace.steps.size()); ++step) {
    if (words::sentence(trace, step).find(text) != std::string::npos) return true;
  }
  return false;
}

TEST(Contention, ACellHasAllThreadsWhoseAtomicsAreOnIt) {
  const Trace trace = play(find_lesson("histogram"), {});
  int found = 0;
  for (const Step& step : trace.steps) {
    int waiting = 0;
    for (const CellContention& each : contended_cells(step)) {
      ASSERT_GE(each.threads.size(), 2U);
      waiting += static_cast<int>(each.threads.size()) - 1;
      ++found;
    }
    EXPECT_EQ(waiting, step.cost.waiting);
  }
  EXPECT_GT(found, 0);
}

TEST(Contention, ACellHasAValueBeforeAndAfterEachOfItsTurns) {
  const Trace trace = play(find_lesson("histogram"), {});
  int found = 0;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const Step& step = trace.steps[i];
    for (const CellContention& each : contended_cells(step)) {
      const std::vector<double> values = values_in_turn(step, each.array, each.index);
      ASSERT_EQ(values.size(), each.threads.size() + 1);
      for (std::size_t turn = 1; turn < values.size(); ++turn) {
        EXPECT_EQ(values[turn], values[turn - 1] + 1);
      }
      const State after = trace.at(static_cast<int>(i) + 1);
      const auto& cells = after.arrays[static_cast<std::size_t>(each.array)];
      EXPECT_EQ(values.back(), cells[static_cast<std::size_t>(each.index)].value);
      ++found;
    }
    EXPECT_TRUE(values_in_turn(step, -1, 0).empty());
  }
  EXPECT_GT(found, 0);
}

TEST(Contention, ABankHasOneActionForEachOfItsWords) {
  int found = 0;
  for (const char* version : {"stride", "column", "padded-column"}) {
    const Trace trace = play(find_lesson("banks"), {.version = version});
    for (const Step& step : trace.steps) {
      const BankConflict conflict = bank_conflict(trace, step);
      const int ways = step.cost.ways > 1 ? step.cost.ways : 0;
      EXPECT_EQ(static_cast<int>(conflict.actions.size()), ways) << version;
      found += ways > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(found, 1);
}

TEST(Contention, LanesThatAccessOneWordShareAPassOfItsBank) {
  const auto last_banks = [](const Trace& trace) {
    const auto access = std::find_if(trace.steps.rbegin(), trace.steps.rend(),
                                     [](const Step& step) { return step.cost.ways > 0; });
    return words_by_bank(trace, *access);
  };
  const Trace two = play(find_lesson("banks"), {.version = "stride", .inputs = {{"stride", {2}}}});
  const BankWords words = last_banks(two);
  ASSERT_EQ(words[0].size(), 2U);
  EXPECT_EQ(words[0][0].actions.front()->thread, 0);
  EXPECT_EQ(words[0][1].actions.front()->thread, 16);
  EXPECT_TRUE(words[1].empty());
  const Trace one = play(find_lesson("banks"), {.version = "stride", .inputs = {{"stride", {0}}}});
  const BankWords broadcast = last_banks(one);
  ASSERT_EQ(broadcast[0].size(), 1U);
  EXPECT_EQ(broadcast[0][0].actions.size(), 32U);
}

TEST(Contention, SentencesSayWhichThreadsMeetWhere) {
  EXPECT_TRUE(
      says(play(find_lesson("histogram"), {}),
           "; threads 0, 2 both add to bins[5], one at a time: thread 2 waits for its turn."));
  const Trace stride =
      play(find_lesson("banks"), {.version = "stride", .inputs = {{"stride", {2}}}});
  EXPECT_TRUE(says(stride, "a 2-way bank conflict: threads 0, 16 want bank 0."));
  const Trace eight =
      play(find_lesson("banks"), {.version = "stride", .inputs = {{"stride", {8}}}});
  EXPECT_TRUE(says(eight, "an 8-way bank conflict: 8 threads want bank 0."))
      << "eight numbers are a long list";
  EXPECT_TRUE(says(play(find_lesson("banks"), {.version = "column"}),
                   "a 32-way bank conflict: threads 0–31 want bank 0."));
}

TEST(Contention, ADeadlockSaysSoAndThatTheWarpRunsInLockstep) {
  const Trace lock = play(find_lesson("lock"), {});
  ASSERT_EQ(lock.faults.size(), 1U);
  EXPECT_EQ(
      words::sentence(lock.faults.front()),
      "Deadlock: threads 1–3 spin in line 2 on mutex, which thread 0 holds; in lockstep thread "
      "0 waits in line 4 until they leave the loop: no thread can ever continue.");
  const Trace race = play(find_lesson("race"), {});
  ASSERT_FALSE(race.faults.empty());
  EXPECT_EQ(words::sentence(race.faults.front()), race.faults.front().text);
}

}  // namespace
}  // namespace heatwave::stage
