// Tests typical wrong answers of the exercise 'vector-add'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, VectorAddRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"int i = threadIdx.x;"}, "data race"},
      {{"int i = blockIdx.x + threadIdx.x;"}, "data race"},
      {{"int i = threadIdx.x * blockDim.x + blockIdx.x;"}, "out of bounds"},
      {{"int i = blockIdx.x * blockDim.x + threadIdx.x + 1;"}, "out of bounds"},
      {{"int i = blockIdx.x * blockDim.x + threadIdx.x"}, "does not compile"},
  };
  test::expect_refused("vector-add", wrong);
}

}  // namespace
}  // namespace heatwave::stage
