// Tests the measurements, outputs and refusals of `heatwave lab`.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/export/lab_table.h"
#include "kernels/lab/bench/edited_kernels.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/cli/program.h"
#include "tests/system/temporary_folder.h"

namespace heatwave {
namespace {

using testing::contains;
using testing::Outcome;
using testing::TemporaryFolder;
using testing::text_of;
using Words = std::vector<std::string>;

/// Returns the processor seconds of all ended child processes.
double seconds_of_children() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

class Lab : public ::testing::Test {
 protected:
  [[nodiscard]] Outcome lab(Words words) const {
    words.insert(words.begin(), "lab");
    return testing::heatwave(folder_.path(), words);
  }
  /// Runs a small measurement on the CPU that must succeed and print nothing on standard error.
  [[nodiscard]] std::string small_lab(const Words& more) const {
    Words words{"reverse", "--n", "1K", "--variant", "loop,threads", "--repeat", "2"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = lab(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }
  /// Returns one line, without the program's name.
  [[nodiscard]] std::string complaint(const Words& words, int status) const {
    const Outcome outcome = lab(words);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    const std::string prefix = "heatwave: ";
    EXPECT_TRUE(outcome.err.starts_with(prefix)) << outcome.err;
    return outcome.err.substr(std::min(prefix.size(), outcome.err.size()));
  }
  [[nodiscard]] std::filesystem::path path(const std::string& name) const {
    return folder_.path() / name;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Lab, SaysBeforeWhatALargeProblemTakes) {
  // One of the GPU's variants, so that a machine without one need not make the problem.
  const Words large{"pairwise-sum", "--variant", "lecture", "--n", "256M", "--repeat", "1"};
  EXPECT_TRUE(lab(large).err.starts_with(
      "heatwave: pairwise-sum takes 1.1 GB of memory, and a while to fill it\n"));
  EXPECT_TRUE(contains(
      lab({"pairwise-sum", "--variant", "lecture", "--sweep", "n=1K,256M,2K", "--repeat", "1"}).err,
      "takes 1.1 GB of memory"));
}

TEST_F(Lab, SavesAKernelAndSaysWhyItCannotBeTimed) {
  ASSERT_EQ(lab({"dot", "--variant", "lecture", "--save-kernel", "mine.cu"}).status, 0);
  const std::string text = text_of(path("mine.cu"));
  EXPECT_TRUE(text.starts_with("// heatwave: variant dot lecture\n")) << text;
  EXPECT_TRUE(contains(text, "__global__ void dot_by_tree("));
  EXPECT_FALSE(contains(text, "dot_by_shuffles"));
  EXPECT_FALSE(complaint({"dot", "--save-kernel", "all.cu"}, 2).empty()) << "of which variant?";
  EXPECT_FALSE(complaint({"dot", "--variant", "loop", "--save-kernel", "cpu.cu"}, 1).empty());
  EXPECT_FALSE(complaint({"--kernel", "absent.cu"}, 1).empty());
  const std::string reason = lab::why_no_edited_kernels();
  if (reason.empty()) return;
  EXPECT_TRUE(contains(complaint({"--kernel", "mine.cu"}, 1), reason));
}

TEST_F(Lab, ListsEveryExperiment) {
  const Outcome all = lab({"--list"});
  EXPECT_EQ(all.status, 0) << all.err;
  for (const lab::Experiment& each : lab::experiments()) {
    EXPECT_TRUE(contains(all.out, each.title + " (" + each.id + ")")) << each.id;
  }
  const Outcome one = lab({"reverse", "--list"});
  EXPECT_TRUE(one.out.starts_with("Array reverse (reverse)\n"));
  EXPECT_TRUE(contains(one.out, "[kernels/lab/experiments/reverse/reverse_kernels.cuh]"));
  EXPECT_FALSE(contains(one.out, "(dot)"));
  const auto json = nlohmann::json::parse(lab({"--list", "--json"}).out);
  EXPECT_EQ(json.size(), lab::experiments().size());
}

TEST_F(Lab, PrintsATableWithTheSeedAndNoEscapes) {
  const std::string text = small_lab({"--seed", "7"});
  EXPECT_TRUE(contains(text, "CPU: ")) << text;
  EXPECT_TRUE(contains(text, "\nArray reverse (reverse)\n  n = 1024, threads = 256, seed = 7\n"))
      << text;
  EXPECT_TRUE(contains(text, "  CPU, simple loop ")) << text;
  EXPECT_TRUE(contains(text, "█")) << text;
  EXPECT_TRUE(contains(text, " CPU threads ") && contains(text, " reference ")) << text;
  EXPECT_FALSE(contains(text, "×0.") || contains(text, "÷")) << text;
  EXPECT_FALSE(contains(text, "needs a CUDA GPU")) << text;
  EXPECT_FALSE(contains(text, "\033")) << text;
}

TEST_F(Lab, PrintsJsonThatCanBeReadBack) {
  const auto recorded = exporting::read_lab_json(small_lab({"--json", "--seed", "9"}));
  ASSERT_EQ(recorded.reports.size(), 1U);
  const lab::Report& report = recorded.reports.front();
  ASSERT_EQ(report.measurements.size(), 2U);
  EXPECT_EQ(report.measurements[0].variant, "loop");
  EXPECT_EQ(report.measurements[1].variant, "threads");
  for (const lab::Measurement& m : report.measurements) {
    EXPECT_EQ(m.settings.values.at("n"), 1024);
    EXPECT_EQ(m.settings.seed, 9U);
    EXPECT_EQ(m.time.samples, 2);
    EXPECT_TRUE(m.outcome.right);
  }
}

TEST_F(Lab, SweepsAParameter) {
  const auto recorded = exporting::read_lab_json(small_lab({"--sweep", "threads=32,1K", "--json"}));
  const lab::Report& report = recorded.reports.front();
  EXPECT_EQ(report.swept, "threads");
  ASSERT_EQ(report.measurements.size(), 4U);
  EXPECT_EQ(report.measurements[0].settings.values.at("threads"), 32);
  EXPECT_EQ(report.measurements[3].settings.values.at("threads"), 1024);
  const std::string own = small_lab({"--sweep", "threads"});
  EXPECT_TRUE(contains(own, "\n  threads = 64\n")) << own;
  EXPECT_TRUE(contains(own, "\n  threads = 512\n")) << own;
}

TEST_F(Lab, ProfilesReverseBesideTheLecturesReports) {
  const Outcome profile = lab({"reverse", "--profile"});
  ASSERT_EQ(profile.status, 0) << profile.err;
  for (const char* part : {"gld_incoherent", "62464", "8128", "267.520", "438.432", "gputime",
                           "32 sectors", "ncu --set full", "compute-sanitizer", "cuda-gdb"}) {
    EXPECT_TRUE(contains(profile.out, part)) << part << "\n" << profile.out;
  }
  EXPECT_TRUE(contains(profile.out, " 262144 ")) << "every store of 256K ints was incoherent";
  EXPECT_TRUE(complaint({"dot", "--profile"}, 2).starts_with("--profile is for the experiment"));
}

TEST_F(Lab, PrintsPtxOrSaysWhyThereIsNone) {
  const Outcome ptx = lab({"reverse", "--ptx", "--variant", "direct,loop"});
  ASSERT_EQ(ptx.status, 0) << ptx.err;
  EXPECT_TRUE(contains(ptx.out, "// reverse direct\n")) << ptx.out;
  EXPECT_TRUE(contains(ptx.out, "// The CPU's code becomes no PTX.\n")) << ptx.out;
  EXPECT_NE(contains(ptx.out, "st.global"), contains(ptx.out, "built without it")) << ptx.out;
}

TEST_F(Lab, ShowsTheLecturesFigureBesideOurs) {
  const Outcome distance = lab({"distance", "--n", "512", "--variant", "loop", "--repeat", "1"});
  ASSERT_EQ(distance.status, 0) << distance.err;
  EXPECT_TRUE(contains(distance.out, "slides: 45.0")) << distance.out;
}

TEST_F(Lab, PrintsCsvAndMarkdown) {
  EXPECT_TRUE(small_lab({"--csv"}).starts_with("method,gputime,cputime,occupancy,"));
  EXPECT_TRUE(small_lab({"--markdown"}).starts_with("## Array reverse\n"));
}

TEST_F(Lab, WritesAFileAndShowsTheTable) {
  const std::string text = small_lab({"--out", "r.json"});
  EXPECT_TRUE(contains(text, "CPU, simple loop")) << text;
  EXPECT_TRUE(text.ends_with("wrote r.json\n")) << text;
  EXPECT_EQ(exporting::read_lab_json(text_of(path("r.json"))).reports.size(), 1U);
  EXPECT_EQ(complaint({"reverse", "--n", "8", "--out", "r.json"}, 1),
            "'r.json' exists already; add --force to replace it\n");
  EXPECT_TRUE(contains(small_lab({"--out", "r.json", "--csv", "--force"}), "wrote r.json"));
  EXPECT_TRUE(text_of(path("r.json")).starts_with("method,"));
}

TEST_F(Lab, TakesTheWordsThatItPrints) {
  const Outcome outcome =
      lab({"dot", "--n", "1K", "--blocks", "auto", "--variant", "loop", "--repeat", "2", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "\"blocks\": 0")) << outcome.out;
  EXPECT_TRUE(contains(lab({"--list", "dot"}).out, "(unless set: auto)"));
}

TEST_F(Lab, RefusesNamesWithWhatWasPerhapsMeant) {
  EXPECT_TRUE(complaint({"revers"}, 2)
                  .starts_with("there is no experiment 'revers' (did you mean 'reverse'?); there "
                               "are: pairwise-sum, "));
  EXPECT_TRUE(complaint({"reverse", "--variant", "lop"}, 2)
                  .starts_with("the experiment 'reverse' has no variant 'lop' (did you mean "
                               "'loop'?); there are: loop, threads, "));
  EXPECT_TRUE(complaint({"reverse", "--set", "thread=3"}, 2)
                  .starts_with("the experiment 'reverse' has no parameter 'thread' (did you mean "
                               "'threads'?)"));
  EXPECT_TRUE(complaint({"dot", "--input", "unifrom"}, 2)
                  .starts_with("--input knows no 'unifrom' (did you mean 'uniform'?)"));
  EXPECT_TRUE(contains(complaint({"reverse", "--reepat", "3"}, 2), "(did you mean '--repeat'?)"));
}

TEST_F(Lab, RefusesValuesThatCannotBe) {
  EXPECT_EQ(complaint({"reverse", "--n", "0"}, 2),
            "--n must lie between 1 and 2147483647, not 0\n");
  EXPECT_EQ(complaint({"reverse", "--n", "many"}, 2),
            "--n needs a whole number, as in 1000 or 32K, not 'many'\n");
  EXPECT_EQ(complaint({"reverse", "--sweep", "threads=1,,2"}, 2),
            "--sweep threads needs a whole number, as in 1000 or 32K, not ''\n");
  EXPECT_EQ(complaint({"reverse", "--repeat", "0"}, 2), "--repeat must be at least 1, not 0\n");
  EXPECT_EQ(complaint({"reverse", "--csv", "--json"}, 2),
            "choose only one of --json, --csv and --markdown\n");
  EXPECT_TRUE(complaint({"reverse", "--out", "r.txt"}, 2).starts_with("--out needs a file that"));
}

TEST_F(Lab, MeasuresAQuickSetOfEverything) {
  const double before = seconds_of_children();
  const Outcome outcome = lab({});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  // Processor time does not depend on other programs.
  EXPECT_LT(seconds_of_children() - before, 60.0);
  for (const lab::Experiment& each : lab::experiments()) {
    EXPECT_TRUE(contains(outcome.out, "\n" + each.title + " (" + each.id + ")\n")) << each.id;
  }
  EXPECT_FALSE(contains(outcome.out, "\033"));
}

}  // namespace
}  // namespace heatwave
