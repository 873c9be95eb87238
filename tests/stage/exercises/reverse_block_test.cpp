// Tests typical wrong answers of the exercise 'reverse-block'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, ReverseBlockRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{R"(s[t] = d[t];
d[t] = s[7 - t];)"},
       "data race"},
      {{R"(s[t] = d[t];
__syncthreads();
d[t] = s[8 - t];)"},
       "out of bounds"},
      {{"d[t] = d[7 - t];"}, "data race"},
      {{R"(s[t] = d[t];
__syncthreads();
d[7 - t] = s[7 - t];)"},
       "wrong result"},
      {{R"(s[t] = d[t];
if (t < 4) __syncthreads();
d[t] = s[7 - t];)"},
       "data race"},
      {{R"(s[t] = d[t];
__syncwarp();
d[t] = s[7 - t];)"},
       "data race"},
  };
  test::expect_refused("reverse-block", wrong);
}

}  // namespace
}  // namespace heatwave::stage
