// Tests that the host's code of every lesson launches and allocates what the lesson is about.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage {
namespace {

struct Expected {
  const char* lesson;
  const char* version;  ///< empty: the lesson has no versions
  /// Launches with the bytes of shared memory, then the arrays of global memory with their cells.
  const char* what;
};
/// The initial plays. Equal launches that follow each other count once.
constexpr Expected kExpected[] = {
    {"memory", "", "spaces<<<3, 2>>> a[1]"},
    {"pitch", "pitched", "read<<<1, 32>>> data[3072]"},
    {"pitch", "packed", "read<<<1, 32>>> data[2040]"},
    {"coalescing", "aligned", "gather<<<1, 32>>> data[256] at[32]"},
    {"coalescing", "permuted", "gather<<<1, 32>>> data[256] at[32]"},
    {"coalescing", "shifted", "gather<<<1, 32>>> data[256] at[32]"},
    {"coalescing", "strided", "gather<<<1, 32>>> data[256] at[32]"},
    {"coalescing", "some", "gather<<<1, 32>>> data[256]"},
    {"coalescing", "own", "gather<<<1, 32>>> data[256] at[32]"},
    {"addresses", "coalesced", "product<16><<<1, 16x2>>> a[256] b[256] c[256]"},
    {"addresses", "wrong-way", "product<16><<<1, 16x2>>> a[256] b[256] c[256]"},
    {"banks", "stride", "walk<<<1, 32>>>"},
    {"banks", "column", "column<32><<<1, 32>>>"},
    {"banks", "padded-column", "column<33><<<1, 32>>>"},
    {"pairwise-sum", "halves", "sum<<<1, 8>>> a[16]"},
    {"pairwise-sum", "neighbours", "sum<<<1, 8>>> a[16]"},
    {"dot", "right", "dot<<<2, 4, 16>>> a[16] b[16] c[2]"},
    {"dot", "no-barriers", "dot<<<2, 4, 16>>> a[16] b[16] c[2]"},
    {"race", "plain", "increment<<<1, 2>>> x[1]"},
    {"race", "atomic", "increment<<<1, 2>>> x[1]"},
    {"lock", "plain", "count<<<1, 4>>> mutex[1] counter[1]"},
    {"lock", "inside", "count<<<1, 4>>> mutex[1] counter[1]"},
    {"lock-struct", "by-value", "count<<<2, 2>>> mutex[1] counter[1]"},
    {"lock-struct", "handle", "count<<<2, 2>>> mutex[1] counter[1]"},
    {"histogram", "global", "histogram<<<2, 4>>> data[16] bins[10]"},
    {"histogram", "global-equal", "histogram<<<2, 4>>> data[16] bins[10]"},
    {"histogram", "shared", "histogram<<<2, 4, 40>>> data[16] bins[10]"},
    {"histogram", "shared-equal", "histogram<<<2, 4, 40>>> data[16] bins[10]"},
    {"matmul-tile", "right", "product<2><<<2x2, 2x2>>> a[16] b[16] c[16]"},
    {"matmul-tile", "no-barriers", "product<2><<<2x2, 2x2>>> a[16] b[16] c[16]"},
    {"matmul-tile", "skipped-barrier", "product<2><<<2x2, 2x2>>> a[9] b[9] c[9]"},
    {"matmul-tile", "endless-barrier", "product<2><<<2x2, 2x2>>> a[9] b[9] c[9] finished[4]"},
    {"reverse", "direct", "reverse<<<2, 8>>> in[16] out[16]"},
    {"reverse", "shared", "reverse<<<2, 8, 32>>> in[16] out[16]"},
    {"reverse", "no-barrier", "reverse<<<2, 8, 32>>> in[16] out[16]"},
    {"heat", "global", "heat<<<2x2, 2x2>>> u[36] v[36]"},
    {"heat", "halo", "heat<2, 2><<<2x2, 2x2>>> u[36] v[36]"},
    {"heat", "one-grid", "heat<<<1, 4x4>>> u[36]"},
    {"bounds", "unchecked", "add<<<3, 4>>> a[10] b[10] c[10]"},
    {"bounds", "checked", "add<<<3, 4>>> a[10] b[10] c[10]"},
    {"printf", "", "hello<<<3, 2>>> buffer[6]"},
    {"late-error", "null-pointer", "fill<<<1, 4>>>"},
    {"late-error", "too-many-threads", ""},
    {"divergence", "lanes", "branch<<<1, 8>>> in[8] out[8]"},
    {"divergence", "warps", "branch<<<1, 8>>> in[8] out[8]"},
    {"divergence", "select", "branch<<<1, 8>>> in[8] out[8]"},
    {"warp-sum", "shuffle", "sum<<<1, 8>>> in[8] out[1]"},
    {"warp-sum", "butterfly", "sum<<<1, 8>>> in[8] out[1]"},
    {"warp-sum", "shared", "sum<<<1, 8>>> in[8] out[1]"},
    {"ballot", "ballot", "keep<<<1, 8>>> in[8] out[8] count[1]"},
    {"ballot", "atomic", "keep<<<1, 8>>> in[8] out[8] count[1]"},
    {"groups", "grid", "shares<<<2, 4>>> in[8] total[1] out[8]"},
    {"groups", "block", "shares<<<2, 4>>> in[8] total[1] out[8]"},
    {"scan", "rounds", "scan<<<1, 8, 32>>> in[8] out[8]"},
    {"scan", "tree", "scan<<<1, 8, 32>>> in[8] out[8]"},
    {"scan", "one-barrier", "scan<<<1, 8, 32>>> in[8] out[8]"},
    {"tile-transpose", "direct", "transpose<<<1, 16>>> in[256] out[256]"},
    {"tile-transpose", "tile", "transpose<16><<<1, 16>>> in[256] out[256]"},
    {"tile-transpose", "padded", "transpose<17><<<1, 16>>> in[256] out[256]"},
    {"stride-loop", "stride", "twice<<<2, 4>>> x[64]"},
    {"stride-loop", "pieces", "twice<<<2, 4>>> x[64]"},
    {"producer", "flag", "pass<<<2, 1>>> data[1] flag[1] got[1]"},
    {"producer", "early", "pass<<<2, 1>>> data[1] flag[1] got[1]"},
    {"producer", "no-flag", "pass<<<2, 1>>> data[1] flag[1] got[1]"},
    {"aba", "plain", "share<<<1, 2>>> top[1] next[4] taken[2]"},
    {"aba", "counted", "share<<<1, 2>>> top[1] next[4] taken[2]"},
    {"halo", "flags", "rod<<<2, 4>>> left[12] right[12] received[2]"},
    {"halo", "no-flags", "rod<<<2, 4>>> left[12] right[12]"},
    {"halo", "every-other", "rod<<<2, 4>>> left[12] right[12] received[2]"},
    {"pipeline", "counters", "squares<<<1, 2>>> in[4] out[4]"},
    {"pipeline", "barrier", "squares<<<1, 2>>> in[4] out[4]"},
    {"pipeline", "no-empty", "squares<<<1, 2>>> in[4] out[4]"},
    {"pipeline", "one-side", "squares<<<1, 2>>> in[4] out[4]"},
    {"queue", "tickets", "work<<<2, 2>>> slots[12] head[1] tail[1] left[1] done[12] worked[4]"},
    {"queue", "fixed", "work<<<2, 2>>> slots[12] head[1] tail[1] left[1] done[12] worked[4]"},
    {"queue", "plain-head", "work<<<2, 2>>> slots[12] head[1] tail[1] left[1] done[12] worked[4]"},
    {"queue", "early", "work<<<2, 2>>> slots[12] head[1] tail[1] left[1] done[12] worked[4]"},
    {"sequence-lock", "flag", "share<<<2, 1>>> lock[1] pair[2] got[2]"},
    {"sequence-lock", "count", "share<<<2, 1>>> lock[1] pair[2] got[2]"},
};

std::string text_of(Dim dim) {
  std::string text = std::to_string(dim.x);
  if (dim.y > 1 || dim.z > 1) text += "x" + std::to_string(dim.y);
  return dim.z > 1 ? text + "x" + std::to_string(dim.z) : text;
}

std::string summary(const Trace& trace) {
  std::vector<std::string> all;
  for (const LaunchInfo& each : trace.launches) {
    std::string text =
        each.program->instance + "<<<" + text_of(each.grid) + ", " + text_of(each.block);
    if (each.shared_bytes > 0) text += ", " + std::to_string(each.shared_bytes);
    text += ">>>";
    if (all.empty() || all.back() != text) all.push_back(text);
  }
  for (const ArrayInfo& each : trace.arrays) {
    if (each.space != Space::global) continue;
    all.push_back(each.name + "[" + std::to_string(each.size) + "]");
  }
  std::string text;
  for (const std::string& each : all) text += (text.empty() ? "" : " ") + each;
  return text;
}

std::vector<std::string> versions_of(const Lesson& lesson) {
  std::vector<std::string> ids;
  for (const Version& version : lesson.versions) ids.push_back(version.id);
  if (ids.empty()) ids.emplace_back();
  return ids;
}

/// Calls `check` for every version of every lesson.
template <typename Check>
void for_each_version(const Check& check) {
  for (const Lesson& lesson : lessons()) {
    for (const std::string& version : versions_of(lesson)) {
      SCOPED_TRACE(lesson.id + " " + version);
      check(lesson, version);
    }
  }
}

/// Returns a line of the text as it is shown: the host's code below the kernel.
std::string shown_line(const KernelText& code, int wanted) {
  const std::string all = code.text() + "\n" + code.host()->text();
  std::size_t begin = 0;
  for (int line = 1; line < wanted; ++line) begin = all.find('\n', begin) + 1;
  return all.substr(begin, all.find('\n', begin) - begin);
}

TEST(HostLessons, LaunchAndAllocateWhatTheLessonIsAbout) {
  for (const Expected& each : kExpected) {
    SCOPED_TRACE(std::string(each.lesson) + " " + each.version);
    const Lesson& lesson = find_lesson(each.lesson);
    const Trace trace = play(lesson, {.version = each.version, .schedule = lesson.schedule});
    EXPECT_EQ(summary(trace), each.what);
  }
}

TEST(HostLessons, EveryVersionHasHostCodeAndIsExpected) {
  std::set<std::string> expected;
  for (const Expected& each : kExpected) {
    expected.insert(std::string(each.lesson) + " " + each.version);
  }
  for_each_version([&](const Lesson& lesson, const std::string& version) {
    EXPECT_NE(code_of(lesson, {.version = version}).host(), nullptr);
    EXPECT_TRUE(expected.contains(lesson.id + " " + version));
  });
}

TEST(HostLessons, AStepOfTheHostStandsInALineThatDoesIt) {
  for_each_version([](const Lesson& lesson, const std::string& version) {
    const KernelText code = code_of(lesson, {.version = version});
    ASSERT_NE(code.host(), nullptr);
    if (code.host()->steps() == HostSteps::calls) return;
    const Trace trace = play(lesson, {.version = version, .schedule = lesson.schedule});
    int launches = 0;
    for (const Step& step : trace.steps) {
      const Action& action = step.actions.front();
      if (action.op != Op::launch) continue;
      ++launches;
      ASSERT_GE(action.line, first_host_line(code));
      const std::string line = shown_line(code, action.line);
      const std::string& kernel = trace.launches[static_cast<std::size_t>(step.launch)].kernel;
      const bool launches_it = line.find(kernel + "<") != std::string::npos ||
                               line.find("Kernel(" + kernel) != std::string::npos;
      EXPECT_TRUE(launches_it) << line;
    }
    EXPECT_GT(launches, 0);
  });
}

// The arguments of the host's function are the inputs, so the code holds for all of them.
TEST(HostLessons, OtherInputsChangeTheLaunchAndTheArrays) {
  const auto summary_of = [](const char* lesson, const char* version,
                             std::map<std::string, std::vector<double>> inputs) {
    return summary(play(find_lesson(lesson), {.version = version, .inputs = std::move(inputs)}));
  };
  EXPECT_EQ(summary_of("dot", "right",
                       {{"a", {1, 2, 3}}, {"b", {1, 2, 3}}, {"blocks", {3}}, {"threads", {8}}}),
            "dot<<<3, 8, 32>>> a[3] b[3] c[3]");
  EXPECT_EQ(summary_of("bounds", "checked", {{"n", {17}}, {"threads", {8}}}),
            "add<<<3, 8>>> a[17] b[17] c[17]");
  EXPECT_EQ(summary_of("matmul-tile", "right", {{"n", {5}}, {"tile", {3}}}),
            "product<3><<<2x2, 3x3>>> a[25] b[25] c[25]");
  EXPECT_EQ(summary_of("heat", "halo", {{"size", {8}}}), "heat<3, 3><<<2x2, 3x3>>> u[64] v[64]");
  EXPECT_EQ(summary_of("histogram", "shared", {{"bins", {16}}}),
            "histogram<<<2, 4, 64>>> data[16] bins[16]");
  EXPECT_EQ(summary_of("scan", "tree", {{"rounds", {5}}}), "scan<<<1, 32, 128>>> in[32] out[32]");
}

TEST(HostLessons, AnEditedKernelIsLaunchedByTheLessonsHostCode) {
  const Lesson& dot = find_lesson("dot");
  const std::string text = "// edited\n" + code_of(dot, {}).text() +
                           "\nvoid host(float* a) {\n  dot<<<1, 1>>>(a, a, a, 1);\n  exit(1);\n}\n";
  const Trace edited = play(dot, {.text = text});
  EXPECT_EQ(summary(edited), "dot<<<2, 4, 16>>> a[16] b[16] c[2]");
  const Trace original = play(dot, {});
  ASSERT_EQ(edited.steps.size(), original.steps.size());
  EXPECT_EQ(edited.steps.front().actions.front().line,
            original.steps.front().actions.front().line + 6);
}

}  // namespace
}  // namespace heatwave::stage
