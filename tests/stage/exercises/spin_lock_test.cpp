// Tests typical wrong answers of the exercise 'spin-lock'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, SpinLockRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{R"(while (atomicCAS(mutex, 0, 1) != 0) {
})",
        "atomicExch(mutex, 0);"},
       "data race"},
      {{R"(while (*mutex != 0) {
}
*mutex = 1;
__threadfence();)",
        R"(__threadfence();
*mutex = 0;)"},
       "data race"},
      {{R"(while (atomicCAS(mutex, 0, 1) != 0) {
}
__threadfence();)",
        ""},
       "livelock"},
      {{R"(atomicCAS(mutex, 0, 1);
__threadfence();)",
        R"(__threadfence();
atomicExch(mutex, 0);)"},
       "data race"},
      {{R"(while (atomicCAS(mutex, 1, 0) != 0) {
}
__threadfence();)",
        R"(__threadfence();
atomicExch(mutex, 0);)"},
       "data race"},
  };
  test::expect_refused("spin-lock", wrong);
}

}  // namespace
}  // namespace heatwave::stage
