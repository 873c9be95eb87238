// Tests typical wrong answers of the exercise 'matmul'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, MatmulRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{R"(float sum = 0;
for (int j = 0; j < n; ++j) sum += a[row * n + j] * b[row * n + j];
c[row * n + column] = sum;)"},
       "wrong result"},
      {{R"(float sum = 0;
for (int j = 0; j <= n; ++j) sum += a[row * n + j] * b[j * n + column];
c[row * n + column] = sum;)"},
       "out of bounds"},
      {{R"(float sum = 0;
for (int j = 0; j < n; ++j) sum += a[row * n + j] * b[j * n + column];
c[row * n + row] = sum;)"},
       "data race"},
      {{R"(float sum;
for (int j = 0; j < n; ++j) sum += a[row * n + j] * b[j * n + column];
c[row * n + column] = sum;)"},
       "unwritten value"},
      {{"for (int j = 0; j < n; ++j) c[row * n + column] += a[row * n + j] * b[j * n + column];"},
       "unwritten value"},
  };
  test::expect_refused("matmul", wrong);
}

}  // namespace
}  // namespace heatwave::stage
