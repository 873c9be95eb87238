// Tests typical wrong answers of the exercise 'padded-tile'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, PaddedTileRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"__shared__ float tile[33][32];"}, "bank conflicts"},
      {{"__shared__ float tile[32][34];"}, "bank conflicts"},
      {{"__shared__ float tile[32][31];"}, "data race"},
      {{"__shared__ float tile[16][33];"}, "out of bounds"},
  };
  test::expect_refused("padded-tile", wrong);
}

}  // namespace
}  // namespace heatwave::stage
