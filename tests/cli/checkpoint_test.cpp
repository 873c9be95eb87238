// Tests that a run that was killed goes on from its checkpoint to the bits of a run that was not.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/program_test.h"
#include "tests/sanitized.h"

namespace heatwave {
namespace {

namespace fs = std::filesystem;

using testing::bytes_of;
using testing::contains;
using testing::joined;
using testing::Outcome;
using Words = std::vector<std::string>;

class Checkpointed : public testing::ProgramTest {
 protected:
  /// Runs the program, which must succeed. It tells on standard error how large checkpoints are.
  void done(const Words& words) const {
    const Outcome outcome = heatwave(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
  /// Returns the step of the newest checkpoint; −1: there is none.
  [[nodiscard]] std::int64_t newest_step() const {
    std::int64_t newest = -1;
    std::error_code ignored;
    for (const auto& each : fs::directory_iterator(path("state"), ignored)) {
      const std::string name = each.path().filename().string();
      if (name.starts_with("step-") && fs::exists(each.path() / "checkpoint.json", ignored))
        newest = std::max<std::int64_t>(newest, std::stoll(name.substr(5)));
    }
    return newest;
  }
  /// Runs until this many steps more than the newest checkpoint are saved, and kills the program.
  void kill_after(std::int64_t steps, const Words& words) const {
    const std::int64_t wanted = std::max<std::int64_t>(0, newest_step()) + steps;
    const Outcome outcome =
        testing::heatwave_sent(SIGKILL, folder(), words, [&] { return newest_step() >= wanted; });
    ASSERT_EQ(outcome.status, -1) << "it ended before it was killed: " << outcome.err;
    ASSERT_GE(newest_step(), wanted);
  }
};

/// A run saves a thousand checkpoints, so that it does not end before it is killed.
constexpr std::int64_t kSteps = 20'000;
const Words kRun{"run", "--backend", "cpu", "--size", "60x50", "--steps", std::to_string(kSteps)};
const Words kRestart{"run", "--backend", "cpu", "--restart", "state"};
const Words kSaving{"--checkpoint", "state", "--checkpoint-every", "20"};
/// Goes on to the end and saves that alone.
const Words kFinish = joined(kRestart, {"--checkpoint-every", "10m"});

TEST_F(Checkpointed, AKilledRunGoesOnToTheSameBits) {
  // Media and sources; absorbing edges; two components; a line of text
  for (const Words& of : {Words{"--scene", "lens"}, Words{"--scene", "double-slit"},
                          Words{"--scene", "spots"}, Words{"--scene", "heat-plate"}}) {
    SCOPED_TRACE(of.back());
    fs::remove_all(path("state"));
    done(joined(joined(kRun, of), {"--dump", "whole.npy", "--force"}));
    kill_after(100, joined(joined(kRun, of), kSaving));
    done(joined(kFinish, {"--dump", "again.npy", "--force"}));
    EXPECT_EQ(bytes_of(path("again.npy")), bytes_of(path("whole.npy")));
  }
}

TEST_F(Checkpointed, ATypedEquationGoesOnToo) {
  testing::write_text(path("two.txt"),
                      "u' = 0.2*lap(u) + 0.001*sin(7*u) - 0.0005*v\nv' = 0.1*lap(v) + 0.001*u\n"
                      "u(0) = gauss(x, y, 5)\nedges: periodic\n");
  const Words run = joined(kRun, {"--formula", "two.txt"});
  done(joined(run, {"--dump", "whole.npy"}));
  kill_after(60, joined(run, kSaving));
  done(joined(kFinish, {"--dump", "again.npy"}));
  EXPECT_EQ(bytes_of(path("again.npy")), bytes_of(path("whole.npy")));
}

TEST_F(Checkpointed, KilledAgainAndAgainAndOnOtherThreadsAndPartsTheBitsStay) {
  const Words scene{"--scene", "double-slit"};
  done(joined(joined(kRun, scene), {"--dump", "whole.npy"}));
  kill_after(200, joined(joined(kRun, scene), joined(kSaving, {"--parts", "3"})));
  for (const Words& how : {Words{"--threads", "1"}, Words{"--parts", "2", "--halo", "8"},
                           Words{"--threads", "3"}, Words{"--parts", "4", "--threads", "2"},
                           Words{"--checkpoint-every", "7"}, Words{"--parts", "5"}}) {
    kill_after(35, joined(kRestart, how));
  }
  done(joined(kFinish, {"--dump", "again.npy"}));
  EXPECT_EQ(bytes_of(path("again.npy")), bytes_of(path("whole.npy")));
  EXPECT_EQ(newest_step(), kSteps) << "the end is saved";
  EXPECT_EQ(std::distance(fs::directory_iterator(path("state")), fs::directory_iterator()), 1)
      << "only the newest checkpoint stays";
}

TEST_F(Checkpointed, WhatAKillLeftOfAnOldOneIsRemoved) {
  const Words run{"run", "--scene", "spots", "--size", "40x30", "--steps", "10"};
  done(joined(run, {"--checkpoint", "state"}));
  // The first files of the old one were removed already, and the newest one is written already.
  fs::create_directories(path("state") / "step-5");
  testing::write_text(path("state") / "step-5" / "plane-1.npy", "old");
  testing::write_text(path("state") / "step-5" / ".heatwave-77-1.part", "old");
  done({"run", "--restart", "state", "--steps", "0"});
  EXPECT_EQ(newest_step(), 10);
  EXPECT_FALSE(fs::exists(path("state") / "step-5"));
}

TEST_F(Checkpointed, AFinishedRunIsMadeLonger) {
  const Words scene{"run", "--backend", "cpu", "--scene", "lens", "--size", "60x50"};
  done(joined(scene, {"--steps", "100", "--checkpoint", "state"}));
  done(joined(kRestart, {"--steps", "50", "--dump", "again.npy"}));
  done(joined(scene, {"--steps", "150", "--dump", "whole.npy"}));
  EXPECT_EQ(bytes_of(path("again.npy")), bytes_of(path("whole.npy")));
}

TEST_F(Checkpointed, ASignalSavesBeforeTheEnd) {
  const Words run{"run", "--backend", "cpu", "--scene", "lens", "--size", "60x50"};
  struct Case {
    int signal;
    int status;
    std::string name;
    Words how;
  };
  for (const Case& one : {Case{SIGINT, 130, "Ctrl-C", {}},
                          Case{SIGTERM, 143, "SIGTERM", {"--parts", "3", "--threads", "2"}}}) {
    SCOPED_TRACE(one.name);
    fs::remove_all(path("state"));
    const Outcome ended = testing::heatwave_sent(
        one.signal, folder(),
        joined(joined(run, one.how),
               {"--steps", "1000000000", "--checkpoint", "state", "--checkpoint-every", "10m"}),
        [&] { return fs::exists(path("state")); });
    EXPECT_EQ(ended.status, one.status);
    EXPECT_TRUE(contains(ended.err, "stopped by " + one.name + " at step ")) << ended.err;
    EXPECT_TRUE(contains(ended.err, "--restart state goes on")) << ended.err;
    const std::int64_t step = newest_step();
    ASSERT_GE(step, 0);
    done(joined(kRestart, {"--steps", "9", "--dump", "again.npy", "--force"}));
    done(joined(run, {"--steps", std::to_string(step + 9), "--dump", "whole.npy", "--force"}));
    EXPECT_EQ(bytes_of(path("again.npy")), bytes_of(path("whole.npy")));
  }
}

TEST_F(Checkpointed, TheDiskSpaceIsToldAndAFullDiskEndsNoRun) {
  const Words run{
      "run",     "--backend", "cpu",    "--scene", "lens",         "--size", "200x150",
      "--steps", "300",       "--dump", "d.npy",   "--checkpoint", "state",  "--checkpoint-every",
      "100"};
  const Outcome outcome = heatwave(run);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.err, "a checkpoint of ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, " every 100 steps in 'state'; the disk holds two at times"))
      << outcome.err;
  fs::remove_all(path("state"));
  Words no_dump = run;
  no_dump.erase(no_dump.begin() + 9, no_dump.begin() + 11);
  const Outcome full = heatwave(no_dump, 50'000);  // bytes of a file; a plane takes 120,000
  EXPECT_EQ(full.status, 0) << full.err;
  EXPECT_TRUE(contains(full.err, "no checkpoint at step 100: ")) << full.err;
  EXPECT_TRUE(fs::is_empty(path("state"))) << "half a checkpoint was left";
}

TEST_F(Checkpointed, NoCopyOfTheFieldIsMade) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  constexpr std::size_t kMost = std::size_t{64} << 20U;
  constexpr std::size_t kField = std::size_t{2} * 6000 * 6000 * sizeof(float);  // two time levels
  static_assert(kField > 4 * kMost);
  const Words how{"--backend", "cpu", "--threads", "2", "--steps", "2"};
  const Words run = joined({"run", "--equation", "wave", "--size", "6000x6000"}, how);
  const auto peak_of = [&](const Words& words) {
    const Outcome outcome = heatwave(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.peak_bytes;
  };
  const std::size_t without = peak_of(run);
  EXPECT_GT(without, kField) << "the solver's";
  EXPECT_LT(peak_of(joined(run, {"--checkpoint", "state"})), without + kMost);
  EXPECT_LT(peak_of(joined({"run", "--restart", "state", "--checkpoint-every", "10m"}, how)),
            without + kMost);
  EXPECT_EQ(newest_step(), 4);
}

TEST_F(Checkpointed, WhatIsNoCheckpointIsRefused) {
  EXPECT_TRUE(contains(refused(kRestart), "'state' holds no checkpoint"));
  const Words run{"run",   "--backend", "cpu", "--scene",      "lens", "--size",
                  "40x30", "--steps",   "10",  "--checkpoint", "state"};
  done(run);
  EXPECT_TRUE(contains(refused(run), "'state' holds a checkpoint of step 10: add --restart state"));
  done(joined(run, {"--force"}));
  // A newer one that was never finished does not count.
  fs::copy(path("state/step-10"), path("state/step-12"));
  fs::remove(path("state/step-12/checkpoint.json"));
  done(joined(kRestart, {"--steps", "1"}));
  EXPECT_EQ(newest_step(), 11);
  EXPECT_FALSE(fs::exists(path("state/step-12"))) << "it is removed with the next checkpoint";
  std::vector<std::uint8_t> plane = bytes_of(path("state/step-11/plane-0.npy"));
  plane.back() ^= 1;
  testing::write_bytes(path("state/step-11/plane-0.npy"), plane);
  EXPECT_TRUE(contains(refused(kRestart), "do not have the check sum of their checkpoint"));
  fs::remove(path("state/step-11/plane-0.npy"));
  EXPECT_TRUE(contains(refused(kRestart), "plane-0.npy' does not exist"));
}

TEST_F(Checkpointed, OptionsThatContradictEachOtherAreRefused) {
  const std::vector<std::pair<Words, std::string>> wrong{
      {{"--restart", "state", "--scene", "lens"}, "leave out --scene"},
      {{"--restart", "state", "--set", "alpha=0.1"}, "leave out --set"},
      {{"--checkpoint-every", "10"}, "add --checkpoint DIR"},
      {{"--checkpoint", "state", "--checkpoint-every", "0"}, "--checkpoint-every"},
      {{"--checkpoint", "state", "--checkpoint-every", "-3s"}, "needs a time above 0"},
      {{"--checkpoint", "state", "--checkpoint-every", "ten"}, "--checkpoint-every"},
      {{"--checkpoint", "state", "--every", "5", "--out", "o"}, "how far --every has come"},
      {{"--checkpoint", "state", "--script", "s.jsonl"}, "how far --script has come"}};
  for (const auto& [words, answer] : wrong) {
    const std::string told = refused(joined({"run"}, words), 2);
    EXPECT_TRUE(contains(told, answer)) << told;
  }
}

}  // namespace
}  // namespace heatwave
