// Tests typical wrong answers of the exercise 'guard'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, GuardRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"if (i > n) return;"}, "outside"},           {{"if (threadIdx.x >= n) return;"}, "outside"},
      {{"if (i >= n - 1) return;"}, "wrong result"}, {{"if (i < n) return;"}, "outside"},
      {{"if (i = n) return;"}, "does not compile"},
  };
  test::expect_refused("guard", wrong);
}

}  // namespace
}  // namespace heatwave::stage
