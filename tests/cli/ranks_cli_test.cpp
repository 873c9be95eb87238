// Tests the program as several processes of mpirun: equal bytes of all it writes, and what happens
// when one of them dies.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "kernels/core/device.h"
#include "tests/cli/program.h"
#include "tests/system/temporary_folder.h"
#include "tests/tested_program.h"

#ifndef HEATWAVE_MPIRUN
#define HEATWAVE_MPIRUN ""
#define HEATWAVE_MPIRUN_OPTIONS ""
#endif

namespace heatwave {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using testing::bytes_of;
using testing::contains;
using testing::joined;
using testing::Outcome;
using Words = std::vector<std::string>;

/// Returns the lines of a text that are the program's own.
Words own_lines(const std::string& text) {
  Words lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) {
    if (line.starts_with("heatwave: ")) lines.push_back(line);
  }
  return lines;
}

class RanksOnCommandLine : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(HEATWAVE_MPIRUN).empty()) {
      GTEST_SKIP() << "needs MPI: the packages libopenmpi-dev and openmpi-bin";
    }
    // A container without a network starts no process, whatever the program is.
    static const Outcome kStarted = testing::other_program("/tmp", started(2, {"true"}));
    if (kStarted.status != 0) GTEST_SKIP() << "mpirun does not start 'true': " << kStarted.err;
  }

  [[nodiscard]] fs::path path(const std::string& name) const { return folder_.path() / name; }
  /// Returns the command that starts a program with its arguments as several processes.
  [[nodiscard]] static Words started(int ranks, const Words& program) {
    // hwloc would connect mpirun to X servers that other tests may end.
    Words all{"/usr/bin/env", "HWLOC_COMPONENTS=-gl", HEATWAVE_MPIRUN};
    std::istringstream options(HEATWAVE_MPIRUN_OPTIONS);
    for (std::string option; options >> option;) all.push_back(option);
    return joined(joined(all, {"-n", std::to_string(ranks)}), program);
  }
  [[nodiscard]] static Words command(int ranks, const Words& words) {
    return started(ranks, joined({test::tested_program()}, words));
  }
  [[nodiscard]] Outcome run(int ranks, const Words& words) const {
    return ranks == 1 ? testing::heatwave(folder_.path(), words)
                      : testing::other_program(folder_.path(), command(ranks, words));
  }
  std::string done(int ranks, const Words& words) const {
    const Outcome outcome = run(ranks, words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
  /// Runs on one process and on several, and compares all files that are written.
  /// Several take options of their own.
  void expect_the_bytes_of_one(const std::vector<int>& counts, const Words& words,
                               const std::string& name, const Words& of_several = {}) const {
    SCOPED_TRACE(name);
    for (const int ranks : counts) {
      const std::string n = std::to_string(ranks);
      done(ranks, joined(joined(words, ranks > 1 ? of_several : Words{}),
                         {"--dump", n + ".npy", "--png", n + ".png", "--csv", n + ".csv",
                          "--sample", "7", "--force"}));
    }
    for (const int ranks : counts) {
      for (const std::string ending : {".npy", ".png", ".csv"}) {
        const auto one = bytes_of(path("1" + ending));
        ASSERT_FALSE(one.empty());
        EXPECT_TRUE(bytes_of(path(std::to_string(ranks) + ending)) == one)
            << ranks << " ranks, " << ending;
      }
    }
  }
  [[nodiscard]] const fs::path& folder() const { return folder_.path(); }

 private:
  testing::TemporaryFolder folder_;
};

const Words kMeasured{"--backend", "cpu",        "--probe", "40,45",
                      "--profile", "10,5:70,85", "--totals"};

TEST_F(RanksOnCommandLine, WriteTheBytesOfOneProcess) {
  const auto scene = [&](const std::string& name) {
    return joined({"run", "--scene", name, "--size", "96x90", "--steps", "150"}, kMeasured);
  };
  // Media and oscillators; absorbing edges; two components; a growing region
  expect_the_bytes_of_one({1, 2, 3, 4}, scene("lens"), "lens");
  expect_the_bytes_of_one({1, 3}, scene("double-slit"), "double-slit");
  expect_the_bytes_of_one({1, 2}, joined(scene("spots"), {"--view", "contours"}), "spots");
  expect_the_bytes_of_one({1, 3}, scene("growing-disc"), "growing-disc");
  expect_the_bytes_of_one({1, 2}, scene("periodic"), "overlapped",
                          {"--overlap", "on", "--halo", "4"});
}

TEST_F(RanksOnCommandLine, StepATypedEquationWithIntegralsAndAScript) {
  testing::write_text(
      path("f.txt"),
      "u' = 0.2*lap(u) - 0.0001*integral(u) + 0.01*noise\nv' = 0.1*lap(v) + 0.01*u\n"
      "u(0) = sin(0.1*x)*cos(0.2*y)\n");
  testing::write_text(
      path("do.jsonl"),
      R"({"at": 0, "do": "add-item", "item": {"is": "wall", "shape": "disc", "centre": [48, 45], "radius": 9}})"
      "\n"
      R"({"at": 30, "do": "move-item", "id": 1, "by": [10, 20]})"
      "\n"
      R"({"at": 50, "do": "paint", "points": [[20, 20], [60, 80]], "radius": 4, "value": 1})"
      "\n"
      R"({"at": 70, "do": "undo"})"
      "\n");
  expect_the_bytes_of_one({1, 2, 3},
                          joined({"run", "--formula", "f.txt", "--size", "96x90", "--steps", "120",
                                  "--script", "do.jsonl"},
                                 kMeasured),
                          "formula");
}

/// Processes on two hosts, which are namespaces of this one.
class RanksOfTwoHosts : public RanksOnCommandLine {
 protected:
  void SetUp() override {
    RanksOnCommandLine::SetUp();
    if (IsSkipped()) return;
    static const Outcome kStarted = testing::other_program("/tmp", on_two_hosts(2, {"true"}));
    if (kStarted.status != 0) GTEST_SKIP() << "no two hosts here: " << kStarted.err;
  }
  [[nodiscard]] static Words on_two_hosts(int ranks, const Words& program) {
    Words all = started(ranks, program);
    all.insert(std::find(all.begin(), all.end(), HEATWAVE_MPIRUN),
               HEATWAVE_SOURCE_FOLDER "/tests/cli/two_hosts.sh");
    return all;
  }
  /// Runs on the hosts, and expects the bytes that one process writes.
  [[nodiscard]] json run_on_both(int ranks, const Words& words, const Words& of_several) const {
    done(1, joined(words, {"--dump", "one.npy"}));
    const Outcome outcome = testing::other_program(
        folder(),
        on_two_hosts(ranks,
                     joined(joined({test::tested_program()}, words),
                            joined(of_several, {"--dump", "several.npy", "--json", "--force"}))));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(bytes_of(path("one.npy")) == bytes_of(path("several.npy")));
    return json::parse(outcome.out, nullptr, false);
  }
};

TEST_F(RanksOfTwoHosts, WriteTheBytesOfOneProcess) {
  const json told = run_on_both(3,
                                {"run", "--scene", "double-slit", "--size", "96x90", "--steps",
                                 "150", "--backend", "cpu", "--force"},
                                {});
  const json& parts = told["division"]["parts"];
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_TRUE(contains(parts[0]["device"], "on host node-1"));
  EXPECT_TRUE(contains(parts[1]["device"], "on host node-2"));
}

TEST_F(RanksOfTwoHosts, NameTheLostOne) {
  // The second rank is killed once there is a checkpoint.
  const Outcome outcome = testing::other_program(
      folder(),
      on_two_hosts(
          2,
          {"bash", "-c",
           "[ $OMPI_COMM_WORLD_RANK = 0 ] || (until ls state/step-*; do sleep 0.05; done; "
           "kill -9 $$) > /dev/null 2>&1 & exec \"$@\"",
           "-", test::tested_program(), "run", "--scene", "lens", "--size", "60x48", "--steps",
           "1000000000", "--backend", "cpu", "--checkpoint", "state", "--checkpoint-every", "50"}));
  EXPECT_NE(outcome.status, 0);
  Words lines = own_lines(outcome.err);
  std::erase_if(lines, [](const auto& line) { return contains(line, "a checkpoint of"); });
  ASSERT_EQ(lines.size(), 1U) << outcome.err;
  EXPECT_TRUE(contains(lines[0], "the process of rank 1 on host 'node-2'")) << lines[0];
}

class CudaRanksOnCommandLine : public RanksOnCommandLine {
 protected:
  void SetUp() override {
    RanksOnCommandLine::SetUp();
    const core::CudaStatus cuda = core::cuda_status();
    if (!cuda.usable && !IsSkipped()) GTEST_SKIP() << cuda.reason;
  }
};

TEST_F(CudaRanksOnCommandLine, WriteTheBytesOfOneProcess) {
  const Words scene{"run", "--scene", "lens",    "--size",    "700x640",     "--steps",
                    "90",  "--probe", "300,320", "--profile", "10,5:600,620"};
  expect_the_bytes_of_one({1, 2}, scene, "lens", {"--backend", "cuda"});
  const json told = json::parse(
      done(2, {"run", "--scene", "spots", "--steps", "5", "--devices", "all", "--json"}));
  EXPECT_EQ(told["backend"], "cuda");
  EXPECT_GE(told["division"]["parts"].size(), 2U);
  EXPECT_TRUE(contains(told["division"]["exchange"], "messages of MPI "));
}

TEST_F(RanksOnCommandLine, RecordedByOneIsReplayedBySeveral) {
  done(2, {"run", "--scene", "two-sources", "--size", "90x70", "--steps", "150", "--record",
           "r.hwrec", "--every", "50", "--out", "two.gif"});
  done(1, {"replay", "r.hwrec", "--backend", "cpu", "--dump", "one.npy", "--every", "50", "--out",
           "one.gif"});
  const json told = json::parse(done(3, {"replay", "r.hwrec", "--backend", "cpu", "--halo", "5",
                                         "--dump", "three.npy", "--json"}));
  EXPECT_EQ(bytes_of(path("three.npy")), bytes_of(path("one.npy")));
  EXPECT_EQ(bytes_of(path("two.gif")), bytes_of(path("one.gif")));
  EXPECT_EQ(told["division"]["parts"].size(), 3U);
  EXPECT_EQ(told["division"]["exchange"], "messages of MPI");
  EXPECT_EQ(told["division"]["steps"], 5);
}

/// Returns the process of a rank among mpirun's children; 0: it has not started.
int process_of_rank(int mpirun, int rank) {
  std::error_code ignored;
  for (const auto& each : fs::directory_iterator("/proc", ignored)) {
    const std::string name = each.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string status = testing::text_of(each.path() / "status");
    const std::string variables = testing::text_of(each.path() / "environ");
    if (!contains(status, "\nPPid:\t" + std::to_string(mpirun) + "\n")) continue;
    const auto is = [&](const std::string& variable) {
      return contains(
          std::string(1, '\0') + variables,
          std::string(1, '\0') + variable + "=" + std::to_string(rank) + std::string(1, '\0'));
    };
    if (is("OMPI_COMM_WORLD_RANK") || is("PMI_RANK")) return std::stoi(name);
  }
  return 0;
}

bool has_ended(int process) {
  return contains(testing::text_of("/proc/" + std::to_string(process) + "/status"), "State:\tZ");
}

TEST_F(RanksOnCommandLine, ALostProcessIsNamedAndItsRunGoesOn) {
  const Words scene{"run", "--scene", "lens", "--size", "60x48"};
  const auto newest_step = [&] {
    std::int64_t newest = -1;
    std::error_code ignored;
    for (const auto& each : fs::directory_iterator(path("state"), ignored)) {
      const std::string name = each.path().filename().string();
      if (name.starts_with("step-") && fs::exists(each.path() / "checkpoint.json", ignored)) {
        newest = std::max<std::int64_t>(newest, std::stoll(name.substr(5)));
      }
    }
    return newest;
  };
  for (const int lost : {2, 0}) {
    SCOPED_TRACE(lost);
    fs::remove_all(path("state"));
    const Outcome outcome = testing::other_program(
        folder(),
        command(3, joined(scene, {"--steps", "1000000000", "--checkpoint", "state",
                                  "--checkpoint-every", "50"})),
        [&](int mpirun) {
          while (newest_step() < 100 && !has_ended(mpirun)) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
          }
          const int process = process_of_rank(mpirun, lost);
          EXPECT_GT(process, 0);
          ::kill(process > 0 ? process : mpirun, process > 0 ? SIGKILL : SIGTERM);
        });
    EXPECT_NE(outcome.status, 0);
    Words lines = own_lines(outcome.err);
    std::erase_if(lines, [](const auto& line) { return contains(line, "a checkpoint of"); });
    ASSERT_EQ(lines.size(), 1U) << outcome.err;
    EXPECT_TRUE(contains(lines[0], "the process of rank " + std::to_string(lost) + " on host '"))
        << lines[0];
    const std::int64_t step = newest_step();
    ASSERT_GE(step, 100);
    for (const int ranks : {1, 2}) {
      const std::string copy = "state-" + std::to_string(ranks);  // since the run goes on saving
      fs::remove_all(path(copy));
      fs::copy(path("state"), path(copy), fs::copy_options::recursive);
      done(ranks, {"run", "--restart", copy, "--steps", "70", "--dump",
                   std::to_string(ranks) + ".npy", "--force"});
    }
    done(1, joined(scene, {"--steps", std::to_string(step + 70), "--backend", "cpu", "--dump",
                           "whole.npy", "--force"}));
    EXPECT_EQ(bytes_of(path("2.npy")), bytes_of(path("whole.npy")));
    EXPECT_EQ(bytes_of(path("1.npy")), bytes_of(path("whole.npy")));
  }
}

TEST_F(RanksOnCommandLine, SayWhatDoesNotFitOnce) {
  const auto refused = [&](const Words& words, int status) {
    const Outcome outcome = run(2, words);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    const Words lines = own_lines(outcome.err);
    EXPECT_EQ(lines.size(), 1U) << outcome.err;
    return lines.empty() ? std::string() : lines[0];
  };
  EXPECT_TRUE(contains(refused({"run", "--device", "0"}, 2), "one device for all processes"));
  EXPECT_TRUE(contains(refused({"run", "--backend", "cuda", "--overlap", "on"}, 2), "is for CPUs"));
  EXPECT_TRUE(
      contains(refused({"run", "--devices", "all", "--exchange", "peer"}, 2), "--exchange staged"));
  if (!core::cuda_status().usable) {
    for (const Words& words :
         {Words{"--devices", "all"}, Words{"--devices", "0,1"}, Words{"--backend", "cuda"}}) {
      EXPECT_TRUE(contains(refused(joined({"run", "--scene", "lens"}, words), 1),
                           "CUDA was requested, but rank 0 on host '"));
    }
  }
  EXPECT_TRUE(
      contains(refused({"run", "--overlap", "on", "--parts", "2"}, 2), "leave out --parts"));
  EXPECT_TRUE(contains(refused({"run", "--scene", "pigeon"}, 2), "pigeon"));
  EXPECT_TRUE(contains(refused({"replay", "missing.hwrec"}, 1), "missing.hwrec"));
  EXPECT_TRUE(contains(testing::heatwave(folder(), {"run", "--overlap", "on"}).err, "mpirun -n 2"));
}

TEST_F(RanksOnCommandLine, WithoutTheModuleOneLineSaysWhatIsMissing) {
  fs::copy_file(test::tested_program(), path("alone"));
  Words words = command(3, {"run", "--scene", "lens", "--steps", "1"});
  std::replace(words.begin(), words.end(), test::tested_program(), path("alone").string());
  const Outcome outcome = testing::other_program(folder(), words);
  EXPECT_NE(outcome.status, 0);
  const Words lines = own_lines(outcome.err);
  ASSERT_EQ(lines.size(), 1U) << outcome.err;
  EXPECT_TRUE(contains(lines[0], "libheatwave_mpi.so is missing")) << lines[0];
  // It may be missing on another host alone, for which its first process speaks.
  for (const std::string on_host : {"0", "1"}) {
    const Outcome other = testing::other_program(
        folder(), {"/usr/bin/env", "OMPI_COMM_WORLD_RANK=3", "OMPI_COMM_WORLD_SIZE=4",
                   "OMPI_COMM_WORLD_LOCAL_RANK=" + on_host, path("alone").string(), "run"});
    EXPECT_EQ(other.status, 1);
    const Words told = own_lines(other.err);
    ASSERT_EQ(told.size(), on_host == "0" ? 1U : 0U) << other.err;
    for (const std::string& line : told) EXPECT_TRUE(line.starts_with("heatwave: host '")) << line;
  }
}

TEST_F(RanksOnCommandLine, AreNotStartedByAnotherMpi) {
  // Each process finds itself alone then, and would write the files of all.
  for (const std::string rank : {"0", "1"}) {
    const Outcome outcome = testing::other_program(
        folder(), {"/usr/bin/env", "HWLOC_COMPONENTS=-gl", "PMI_RANK=" + rank, "PMI_SIZE=2",
                   test::tested_program(), "run", "--scene", "lens", "--size", "60x48", "--steps",
                   "1", "--dump", "f.npy"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_FALSE(fs::exists(path("f.npy")));
    const Words lines = own_lines(outcome.err);
    ASSERT_EQ(lines.size(), rank == "0" ? 1U : 0U) << outcome.err;
    for (const std::string& line : lines) EXPECT_TRUE(contains(line, "another MPI's")) << line;
  }
}

TEST_F(RanksOnCommandLine, InfoNamesTheLibrary) {
  EXPECT_TRUE(contains(done(1, {"info"}), "\nMPI        "));
  EXPECT_TRUE(json::parse(done(1, {"info", "--json"}))["mpi"]["available"]);
}

}  // namespace
}  // namespace heatwave
