// Tests texts that are lessons by themselves, and the search for a schedule that breaks a kernel.
#include "kernels/stage/text_lesson.h"

#include <gtest/gtest.h>

#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/schedule_search.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

constexpr const char* kDot = R"(
// heatwave: title Dot product
// heatwave: input a float[16] = 1 2 3 4 5 6 7 8 9 1 1 1 3 2 5 6
// heatwave: input b float[16] = 2, 4, 5, 8, 3, 5, 7, 4, 5, 6, 7, 8, 1, 1, 2, 7
// heatwave: input c float[2]; input n int = 16
// heatwave: launch 2, 4, 16; expect c[0] = 123 183; warp 4
__global__ void dot(const float* a, const float* b, float* c, int n) {
  extern __shared__ float cache[];
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  float temp = 0;
  while (tid < n) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[threadIdx.x] = temp;
  __syncthreads();
  for (int i = blockDim.x / 2; i != 0; i /= 2) {
    if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
    __syncthreads();
  }
  if (threadIdx.x == 0) c[blockIdx.x] = cache[0];
}
)";

const std::string kWrote = ", but 123 was expected; thread 0 of block 0 wrote it in line 21";

std::string last_words(const Trace& trace) {
  return trace.text_of(trace.steps.back().actions.front());
}

std::string refusal(const std::string& text) {
  try {
    (void)lesson_of_text(text, "own");
  } catch (const core::Error& error) {
    return error.what();
  }
  return {};
}

TEST(StageOwnText, ItsDirectivesAreItsInputsItsLaunchAndWhatIsExpected) {
  const Lesson lesson = lesson_of_text(kDot, "own");
  EXPECT_EQ(lesson.title, "Dot product");
  EXPECT_EQ(lesson.warp, 4);
  ASSERT_EQ(lesson.inputs.size(), 3U) << "a, b and n; c is a result";
  const Trace right = play(lesson, {});
  EXPECT_TRUE(right.faults.empty()) << right.faults.front().text;
  EXPECT_EQ(last_words(right), "the host compares: all results are as expected");
  const Trace other = play(lesson, {.inputs = {{"n", {8}}}});
  EXPECT_EQ(last_words(other), "the host compares: c[0] is 57" + kWrote);
  ASSERT_EQ(other.faults.size(), 1U) << "a wrong result is a fault";
  EXPECT_EQ(other.faults.front().kind, FaultKind::result);
  EXPECT_EQ(other.faults.front().text, "c[0] is 57" + kWrote);
  EXPECT_EQ(other.faults.front().lines, std::vector<int>{21});
}

TEST(StageOwnText, MistakesInItsDirectivesAreNamedWithTheirLine) {
  const std::string kernel = "__global__ void k(int* a, int n) { a[0] = n; }\n";
  const auto with = [&](const std::string& directives) {
    return refusal("// heatwave: " + directives + "\n" + kernel);
  };
  EXPECT_EQ(with("input a int[4]; input n int = 1; launch 1, 4"), "");
  EXPECT_NE(with("input a int[4]").find("// heatwave: launch 2, 64"), std::string::npos);
  EXPECT_NE(with("launch 1, 4; input a int[4]").find("the parameter 'n' of k has no input"),
            std::string::npos);
  EXPECT_EQ(with("input a int[4]; input n int; launch 1, 4"),
            "line 1: the number 'n' needs a value: input n int = 16");
  EXPECT_EQ(with("input a int4] = 1"),
            "line 1: '[' is missing before '] = 1': input a float[8] = 1..8");
  EXPECT_EQ(with("input a int, n int"),
            "line 1: '[' is missing before ', n int': input a float[8] = 1..8");
  EXPECT_EQ(with("input a int[4] = 1 [2]"), "line 1: a number is missing before '[2]'");
  EXPECT_NE(with("input a quad[4]").find("'quad' is no type of an input"), std::string::npos);
  EXPECT_NE(with("input a int[3] = 1 2").find("'a' has 3 elements and 2 values"),
            std::string::npos);
  EXPECT_NE(with("inputs a int[3]").find("there is no directive 'inputs'"), std::string::npos);
  EXPECT_NE(
      with("input a int = 3; input n int = 1; launch 1, 1").find("the kernel takes a pointer"),
      std::string::npos);
  EXPECT_NE(with("input a int[4]; input n int = 1; launch 1, 4; expect b = 1")
                .find("there is no array 'b'"),
            std::string::npos);
  EXPECT_NE(with("launch 1").find("blocks and threads"), std::string::npos);
}

TEST(StageOwnText, NamesTheLessonWhoseKernelItChanges) {
  const auto origin = origin_of("// heatwave: lesson dot no-barriers\n__global__ void dot() {}");
  ASSERT_TRUE(origin.has_value());
  EXPECT_EQ(origin->lesson, "dot");
  EXPECT_EQ(origin->version, "no-barriers");
  EXPECT_FALSE(origin_of(kDot).has_value());
}

TEST(StageOwnText, AnotherTextIsPlayedWithTheInputsOfTheLesson) {
  const Lesson lesson = lesson_of_text(kDot, "own");
  std::string text = kDot;
  text.replace(text.find("a[tid] * b[tid]"), 15, "a[tid] + b[tid]");
  const Trace changed = play(lesson, {.text = text});
  EXPECT_EQ(last_words(changed), "the host compares: c[0] is 67" + kWrote);
  EXPECT_THROW(play(lesson, {.text = "__global__ void dot() {"}), core::Error);
  EXPECT_THROW(play(lesson, {.text = "__global__ void dot(float* d) { d[0] = 1; }"}), core::Error);
}

TEST(StageSearch, FindsTheShortestScheduleThatBreaksAKernel) {
  const Lesson& race = find_lesson("race");
  const auto found = find_failing_schedule(race, {});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->what, "x is 8 at the end, and 9 when one thread runs after the other");
  EXPECT_LE(found->decisive, 2) << "one thread loads before the other stores";
  const Trace again = play(race, {.schedule = found->schedule});
  EXPECT_EQ(test::final_value(again, 0), 8);
  EXPECT_TRUE(again.candidates.empty()) << "it plays to the end";
  EXPECT_FALSE(find_failing_schedule(race, {.version = "atomic"}).has_value());
}

TEST(StageSearch, FindsTheLockThatOnlyLanesInLockstepNeverGet) {
  const Lesson& lock = find_lesson("lock");
  const auto found = find_failing_schedule(lock, {});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->schedule.kind, Schedule::Kind::lockstep);
  EXPECT_NE(found->what.find("no thread can ever continue"), std::string::npos) << found->what;
  EXPECT_EQ(found->steps, std::ssize(play(lock, {.schedule = found->schedule}).steps));
  EXPECT_FALSE(find_failing_schedule(lock, {.version = "inside"}).has_value());
}

// The first thread polls until the second one has stored.
TEST(StageSearch, AThreadThatPollsLetsTheOthersGoOn) {
  const Lesson early = lesson_of_text(R"(
// heatwave: title Early; input flag int[1] = 0; input data int[2] = 0; launch 1, 2
__global__ void pass(int* flag, int* data) {
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    data[1] = data[0];
  } else {
    atomicExch(flag, 1);
    data[0] = 5;
  }
}
)",
                                      "early.cu");
  const auto found = find_failing_schedule(early, {});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->what, "data[1] is 0 at the end, and 5 when one thread runs after the other");
  EXPECT_LE(found->decisive, 10);
  const Trace again = play(early, {.schedule = found->schedule});
  EXPECT_TRUE(again.candidates.empty()) << "it plays to the end";
}

TEST(StageSearch, FindsWhatLockstepHides) {
  const auto found = find_failing_schedule(find_lesson("dot"), {.version = "no-barriers"});
  ASSERT_TRUE(found.has_value());
  EXPECT_FALSE(found->what.empty());
  EXPECT_FALSE(find_failing_schedule(lesson_of_text(kDot, "own"), {}).has_value());
}

TEST(StageSearch, AnOrderThatIsFreeIsNoMistake) {
  EXPECT_FALSE(find_failing_schedule(find_lesson("printf"), {}).has_value());
  EXPECT_FALSE(find_failing_schedule(find_lesson("ballot"), {.version = "atomic"}).has_value());
  EXPECT_FALSE(find_failing_schedule(find_lesson("aba"), {.version = "counted"}).has_value());
  EXPECT_TRUE(find_failing_schedule(find_lesson("aba"), {.version = "plain"}).has_value());
}

}  // namespace
}  // namespace heatwave::stage
