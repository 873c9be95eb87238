// Tests typical wrong answers of the exercise 'matmul-tiles'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, MatmulTilesRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{R"(as[y][x] = a[row * n + 2 * tile + x];
bs[y][x] = b[(2 * tile + y) * n + column];
__syncthreads();)",
        ""},
       "data race"},
      {{R"(as[y][x] = a[row * n + 2 * tile + x];
bs[y][x] = b[(2 * tile + y) * n + column];)",
        "__syncthreads();"},
       "data race"},
      {{R"(as[y][x] = a[row * n + 2 * tile + x];
bs[y][x] = b[row * n + 2 * tile + x];
__syncthreads();)",
        "__syncthreads();"},
       "wrong result"},
      {{R"(as[y][x] = a[row * n + x];
bs[y][x] = b[y * n + column];
__syncthreads();)",
        "__syncthreads();"},
       "wrong result"},
      {{R"(as[y][x] = a[(row + tile) * n + 2 * tile + x];
bs[y][x] = b[(2 * tile + y) * n + column];
__syncthreads();)",
        "__syncthreads();"},
       "out of bounds"},
  };
  test::expect_refused("matmul-tiles", wrong);
}

}  // namespace
}  // namespace heatwave::stage
