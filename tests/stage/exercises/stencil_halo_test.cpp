// Tests typical wrong answers of the exercise 'stencil-halo'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, StencilHaloRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"if (t == 0) s[0] = in[i - 1];",
        "if (t == blockDim.x - 1) s[t + 2] = i + 1 < n ? in[i + 1] : 0;"},
       "out of bounds"},
      {{"if (t == 0) s[0] = i > 0 ? in[i - 1] : 0;", ""}, "unwritten value"},
      {{"if (t == 0) s[0] = 0;", "if (t == blockDim.x - 1) s[t + 2] = 0;"}, "wrong result"},
      {{"s[t] = i > 0 ? in[i - 1] : 0;", "s[t + 2] = i + 1 < n ? in[i + 1] : 0;"}, "data race"},
      {{"if (t == 0) s[0] = i > 0 ? in[i - 1] : 0;",
        "if (t == blockDim.x) s[t + 2] = i + 1 < n ? in[i + 1] : 0;"},
       "unwritten value"},
  };
  test::expect_refused("stencil-halo", wrong);
}

}  // namespace
}  // namespace heatwave::stage
