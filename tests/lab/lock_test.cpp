// Tests the locks: they count exactly, even with more threads than processors, and a warp's
// attempts are reported correctly.
#include "kernels/lab/experiments/lock/lock_experiment.h"

#include <gtest/gtest.h>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab::lock_experiment {
namespace {

TEST(Lock, CountsExactlyHoweverManyThreadsWantIt) {
  Request request{
      .experiment = "lock",
      .variants = {"loop", "threads-mutex", "threads-spin", "threads-ticket", "threads-fetch-add"},
      .repeats = 2,
      .seconds = 0.1};
  request.settings = initial_settings(find_experiment("lock"));
  for (const std::int64_t workers : {0, 1, 2, 9}) {
    for (const std::int64_t n : {1, 2, 31, 512}) {
      request.settings.values["workers"] = workers;
      request.settings.values["n"] = n;
      for (const Measurement& m : measure(request, {}, {}).measurements) {
        EXPECT_EQ(m.status, Status::measured) << m.variant << ": " << m.note;
        EXPECT_EQ(m.outcome.result, std::to_string(n)) << m.variant;
      }
    }
  }
}

TEST(Lock, IsNotHeldForMinutes) {
  Request request{.experiment = "lock", .repeats = 1, .seconds = 0.01};
  request.settings = initial_settings(find_experiment("lock"));
  const auto left_out = [&](const std::string& id) {
    return find_variant(find_experiment("lock"), id).left_out(request.settings);
  };
  EXPECT_EQ(left_out("spin"), "");
  request.settings.values["n"] = 1'000'000;
  EXPECT_NE(left_out("spin"), "");
  request.settings.values["workers"] = 256;
  EXPECT_NE(left_out("threads-ticket"), "");
}

std::vector<Attempt> attempts(int got, int gave_up) {
  std::vector<Attempt> all;
  for (int i = 0; i < got; ++i) all.push_back({.got = 1, .tries = 3, .waited = 2'000});
  for (int i = 0; i < gave_up; ++i) {
    all.push_back({.got = 0, .tries = kMostTries, .waited = 4'000'000});
  }
  return all;
}

TEST(Lock, EitherEndOfTheCatch22IsRightIfItIsTrue) {
  const Outcome through = checked_attempts(attempts(32, 0), 32);
  EXPECT_TRUE(through.right);
  EXPECT_EQ(through.note.find("all 32 threads"), 0U) << through.note;
  const Outcome stuck = checked_attempts(attempts(1, 31), 1);
  EXPECT_TRUE(stuck.right);
  EXPECT_EQ(stuck.note.find("1 thread of 32 got the lock"), 0U) << stuck.note;
  EXPECT_NE(stuck.note.find("200\u00A0000 tries in 4.000 ms"), std::string::npos) << stuck.note;
  EXPECT_FALSE(checked_attempts(attempts(32, 0), 31).right);  // one thread was not counted
  EXPECT_FALSE(checked_attempts(attempts(1, 31), 2).right);
  std::vector<Attempt> silent = attempts(31, 0);
  silent.emplace_back();
  EXPECT_FALSE(checked_attempts(silent, 31).right);  // one thread never finished
}

// The ledger records the calls on the lecture's struct when a kernel gets it by value.
TEST(Lock, LedgerOfAStructPassedByValueTellsThatItIsFreedTooEarly) {
  Outcome outcome;
  add_ledger(outcome, {"constructor: cudaMalloc, cudaMemset", "the launch returns",
                       "destructor: cudaFree", "destructor: cudaFree"});
  EXPECT_EQ(outcome.facts.size(), 4U);
  EXPECT_EQ(outcome.note.find("allocated 1 time, freed 2 times"), 0U) << outcome.note;
}

}  // namespace
}  // namespace heatwave::lab::lock_experiment
