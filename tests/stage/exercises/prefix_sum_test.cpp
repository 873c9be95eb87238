// Tests typical wrong answers of the exercise 'prefix-sum'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, PrefixSumRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{R"(if (t >= far) s[t] += s[t - far];
__syncthreads();)"},
       "data race"},
      {{R"(int left = s[t - far];
__syncthreads();
s[t] += left;
__syncthreads();)"},
       "out of bounds"},
      {{R"(int left = t > far ? s[t - far] : 0;
__syncthreads();
s[t] += left;
__syncthreads();)"},
       "wrong result"},
      {{R"(int left = t >= far ? s[t - far] : 0;
__syncthreads();
s[t] += left;)"},
       "data race"},
      {{R"(if (t >= far) {
  int left = s[t - far];
  __syncthreads();
  s[t] += left;
}
__syncthreads();)"},
       "barrier"},
  };
  test::expect_refused("prefix-sum", wrong);
}

}  // namespace
}  // namespace heatwave::stage
