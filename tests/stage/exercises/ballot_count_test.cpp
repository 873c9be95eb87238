// Tests typical wrong answers of the exercise 'ballot-count'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, BallotCountRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{R"(unsigned votes = __ballot_sync(0xffffffff, in[t] > 0);
if (t % warpSize == 0) out[t / warpSize] = votes;)"},
       "wrong result"},
      {{R"(if (in[t] > 0) {
  unsigned votes = __ballot_sync(0xffffffff, 1);
  out[t / warpSize] = __popc(votes);
})"},
       "data race"},
      {{R"(unsigned votes = __ballot_sync(0xffffffff, in[t] > 0);
if (t == 0) out[0] = __popc(votes);)"},
       "wrong result"},
      {{R"(unsigned votes = __ballot_sync(0xffffffff, in[t] > 0);
out[t / warpSize] = __popc(votes);)"},
       "data race"},
      {{R"(unsigned votes = __ballot_sync(0xffffffff, in[t] >= 0);
if (t % warpSize == 0) out[t / warpSize] = __popc(votes);)"},
       "wrong result"},
  };
  test::expect_refused("ballot-count", wrong);
}

}  // namespace
}  // namespace heatwave::stage
