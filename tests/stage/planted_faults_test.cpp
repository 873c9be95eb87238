// Tests that the machine finds a planted fault at its line, and accuses no right kernel. Each file
// in tests/stage/planted/ has a fault where PLANTED is 1, and none where it is 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "kernels/stage/text_lesson.h"

namespace heatwave::stage {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFaultsOfAKind = 5;
constexpr std::int64_t kMostSteps = 20'000;

/// Each kind of a planted fault, by the first word of its file's name, and how the machine names
/// it.
const std::map<std::string, std::set<FaultKind>>& kinds() {
  static const std::map<std::string, std::set<FaultKind>> all{
      {"missing-barrier", {FaultKind::race}},
      {"missing-fence", {FaultKind::race}},
      {"wrong-index", {FaultKind::outside, FaultKind::race, FaultKind::result}},
      {"off-by-one", {FaultKind::outside}},
      {"lock-order", {FaultKind::deadlock}},
      {"divergent-barrier", {FaultKind::barrier, FaultKind::deadlock}},
      {"use-after-free", {FaultKind::outside}},
      {"uninitialised-read", {FaultKind::unwritten}}};
  return all;
}

std::string kind_of(const std::string& file) { return file.substr(0, file.find('_')); }

std::vector<std::string> files() {
  std::vector<std::string> all;
  for (const auto& entry :
       fs::directory_iterator(fs::path(HEATWAVE_SOURCE_FOLDER) / "tests/stage/planted")) {
    all.push_back(entry.path().stem().string());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string text_of(const std::string& file) {
  std::ifstream in(fs::path(HEATWAVE_SOURCE_FOLDER) / "tests/stage/planted" / (file + ".cu"));
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Returns the line that is marked `// found`.
int marked_line(const std::string& text) {
  const auto mark = text.find("// found");
  if (mark == std::string::npos) return 0;
  return 1 +
         static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(mark), '\n'));
}

std::vector<Schedule> schedules() {
  std::vector<Schedule> all{{.kind = Schedule::Kind::lockstep},
                            {.kind = Schedule::Kind::independent}};
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    all.push_back({.kind = Schedule::Kind::random, .seed = seed});
  }
  return all;
}

/// Returns the first play that has a fault, or else the last one.
Trace first_with_a_fault(const Lesson& lesson) {
  Trace trace;
  for (const Schedule& schedule : schedules()) {
    trace = play(lesson, {.schedule = schedule}, {}, false, kMostSteps);
    if (!trace.faults.empty()) break;
  }
  return trace;
}

class StagePlantedFaults : public testing::TestWithParam<std::string> {};

TEST_P(StagePlantedFaults, AreFoundAtTheirLine) {
  const std::string text = text_of(GetParam());
  const Trace trace = first_with_a_fault(lesson_of_text(text, GetParam()));
  ASSERT_FALSE(trace.faults.empty());
  const Fault& first = trace.faults.front();
  EXPECT_TRUE(kinds().at(kind_of(GetParam())).contains(first.kind)) << first.text;
  EXPECT_NE(std::find(first.lines.begin(), first.lines.end(), marked_line(text)), first.lines.end())
      << "line " << marked_line(text) << ": " << first.text;
}

TEST_P(StagePlantedFaults, AreNotFoundInTheRightKernel) {
  const std::string wrong = "#define PLANTED 1";
  std::string text = text_of(GetParam());
  ASSERT_NE(text.find(wrong), std::string::npos);
  text.replace(text.find(wrong), wrong.size(), "#define PLANTED 0");
  const Trace trace = first_with_a_fault(lesson_of_text(text, GetParam()));
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front().text;
}

INSTANTIATE_TEST_SUITE_P(Kernels, StagePlantedFaults, testing::ValuesIn(files()),
                         [](const testing::TestParamInfo<std::string>& file) {
                           std::string name = file.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return c == '-'; }, '_');
                           return name;
                         });

TEST(StagePlantedFaultFiles, AreFiveOfEachKind) {
  std::map<std::string, std::size_t> count;
  for (const std::string& each : files()) ++count[kind_of(each)];
  EXPECT_EQ(count.size(), kinds().size());
  for (const auto& [kind, number] : count) {
    EXPECT_TRUE(kinds().contains(kind)) << kind;
    EXPECT_EQ(number, kFaultsOfAKind) << kind;
  }
}

/// Returns the text of the first race in a play of this kernel.
std::string first_race(const std::string& text, const Schedule& schedule) {
  const Trace trace = play(lesson_of_text(text, "mine"), {.schedule = schedule});
  const auto race = std::ranges::find(trace.faults, FaultKind::race, &Fault::kind);
  return race == trace.faults.end() ? "no race" : race->text;
}

TEST(PlantedFaults, ARaceSaysWhatWouldOrderIt) {
  for (const std::string& file : files()) {
    const std::string kind = kind_of(file);
    if (kind != "missing-fence" && kind != "missing-barrier") continue;
    const std::string wanted = kind == "missing-fence" ? "__threadfence()" : "__sync";
    const Trace trace = first_with_a_fault(lesson_of_text(text_of(file), file));
    EXPECT_NE(trace.faults.front().text.find(wanted), std::string::npos)
        << file << ": " << trace.faults.front().text;
  }
}

TEST(PlantedFaults, ARaceNamesTheLeastThatOrdersIt) {
  const Schedule lockstep{};
  const std::string two_warps = "// heatwave: input a int[64] = 0; input b int[64]; launch 1, 64\n";
  EXPECT_TRUE(first_race(two_warps + "__global__ void k(int* a, int* b) {\n"
                                     "  a[threadIdx.x] = 1;\n"
                                     "  b[threadIdx.x] = a[63 - threadIdx.x];\n}\n",
                         lockstep)
                  .ends_with("nothing orders the two; __syncthreads() between the two would."));
  const std::string one_warp = "// heatwave: input a int[8] = 0; input b int[8]; launch 1, 8\n";
  EXPECT_TRUE(
      first_race(one_warp + "__global__ void k(int* a, int* b) {\n"
                            "  a[threadIdx.x] = 1;\n"
                            "  b[threadIdx.x] = a[7 - threadIdx.x];\n}\n",
                 lockstep)
          .ends_with("orders the two; __syncthreads(), or __syncwarp(), between the two would."));
  const std::string two_blocks = "// heatwave: input a int[2] = 0; input b int[2]; launch 2, 1\n";
  EXPECT_TRUE(first_race(two_blocks + "__global__ void k(int* a, int* b) {\n"
                                      "  a[blockIdx.x] = 1;\n"
                                      "  b[blockIdx.x] = a[1 - blockIdx.x];\n}\n",
                         lockstep)
                  .ends_with("orders the two; a second launch, or grid.sync() of a cooperative "
                             "launch, between the two would."));
  const std::string last = "// heatwave: input a int[1] = 0; launch 1, 8\n";
  EXPECT_TRUE(first_race(last + "__global__ void k(int* a) {\n  a[0] = threadIdx.x;\n}\n", lockstep)
                  .ends_with("orders the two; an atomic operation in line 3 would."));
  EXPECT_TRUE(first_race(last + "__global__ void k(int* a) {\n  if (threadIdx.x == 0) a[0] = 5;\n"
                                "  atomicAdd(a, 1);\n}\n",
                         lockstep)
                  .ends_with("or an atomic operation in line 3, too, would."));
}

// Two lines that load a number and store it again are one update: a barrier between the two would
// let all threads load before any stores.
TEST(PlantedFaults, ARaceOfTwoUpdatesIsOrderedByAnAtomic) {
  const auto updates = [](const std::string& launch) {
    return first_race("// heatwave: input a int[1] = 0; launch " + launch +
                          "\n__global__ void k(int* a) {\n"
                          "  int old = a[0];\n"
                          "  old += 2;\n"
                          "  a[0] = old;\n}\n",
                      {});
  };
  EXPECT_TRUE(updates("1, 2").ends_with(
      "orders the two; one atomic operation in place of lines 3 to 5, or __syncthreads(), or "
      "__syncwarp(), between the two would."));
  EXPECT_TRUE(updates("2, 1").ends_with(
      "orders the two; one atomic operation in place of lines 3 to 5, or a second launch, or "
      "grid.sync() of a cooperative launch, between the two would."));
}

TEST(PlantedFaults, NoBarrierOrdersTheWritesOfTwoBlocks) {
  const std::string text = first_race(
      "// heatwave: input a int[1] = 0; launch 2, 1\n"
      "__global__ void k(int* a) {\n"
      "  if (blockIdx.x == 0) a[0] = 1;\n"
      "  if (blockIdx.x == 1) a[0] = 2;\n}\n",
      {});
  EXPECT_TRUE(text.ends_with(
      "orders the two; an atomic operation in line 3 and in line 4, or a second launch, or "
      "grid.sync() of a cooperative launch, between the two would."))
      << text;
  EXPECT_EQ(text.find("__syncthreads"), std::string::npos);
}

// A barrier is all that a neighbour's value needs, although its owner loads it, too.
TEST(PlantedFaults, AnAtomicIsNotProposedForAValueThatOthersOnlyRead) {
  const std::string text = first_race(
      "// heatwave: input a int[8] = 0; launch 1, 8\n"
      "__global__ void k(int* a) {\n"
      "  int own = a[threadIdx.x];\n"
      "  int next = a[(threadIdx.x + 1) % 8];\n"
      "  a[threadIdx.x] = own + next;\n}\n",
      {});
  EXPECT_TRUE(
      text.ends_with("orders the two; __syncthreads(), or __syncwarp(), between the two would."))
      << text;
  // Each round stores into the cell, which its writer, too, has read in the round before.
  const std::string rounds = first_race(
      "// heatwave: input a int[2] = 0; input b int[2] = 0; launch 1, 2\n"
      "__global__ void k(int* a, int* b) {\n"
      "  for (int i = 0; i < 2; ++i) {\n"
      "    if (threadIdx.x == 0) a[0] = i;\n"
      "    __syncthreads();\n"
      "    b[threadIdx.x] += a[0];\n  }\n}\n",
      Schedule::from("random:1"));
  EXPECT_TRUE(
      rounds.ends_with("orders the two; __syncthreads(), or __syncwarp(), between the two would."))
      << rounds;
}

}  // namespace
}  // namespace heatwave::stage
