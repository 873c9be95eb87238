// Tests typical wrong answers of the exercise 'compaction'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, CompactionRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"if (in[t] > 0) out[t] = in[t];"}, "wrong result"},
      {{"if (in[t] > 0) out[__popc(votes & ((2u << t) - 1))] = in[t];"}, "wrong result"},
      {{"out[__popc(votes & ((1u << t) - 1))] = in[t];"}, "data race"},
      {{"if (in[t] > 0) out[__popc(votes)] = in[t];"}, "data race"},
      {{"if (in[t] > 0) out[__popc(votes & (1u << t - 1))] = in[t];"}, "data race"},
  };
  test::expect_refused("compaction", wrong);
}

}  // namespace
}  // namespace heatwave::stage
