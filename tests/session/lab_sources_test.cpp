// Tests the lab's displayed code: the lines of each variant, and the important ones.
#include "app/session/lab/lab_sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/session/embedded.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {
namespace {

constexpr const char* kText =
    "#include <vector>\n"
    "\n"
    "// variant: loop threads\n"
    "\n"
    "int shared_by_both() {\n"
    "  return 1;  //! counted once\n"
    "}\n"
    "\n"
    "// variant: threads\n"
    "int only_threads() { return 2; }  //!\n"
    "// end\n"
    "int nobody = 3;\n"
    "  // variant: loop\n"
    "int loop_again = 4;";

std::vector<int> own_numbers(const char* variant) {
  const SourceFile file{"file", source_lines(kText, variant)};
  std::vector<int> numbers;
  for (const SourceLine& line : file.own_lines()) numbers.push_back(line.number);
  return numbers;
}

TEST(LabSources, ARegionEndsAtTheNextOneOrAtItsEnd) {
  EXPECT_EQ(own_numbers("threads"), (std::vector<int>{5, 6, 7, 10}));
}

TEST(LabSources, AVariantMayHaveSeveralRegionsAndShareThem) {
  EXPECT_EQ(own_numbers("loop"), (std::vector<int>{5, 6, 7, 14}));
}

TEST(LabSources, AnIdIsAWholeWord) {
  EXPECT_TRUE(own_numbers("thread").empty());
  EXPECT_TRUE(own_numbers("").empty());
}

TEST(LabSources, CodeUnderOneNameIsOfThatVariantAlone) {
  EXPECT_TRUE(source_lines("// variant: a\nint x;\n", "a")[1].alone);
  EXPECT_FALSE(source_lines("// variant: a b\nint x;\n", "a")[1].alone);
  EXPECT_FALSE(source_lines("// variant: *\nint x;\n", "a")[1].alone);
  EXPECT_FALSE(source_lines("// variant: b\nint x;\n", "a")[1].alone) << "not its own";
}

TEST(LabSources, MarksAreTakenOffTheLineWithTheirReasons) {
  const auto lines = source_lines(kText, "loop");
  ASSERT_EQ(lines.size(), 14U);
  EXPECT_EQ(lines[5].text, "  return 1;");
  EXPECT_TRUE(lines[5].mark);
  EXPECT_EQ(lines[5].reason, "counted once");
  EXPECT_TRUE(lines[9].mark);
  EXPECT_EQ(lines[9].reason, "");
  EXPECT_FALSE(lines[4].mark);
  EXPECT_EQ(lines[13].text, "int loop_again = 4;");
}

TEST(LabSources, AFileWithCarriageReturnsReadsTheSame) {
  const auto lines = source_lines("// variant: a\r\nint x;  //! why\r\n// end\r\n", "a");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[1].own);
  EXPECT_EQ(lines[1].text, "int x;");
  EXPECT_EQ(lines[1].reason, "why");
  EXPECT_FALSE(lines[2].own);
}

TEST(LabSources, WhatWasNotEmbeddedIsEmpty) {
  EXPECT_TRUE(embedded_file("kernels/lab/no_such_file.cu").empty());
  EXPECT_FALSE(embedded_file("kernels/lab/experiments/reverse/reverse_kernels.cuh").empty());
}

/// Every variant shows its own code, on the CPU and the GPU, with or without CUDA in this program.
TEST(LabSources, EveryVariantHasCodeWithAnImportantLine) {
  for (const lab::Experiment& experiment : lab::experiments()) {
    for (const lab::Variant& variant : experiment.variants) {
      SCOPED_TRACE(experiment.id + " " + variant.id);
      const auto own = source_of(experiment, variant).own_lines();
      EXPECT_FALSE(own.empty());
      EXPECT_TRUE(std::any_of(own.begin(), own.end(), [](const auto& line) { return line.mark; }));
    }
  }
}

// Copy code that several experiments share is shown with each.
TEST(LabSources, SharedCopiesStandBesideTheLaunchers) {
  const lab::Experiment& reverse = lab::find_experiment("reverse");
  std::string code;
  for (const SourceLine& line :
       source_of(reverse, lab::find_variant(reverse, "shared")).own_lines())
    code += line.text + line.reason + "\n";
  EXPECT_NE(code.find("upload(device.in"), std::string::npos);
  EXPECT_NE(code.find("cudaMemcpyAsync, host to device"), std::string::npos);
}

// The code allocates, copies, launches, checks and frees; it creates, records, records,
// synchronises on the second event, computes the difference and destroys the events.
TEST(LabSources, EveryGpuVariantShowsAllCallsOfTheHost) {
  for (const lab::Experiment& experiment : lab::experiments()) {
    for (const lab::Variant& variant : experiment.variants) {
      // The program's own field solver is no kernel of the lab.
      if (lab::source_file(experiment, variant).ends_with(".cpp")) continue;
      std::string code;
      for (const SourceLine& line : source_of(experiment, variant).own_lines())
        code += line.text.substr(0, line.text.find("//")) + "\n";
      for (const char* call : {"cudaMalloc", "cudaMemcpyAsync", "cudaGetLastError", "cudaFree",
                               "#define HEATWAVE_CUDA_CHECK", "cudaEventCreate", "cudaEventRecord",
                               "cudaEventSynchronize", "cudaEventElapsedTime", "cudaEventDestroy"})
        EXPECT_NE(code.find(call), std::string::npos)
            << experiment.id << " " << variant.id << ": " << call;
    }
  }
}

}  // namespace
}  // namespace heatwave::session
