// Tests typical wrong answers of the exercise 'two-barriers'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, TwoBarriersRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"__syncthreads();", ""}, "data race"},
      {{"", "__syncthreads();"}, "data race"},
      {{"__syncwarp();", "__syncwarp();"}, "data race"},
      {{"__threadfence();", "__threadfence();"}, "data race"},
      {{"if (t > 0) __syncthreads();", "__syncthreads();"}, "data race"},
  };
  test::expect_refused("two-barriers", wrong);
}

}  // namespace
}  // namespace heatwave::stage
