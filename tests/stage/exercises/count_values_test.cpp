// Tests typical wrong answers of the exercise 'count-values'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, CountValuesRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"bins[data[i]]++;"}, "data race"},
      {{R"(bins[data[i]] += 1;
__syncthreads();)"},
       "data race"},
      {{"atomicAdd(&bins[i], 1);"}, "out of bounds"},
      {{"atomicAdd(&bins[data[i]], data[i]);"}, "wrong result"},
      {{"atomicAdd(bins[data[i]], 1);"}, "does not compile"},
  };
  test::expect_refused("count-values", wrong);
}

}  // namespace
}  // namespace heatwave::stage
