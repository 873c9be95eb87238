// Tests typical wrong answers of the exercise 'saxpy'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, SaxpyRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i < n) y[i] = a * x[i];)"},
       "wrong result"},
      {{R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
y[i] = a * x[i] + y[i];)"},
       "out of bounds"},
      {{R"(int i = threadIdx.x;
if (i < n) y[i] = a * x[i] + y[i];)"},
       "data race"},
      {{"if (i < n) y[i] = a * x[i] + y[i];"}, "does not compile"},
  };
  test::expect_refused("saxpy", wrong);
}

}  // namespace
}  // namespace heatwave::stage
