// Tests how a solution of an exercise is judged.
#include "kernels/stage/exercise.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "kernels/stage/exercise_catalogue.h"
#include "kernels/stage/text_lesson.h"

namespace heatwave::stage {
namespace {

std::string answered(const Exercise& exercise) {
  return filled(exercise.lesson.code.text(), exercise.answer);
}

TEST(StageExercise, FillingsTakeTheIndentationOfTheirGap) {
  EXPECT_EQ(filled("a\n  /* your code */\nb\n  x;  /* your code: more */", {"c;\nd;", "e;"}),
            "a\n  c;\n  d;\nb\n  e;\n");
  EXPECT_EQ(filled("a\n/* your code */\n", {}), "a\n/* your code */\n");
}

TEST(StageExercise, AMistakeHasItsPlace) {
  const Exercise& add = find_exercise("vector-add");
  const Verdict verdict =
      check_solution(add.lesson, filled(add.lesson.code.text(), {"int i = threadIdx.y.x;"}));
  EXPECT_EQ(verdict.outcome, Outcome::mistake);
  ASSERT_TRUE(verdict.place.has_value());
  EXPECT_EQ(verdict.place->line, 3);
  EXPECT_TRUE(verdict.text.starts_with("3:")) << verdict.text;
}

TEST(StageExercise, AFaultIsShownByItsScheduleAndItsStep) {
  // In lockstep the lanes of the warp do not get in each other's way.
  const Exercise& reverse = find_exercise("cas-maximum");
  const std::string text = filled(reverse.lesson.code.text(), {"atomicExch(best, value);"});
  const Verdict verdict = check_solution(reverse.lesson, text);
  ASSERT_EQ(name_of(verdict), "wrong result");
  const Trace trace = play(reverse.lesson, {.schedule = verdict.schedule, .text = text});
  ASSERT_FALSE(trace.faults.empty());
  EXPECT_EQ(trace.faults.front().text, verdict.text);
  EXPECT_EQ(trace.faults.front().step + 1, verdict.step);
  EXPECT_EQ(trace.faults.front().kind, FaultKind::result);
}

TEST(StageExercise, OtherSchedulesFindWhatLockstepHides) {
  const Lesson order = lesson_of_text(
      "// heatwave: input out int[4] = 0; input next int[1] = 0; launch 1, 4; warp 4\n"
      "// heatwave: expect out[0] = 0 1 2 3\n"
      "__global__ void k(int* out, int* next) { out[atomicAdd(next, 1)] = threadIdx.x; }\n",
      "order");
  EXPECT_TRUE(play(order, {}).faults.empty()) << "the lanes take their turns in order";
  const Verdict verdict = check_solution(order, order.code.text());
  EXPECT_EQ(name_of(verdict), "wrong result") << verdict.text;
  EXPECT_EQ(verdict.schedule.kind, Schedule::Kind::random);
}

TEST(StageExercise, TheHeaderOfASolutionDoesNotCount) {
  const Exercise& add = find_exercise("vector-add");
  const std::string cheat = "// heatwave: launch 1, 1; expect c[0] = 0\n";
  EXPECT_EQ(name_of(check_solution(add.lesson, cheat + answered(add))), "right");
  EXPECT_NE(name_of(check_solution(add.lesson, cheat + add.lesson.code.text())), "right");
}

TEST(StageExercise, AnotherKernelThanTheOneAskedForIsRefusedInWords) {
  const Lesson& add = find_exercise("vector-add").lesson;
  const Verdict other = check_solution(add, "__global__ void add(float* x) { x[0] = 1; }");
  EXPECT_EQ(name_of(other), "cannot be launched");
  EXPECT_NE(other.text.find("the parameter 'x' of add has no input"), std::string::npos);
  EXPECT_EQ(check_solution(add, "").outcome, Outcome::mistake);
  EXPECT_EQ(check_solution(add, "__device__ void add() {}").outcome, Outcome::mistake);
}

TEST(StageExercise, EveryTextIsJudgedInBoundedTime) {
  const Lesson& add = find_exercise("vector-add").lesson;
  const auto begin = std::chrono::steady_clock::now();
  const auto judged = [&](const std::string& body) {
    return name_of(check_solution(
        add, "__global__ void add(const float* a, const float* b, float* c) { " + body + " }"));
  };
  EXPECT_EQ(judged("while (true) c[threadIdx.x] = a[0];"), "data race");
  EXPECT_EQ(judged("while (true) atomicAdd(c, 1.0f);"), "unwritten value");
  EXPECT_EQ(judged("for (;;) {}"), "endless");
  EXPECT_EQ(judged("if (threadIdx.x + blockIdx.x == 0) while (true) c[0] = 1;"), "endless");
  EXPECT_EQ(judged("float own[60000]; own[0] = 1; c[threadIdx.x] = own[0];"), "data race");
  EXPECT_EQ(judged(std::string(300'000, ';')), "does not compile");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(StageExercise, ACheckCanBeCancelled) {
  const Exercise& add = find_exercise("vector-add");
  EXPECT_THROW(check_solution(add.lesson, answered(add), [](std::int64_t) { return false; }),
               Cancelled);
}

TEST(StageExercise, EveryExerciseHasATaskAndHintsInSentences) {
  std::set<std::string> ids;
  EXPECT_EQ(exercises().size(), 20U);
  for (const Exercise& each : exercises()) {
    EXPECT_TRUE(ids.insert(each.id).second);
    EXPECT_EQ(each.lesson.shows.back(), '.') << each.id;
    EXPECT_NE(each.lesson.code.text().find("/* your code"), std::string::npos) << each.id;
    const auto origin = origin_of(each.lesson.code.text());
    ASSERT_TRUE(origin.has_value());
    EXPECT_EQ(origin->lesson, each.id);
  }
}

}  // namespace
}  // namespace heatwave::stage
