// Tests typical wrong answers of the exercise 'cas-maximum'.
#include "tests/stage/solutions.h"

namespace heatwave::stage {
namespace {

TEST(StageExercises, CasMaximumRefusesWrongAnswersForTheirReason) {
  const std::vector<test::WrongAnswer> wrong = {
      {{"if (value > *best) *best = value;"}, "data race"},
      {{"atomicCAS(best, 0, value);"}, "wrong result"},
      {{R"(do {
  expected = seen;
  seen = atomicCAS(best, expected, value);
} while (seen != expected);)"},
       "wrong result"},
      {{R"(while (atomicCAS(best, seen, value) != seen) {
})"},
       "livelock"},
      {{"atomicExch(best, max(seen, value));"}, "wrong result"},
  };
  test::expect_refused("cas-maximum", wrong);
}

}  // namespace
}  // namespace heatwave::stage
