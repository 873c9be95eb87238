// Tests typical wrong answers of the exercise 'dot-sum'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, DotSumRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{R"(for (int half = blockDim.x / 2; half > 0; half /= 2) {
  if (t < half) cache[t] += cache[t + half];
})"},
       "data race"},
      {{R"(for (int half = blockDim.x / 2; half > 0; half /= 2) {
  if (t < half) {
    cache[t] += cache[t + half];
    __syncthreads();
  }
})"},
       "barrier"},
      {{R"(for (int half = blockDim.x / 2; half > 0; half /= 2) {
  cache[t] += cache[t + half];
  __syncthreads();
})"},
       "out of bounds"},
      {{R"(for (int half = blockDim.x; half > 0; half /= 2) {
  if (t < half) cache[t] += cache[t + half];
  __syncthreads();
})"},
       "out of bounds"},
      {{R"(for (int half = blockDim.x / 2; half > 1; half /= 2) {
  if (t < half) cache[t] += cache[t + half];
  __syncthreads();
})"},
       "wrong result"},
  };
  test::expect_refused("dot-sum", wrong);
}

}  // namespace
}  // namespace heatwave::stage
