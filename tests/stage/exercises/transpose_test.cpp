// Tests typical wrong answers of the exercise 'transpose'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, TransposeRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"out[y * w + x] = in[y * w + x];"}, "wrong result"},
      {{"out[x * w + y] = in[y * w + x];"}, "out of bounds"},
      {{"out[x * h + x] = in[y * w + x];"}, "data race"},
      {{"out[x][y] = in[y][x];"}, "does not compile"},
  };
  test::expect_refused("transpose", wrong);
}

}  // namespace
}  // namespace heatwave::stage
