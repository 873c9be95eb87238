// Tests the plays, outputs and refusals of `heatwave stage`.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kernels/stage/lesson_catalogue.h"
#include "tests/cli/program_test.h"

namespace heatwave {
namespace {

using nlohmann::json;
using testing::contains;
using testing::Outcome;
using Words = std::vector<std::string>;

class Stage : public testing::ProgramTest {
 protected:
  [[nodiscard]] Outcome stage(const Words& words) const {
    return heatwave(testing::joined({"stage"}, words));
  }
  /// Plays a lesson that must succeed and print nothing on standard error.
  [[nodiscard]] std::string played(const Words& words) const {
    return done(testing::joined({"stage"}, words));
  }
  /// Returns one line.
  [[nodiscard]] std::string complaint(const Words& words) const {
    return refused(testing::joined({"stage"}, words), 2);
  }

  void write(const std::string& name, const std::string& text) const {
    testing::write_text(path(name), text);
  }
};

TEST_F(Stage, ListsEveryLesson) {
  const std::string text = played({"--list"});
  EXPECT_NE(text.find("tile-transpose  Tiled transpose\n"), std::string::npos) << text;
  for (const stage::Lesson& lesson : stage::lessons()) {
    EXPECT_TRUE(contains(text, lesson.id) && contains(text, lesson.title)) << lesson.id;
  }
}

TEST_F(Stage, WarnsOfCodeThatIsDefinedButRarelyMeant) {
  write("middle.cu",
        "// heatwave: input a int[4]; input n int = 8; launch 1, 4; expect a[0] = 1 1 1 1\n"
        "__global__ void middle(int* a, int n) {\n"
        "  if (0 < n < 3) a[threadIdx.x] = 1;\n}\n");
  const std::string warning =
      "3:13: this compares the truth value of the first comparison: write a < b && b < c";
  for (const Words& words : {Words{"middle.cu"}, Words{"middle.cu", "--cost"}}) {
    const std::string text = played(words);
    EXPECT_TRUE(contains(text, "Warning: " + warning + "\n")) << text;
    EXPECT_FALSE(contains(text, "Found")) << text;
  }
  const auto document = json::parse(played({"middle.cu", "--json"}));
  EXPECT_EQ(document["warnings"],
            json::parse(R"([{"line": 3, "column": 13, "text": ")" + warning.substr(6) + "\"}]"));
}

// The lesson's point is one order of its threads.
TEST_F(Stage, PlaysTheOrderThatALessonChooses) {
  EXPECT_TRUE(contains(played({"aba"}), "node 2 is taken, and still in the list"));
}

TEST_F(Stage, NoLessonHasWarnings) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    EXPECT_TRUE(json::parse(played({lesson.id, "--json", "--cost"}))["warnings"].empty())
        << lesson.id;
  }
}

TEST_F(Stage, ListsAsJsonToo) {
  const auto all = json::parse(played({"--list", "--json"}));
  EXPECT_EQ(all.size(), stage::lessons().size());
  const auto one = json::parse(played({"dot", "--list", "--json"}));
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0]["id"], "dot");
  EXPECT_FALSE(one[0]["inputs"].empty());
  const auto tiles = json::parse(played({"matmul-tile", "--list", "--json"}));
  EXPECT_EQ(tiles[0]["versions"][1]["schedule"], "random:7");
}

TEST_F(Stage, TellsAllAboutOneLesson) {
  const std::string text = played({"lock", "--list"});
  const stage::Lesson& lesson = stage::find_lesson("lock");
  EXPECT_TRUE(contains(text, lesson.question));
  EXPECT_TRUE(contains(text, "Answer: " + lesson.answer));
  for (const stage::Version& version : lesson.versions) {
    EXPECT_TRUE(contains(text, version.id)) << version.id;
  }
  EXPECT_TRUE(contains(text, "heatwave lab lock"));
  EXPECT_TRUE(contains(text, lesson.lecture));
}

TEST_F(Stage, PrintsTheDotProductsEveryValue) {
  const std::string text = played({"dot", "--text"});
  // These are the threads' sums, the two rounds of the tree, and the blocks' sums.
  for (const char* value :
       {"47", "14", "22", "40", "18", "32", "59", "74", "69", "54", "77", "106", "123", "183"}) {
    EXPECT_TRUE(contains(text, std::string(" ") + value)) << value << '\n' << text;
  }
  EXPECT_FALSE(contains(text, "Found at step"));
  EXPECT_TRUE(contains(text, "In the end c: 123 183\n"));
  EXPECT_TRUE(contains(text, "In the end result: 306\n"));
  EXPECT_TRUE(contains(text, "\nLandau (2012): block 0 has 47 14 22 40, then 69, 54, then 123"));
}

TEST_F(Stage, TextShowsTheKernelAndTheLineOfEachStep) {
  const std::string line = "temp += a[tid] * b[tid];";
  EXPECT_FALSE(contains(played({"dot"}), line)) << "the code is shown only with --text";
  const std::string text = played({"dot", "--text"});
  EXPECT_TRUE(contains(text, "__global__ void dot(const float* a"));
  const std::size_t load = text.find("load from a");
  ASSERT_NE(load, std::string::npos);
  const std::string behind = text.substr(text.find('\n', load) + 1);
  EXPECT_TRUE(contains(behind.substr(0, behind.find('\n')), ">  ")) << behind.substr(0, 80);
  EXPECT_TRUE(contains(behind.substr(0, behind.find('\n')), line)) << behind.substr(0, 80);
}

TEST_F(Stage, TextShowsTheHostsCodeAndTheLineOfItsSteps) {
  const std::string launch = "dot<<<blocks, threads, threads * sizeof(float)>>>(a, b, c, n);";
  const std::string text = played({"dot", "--text"});
  const std::size_t step = text.find("    1  host ");
  ASSERT_NE(step, std::string::npos);
  EXPECT_TRUE(contains(text.substr(0, step), launch)) << "it stands below the kernel";
  const std::string behind = text.substr(text.find('\n', step) + 1);
  EXPECT_TRUE(contains(behind.substr(0, behind.find('\n')), launch)) << behind.substr(0, 80);
  EXPECT_TRUE(contains(played({"dot", "--step", "1"}), launch)) << "the host acts";
  EXPECT_FALSE(contains(played({"dot", "--step", "3"}), launch)) << "a thread acts";
  EXPECT_TRUE(contains(played({"late-error", "--step", "5"}), "int* a = nullptr;"))
      << "the lesson is about the host";
  const json play = json::parse(played({"dot", "--json"}));
  EXPECT_TRUE(contains(play["host"]["text"].get<std::string>(), launch));
  EXPECT_EQ(play["host"]["line"], 24);
}

TEST_F(Stage, OneMomentShowsTheSourceWithTheLineMarkedAndTheArrays) {
  const std::string text = played({"dot", "--step", "3"});
  EXPECT_TRUE(contains(text, "Step 3 of "));
  std::size_t marked = 0;
  for (std::size_t at = text.find("\n> "); at != std::string::npos;
       at = text.find("\n> ", at + 1)) {
    ++marked;
  }
  EXPECT_EQ(marked, 1U) << text;
  EXPECT_TRUE(contains(text, "cache of block 0: – – – –\n")) << text;
  EXPECT_TRUE(contains(text, "go on here"));
  EXPECT_TRUE(contains(played({"dot", "--step", "0"}), "Nothing has happened yet."));
  const Outcome beyond = stage({"dot", "--step", "99999"});
  EXPECT_EQ(beyond.status, 1);
  EXPECT_TRUE(contains(beyond.err, "this play has 52 steps")) << beyond.err;
}

TEST_F(Stage, AVersionBeginsWithItsOwnScheduleAndInputs) {
  const json wrong = json::parse(played({"matmul-tile", "--version", "no-barriers", "--json"}));
  EXPECT_EQ(wrong["schedule"], "random:7");
  const json skipped =
      json::parse(played({"matmul-tile", "--version", "skipped-barrier", "--json"}));
  EXPECT_EQ(skipped["inputs"]["n"], json::array({3.0}));
  EXPECT_TRUE(contains(played({"histogram", "--version", "global-equal"}),
                       "At worst 8 threads of 2 blocks contend for one cell of global memory"));
}

TEST_F(Stage, AnInputIsNamedAsItIsWritten) {
  const Outcome outcome = stage({"memory", "--set", "threads=99"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.err, "'threads' must lie between 1 and 8")) << outcome.err;
}

TEST_F(Stage, TheJsonHoldsThePlayAndItsResult) {
  const json play = json::parse(played({"dot", "--json"}));
  EXPECT_EQ(play["lesson"], "dot");
  EXPECT_EQ(play["steps"].size(), play["totals"]["steps"]);
  EXPECT_TRUE(play["faults"].empty());
  const auto result = std::find_if(play["arrays"].begin(), play["arrays"].end(),
                                   [](const json& each) { return each["name"] == "result"; });
  ASSERT_NE(result, play["arrays"].end());
  EXPECT_EQ((*result)["end"], json::array({306.0}));
}

TEST_F(Stage, AFaultIsToldLastAndIsNoFailure) {
  const std::string text = played({"lock", "--schedule", "lockstep"});
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  EXPECT_TRUE(last.starts_with("Found at step ")) << last;
  EXPECT_TRUE(contains(last, "deadlock")) << last;
  EXPECT_FALSE(contains(played({"lock", "--schedule", "independent"}), "Found at step"));
}

TEST_F(Stage, APersonsChoicesDecideTheRace) {
  // Each thread needs three steps. Both read before either writes: one increment is lost.
  const json lost =
      json::parse(played({"race", "--set", "threads=2", "--choose", "0,1,0,0,0,0", "--json"}));
  // One thread runs after the other.
  const json kept =
      json::parse(played({"race", "--set", "threads=2", "--choose", "0,0,0,0,0,0", "--json"}));
  EXPECT_EQ(lost["arrays"][0]["end"][0], 8.0);
  EXPECT_EQ(kept["arrays"][0]["end"][0], 9.0);
  const std::string open = played({"race", "--choose", "0"});
  EXPECT_TRUE(contains(open, "Threads that can run next")) << open;
}

TEST_F(Stage, ARandomPlayIsTheSameForTheSameSeed) {
  const Words seven{"race", "--schedule", "random:7"};
  EXPECT_EQ(played(seven), played(seven));
}

TEST_F(Stage, TheWarpsWidthAndInputsCount) {
  const json wide = json::parse(played({"dot", "--warp", "8", "--set", "a=1,2", "--set", "b=3,4",
                                        "--set", "threads=8", "--set", "blocks=1", "--json"}));
  EXPECT_EQ(wide["warp"], 8);
  EXPECT_EQ(wide["arrays"][2]["end"], json::array({11.0}));
}

TEST_F(Stage, RefusesNamesWithWhatWasPerhapsMeant) {
  EXPECT_TRUE(contains(complaint({"dott"}), "did you mean 'dot'?"));
  EXPECT_TRUE(contains(complaint({"lock", "--version", "insid"}), "did you mean 'inside'?"));
  EXPECT_TRUE(contains(complaint({"dot", "--set", "block=3"}), "did you mean 'blocks'?"));
  EXPECT_FALSE(complaint({}).empty());
  EXPECT_FALSE(complaint({"dot", "--schedule", "sometimes"}).empty());
  EXPECT_FALSE(complaint({"dot", "--warp", "33"}).empty());
  EXPECT_FALSE(complaint({"dot", "--set", "a"}).empty());
  EXPECT_FALSE(complaint({"dot", "--text", "--json"}).empty());
}

/// The sum of eight numbers; each thread adds to it without an atomic.
constexpr const char* kOwnKernel =
    "// heatwave: title Sum; input a float[8] = 1..8; input sum float[1] = 0; input n int = 8\n"
    "// heatwave: launch 1, 4; expect sum[0] = 36; schedule independent; warp 1\n"
    "__global__ void add(const float* a, float* sum, int n) {\n"
    "  for (int i = threadIdx.x; i < n; i += blockDim.x) *sum += a[i];\n"
    "}\n";

TEST_F(Stage, AKernelOfYourOwnIsALesson) {
  write("sum.cu", kOwnKernel);
  const std::string text = played({"sum.cu", "--text"});
  EXPECT_TRUE(contains(text, "for (int i = threadIdx.x; i < n; i += blockDim.x)")) << text;
  EXPECT_TRUE(contains(text, "The host compares: ")) << text;
  EXPECT_TRUE(contains(text, "Data race on sum")) << text;
  EXPECT_TRUE(contains(played({"sum.cu", "--set", "n=0"}), "sum[0] is 0, but 36 was expected"));
}

TEST_F(Stage, TellsWhatEachLineCosts) {
  const std::string text = played({"tile-transpose", "--version", "tile", "--cost"});
  EXPECT_TRUE(contains(text, "instructions")) << text;
  EXPECT_TRUE(contains(text, "64          112")) << text;
  const auto document =
      json::parse(played({"tile-transpose", "--version", "padded", "--cost", "--json"}));
  EXPECT_FALSE(document.contains("steps"));
  EXPECT_EQ(document["totals"]["bank_conflicts"], 0);
  int sectors = 0;
  for (const json& line : document["lines"]) sectors += line["sectors"].get<int>();
  EXPECT_EQ(sectors, 64);
  EXPECT_FALSE(complaint({"dot", "--cost", "--text"}).empty());
}

TEST_F(Stage, AScheduleThatBreaksItIsFoundAndCanBePlayed) {
  write("sum.cu", kOwnKernel);
  const std::string text = played({"sum.cu", "--break"});
  const std::size_t at = text.find("To play it: --choose ");
  ASSERT_NE(at, std::string::npos) << text;
  std::string choices = text.substr(at + 21);
  choices.pop_back();
  EXPECT_TRUE(contains(played({"sum.cu", "--choose", choices}), "but 36 was expected"));
  EXPECT_TRUE(contains(played({"race", "--break"}),
                       "x is 8 at the end, and 9 when one thread runs after the other"));
  EXPECT_TRUE(
      contains(played({"race", "--version", "atomic", "--break"}), "No schedule was found"));
  EXPECT_TRUE(contains(played({"lock", "--break"}), "To play it: --schedule lockstep"));
}

TEST_F(Stage, MistakesInAKernelOfYourOwnAreNamedWithTheirPlace) {
  write("wrong.cu", std::string(kOwnKernel) + "__device__ int f() { return y; }\n");
  EXPECT_EQ(stage({"wrong.cu"}).status, 0) << "nothing calls it";
  write("wrong.cu", "// heatwave: launch 1, 4\n__global__ void k() {\n  x = 1;\n}\n");
  const Outcome wrong = stage({"wrong.cu"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_TRUE(contains(wrong.err, "wrong.cu: 3:3: 'x' is not declared")) << wrong.err;
  write("wrong.cu", "__global__ void k() {}\n");
  EXPECT_TRUE(contains(stage({"wrong.cu"}).err, "// heatwave: launch 2, 64"));
  EXPECT_EQ(stage({"absent.cu"}).status, 1);
}

TEST_F(Stage, AnInputOfOneVersionChoosesIt) {
  const json strided = json::parse(played({"coalescing", "--set", "stride=3", "--json"}));
  EXPECT_EQ(strided["version"], "strided");
  EXPECT_EQ(json::parse(played({"coalescing", "--json"}))["version"], "aligned");
  EXPECT_NE(complaint({"coalescing", "--set", "stride=3", "--version", "shifted"})
                .find("--set stride goes with --version strided"),
            std::string::npos);
  EXPECT_NE(complaint({"coalescing", "--set", "stride=3", "--set", "offset=2"})
                .find("--set stride goes with"),
            std::string::npos);
  EXPECT_NE(played({"coalescing", "--list"}).find("For --version strided."), std::string::npos);
}

}  // namespace
}  // namespace heatwave
