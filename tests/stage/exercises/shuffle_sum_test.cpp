// Tests typical wrong answers of the exercise 'shuffle-sum'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, ShuffleSumRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"value = __shfl_down_sync(0xffffffff, value, far);"}, "wrong result"},
      {{"value += __shfl_up_sync(0xffffffff, value, far);"}, "wrong result"},
      {{"value += __shfl_down_sync(0xffffffff, value, 1);"}, "wrong result"},
      {{"if (threadIdx.x < far) value += __shfl_down_sync(0xffffffff, value, far);"},
       "wrong result"},
      {{"value += __shfl_down(value, far);"}, "does not compile"},
  };
  test::expect_refused("shuffle-sum", wrong);
}

}  // namespace
}  // namespace heatwave::stage
