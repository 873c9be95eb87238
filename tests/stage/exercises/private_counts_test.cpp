// Tests typical wrong answers of the exercise 'private-counts'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, PrivateCountsRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"atomicAdd(&own[data[i]], 1);", "if (t < 4) atomicAdd(&bins[t], own[t]);"}, "data race"},
      {{"atomicAdd(&own[data[i]], 1);", R"(__syncthreads();
if (t < 4) bins[t] += own[t];)"},
       "data race"},
      {{"own[data[i]]++;", R"(__syncthreads();
if (t < 4) atomicAdd(&bins[t], own[t]);)"},
       "data race"},
      {{"atomicAdd(&own[data[i]], 1);", R"(__syncthreads();
atomicAdd(&bins[t], own[t]);)"},
       "out of bounds"},
      {{"atomicAdd(&own[data[i]], 1);", R"(__syncthreads();
if (t < 4) atomicAdd(&bins[t], 1);)"},
       "wrong result"},
  };
  test::expect_refused("private-counts", wrong);
}

}  // namespace
}  // namespace heatwave::stage
