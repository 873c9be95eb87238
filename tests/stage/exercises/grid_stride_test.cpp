// Tests typical wrong answers of the exercise 'grid-stride'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, GridStrideRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"if (i < n) x[i] *= factor;"}, "wrong result"},
      {{"for (; i < n; i += blockDim.x) x[i] *= factor;"}, "data race"},
      {{"for (; i < n; ++i) x[i] *= factor;"}, "data race"},
      {{"for (; i <= n; i += blockDim.x * gridDim.x) x[i] *= factor;"}, "out of bounds"},
      {{"while (i < n) x[i] *= 1;"}, "endless"},
  };
  test::expect_refused("grid-stride", wrong);
}

}  // namespace
}  // namespace heatwave::stage
