// Tests the report of the old profiler and the command lines of current tools.
#include "app/session/lab/profile_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {
namespace {

std::string all_text(const std::vector<ProfilePart>& parts) {
  std::string text;
  for (const ProfilePart& part : parts) {
    text += part.title + "\n";
    for (const std::string& line : part.lines) text += line + "\n";
    text += part.words + "\n";
  }
  return text;
}

TEST(LabProfile, TheLecturesReportHasItsColumnsItsRowsAndItsElevenCounters) {
  const std::string text = all_text(lecture_profile());
  for (const char* part : {"method",
                           "gputime",
                           "cputime",
                           "occupancy",
                           "gld_incoherent",
                           "gld_coherent",
                           "gst_incoherent",
                           "gst_coherent",
                           "438.432",
                           "267.520",
                           "297",
                           "1952",
                           "62464",
                           "349.344",
                           "449.600",
                           "50.464",
                           "108",
                           "2032",
                           "8128",
                           "509.984",
                           "local_load",
                           "local_store",
                           "branch",
                           "divergent_branch",
                           "instructions",
                           "warp_serialize",
                           "cta_launched"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

lab::Report profiled_report(const lab::CopyTimes& copies) {
  lab::Settings settings = lab::initial_settings(lab::find_experiment(kProfiled));
  settings.values["n"] = kProfiledSize;
  lab::Report report{.experiment = kProfiled};
  report.machine.gpu.name = "A GPU";
  lab::Measurement m{.experiment = kProfiled, .variant = kStraight, .settings = settings};
  m.time.median = 0.01;
  m.time.samples = 3;
  m.host_ms = 0.02;
  m.with_copies_ms = 0.5;
  m.copies = copies;
  report.measurements.push_back(m);
  return report;
}

// Each copy has its own line around its kernel's, as in the lecture's report.
TEST(LabProfile, OursStandsInTheSameColumns) {
  const lab::Report report = profiled_report({.to_device_ms = 0.2, .to_host_ms = 0.25});
  const std::vector<ProfilePart> parts = own_profile(report, report.measurements.front().settings);
  const auto& lines = parts.at(0).lines;
  ASSERT_EQ(lines.size(), 6U)
      << "the head of two lines, a kernel between its copies, and one not measured";
  EXPECT_NE(parts.at(0).title.find("A GPU"), std::string::npos);
  EXPECT_TRUE(lines[2].starts_with("memcpyHtoD ")) << lines[2];
  EXPECT_NE(lines[2].find(" 200.000"), std::string::npos) << lines[2];
  EXPECT_NE(lines[3].find("10.000"), std::string::npos) << lines[3];
  EXPECT_NE(lines[3].find("262144"), std::string::npos) << "each store of 256K was incoherent";
  EXPECT_TRUE(lines[4].starts_with("memcpyDtoH ")) << lines[4];
  EXPECT_NE(lines[4].find(" 250.000"), std::string::npos) << lines[4];
  EXPECT_NE(lines[5].find("–"), std::string::npos) << lines[5];
  EXPECT_NE(parts.at(1).lines.at(0).find("32 sectors"), std::string::npos);
}

TEST(LabProfile, ARecordingThatKnowsBothCopiesTogetherSaysSo) {
  const lab::Report report = profiled_report({});
  const std::vector<ProfilePart> parts = own_profile(report, report.measurements.front().settings);
  const auto& lines = parts.at(0).lines;
  ASSERT_EQ(lines.size(), 5U) << "two of the head, two kernels, and one for both copies";
  EXPECT_TRUE(lines[3].starts_with("memcpy, there and back")) << lines[3];
  EXPECT_NE(lines[3].find("480.000"), std::string::npos) << lines[3];
}

// A window of 1280 pixels with its panel has space for 95 letters of code.
TEST(LabProfile, AllColumnsAreSeenInASmallWindow) {
  const lab::Experiment& reverse = lab::find_experiment(kProfiled);
  for (const auto& parts : {lecture_profile(), own_profile({}, lab::initial_settings(reverse))}) {
    for (const std::string& line : parts.front().lines) EXPECT_LE(line.size(), 95U) << line;
  }
}

TEST(LabProfile, CommandLinesNameTheVariantAndWhatWasChanged) {
  const lab::Experiment& histogram = lab::find_experiment("histogram");
  lab::Settings settings = lab::initial_settings(histogram);
  settings.values["bins"] = 100;
  settings.values["input"] = 2;
  const auto lines = tool_lines(histogram, lab::find_variant(histogram, "shared"), settings);
  const auto has = [&lines](const std::string& command) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const ToolLine& line) { return line.command == command; });
  };
  const std::string run =
      "heatwave lab histogram --variant shared --set bins=100 --set input=bell --repeat 1";
  EXPECT_TRUE(has("ncu --set full " + run)) << lines.front().command;
  EXPECT_TRUE(has("nsys profile --stats=true " + run));
  EXPECT_TRUE(has("compute-sanitizer --tool memcheck " + run));
  EXPECT_TRUE(has("cuda-gdb --args " + run));
  EXPECT_TRUE(
      has("nvcc -std=c++20 -x cu -ptx -arch=native "
          "kernels/lab/experiments/histogram/histogram_kernels.cuh -o kernels.ptx"));
}

}  // namespace
}  // namespace heatwave::session
