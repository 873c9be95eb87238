// Tests typical wrong answers of the exercise 'guard'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, GuardRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"if (i > n) return;"}, "out of bounds"},
      {{"if (threadIdx.x >= n) return;"}, "out of bounds"},
      {{"if (i >= n - 1) return;"}, "wrong result"},
      {{"if (i < n) return;"}, "out of bounds"},
      {{"if (i = n) return;"}, "wrong result"},
  };
  test::expect_refused("guard", wrong);
}

TEST(StageExercises, AWrongResultComesWithTheWarningThatExplainsIt) {
  const Exercise& exercise = find_exercise("guard");
  const Verdict verdict =
      check_solution(exercise.lesson, filled(exercise.lesson.code.text(), {"if (i = n) return;"}));
  EXPECT_NE(verdict.text.find("Warning: "), std::string::npos) << verdict.text;
  EXPECT_NE(verdict.text.find("'=' assigns; to compare write '=='"), std::string::npos);
}

}  // namespace
}  // namespace heatwave::stage
