// Plays that use the memory of earlier ones.
#include <gtest/gtest.h>
#ifdef __linux__
#include <sys/resource.h>
#endif

#include <memory>

#include "kernels/stage/lesson_catalogue.h"
#include "tests/sanitized.h"

namespace heatwave::stage::test {
namespace {

Trace played_in(const std::shared_ptr<PlayMemory>& pages, const std::string& id,
                const std::string& schedule) {
  return play(find_lesson(id), {.schedule = Schedule::from(schedule)}, {}, false,
              Rules{}.most_steps, pages);
}

void expect_equal(const Trace& a, const Trace& b) {
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    const Step& left = a.steps[i];
    const Step& right = b.steps[i];
    ASSERT_EQ(left.actions.size(), right.actions.size()) << i;
    ASSERT_EQ(left.changes.size(), right.changes.size()) << i;
    for (std::size_t k = 0; k < left.actions.size(); ++k) {
      ASSERT_EQ(left.actions[k].index, right.actions[k].index) << i;
      ASSERT_EQ(left.actions[k].value, right.actions[k].value) << i;
      ASSERT_EQ(a.text_of(left.actions[k]), b.text_of(right.actions[k])) << i;
    }
    ASSERT_EQ(a.at(static_cast<int>(i)), b.at(static_cast<int>(i)));
  }
}

TEST(StagePlayMemory, ATraceStaysWhileLaterPlaysUseTheMemory) {
  const auto pages = std::make_shared<PlayMemory>();
  const Trace first = played_in(pages, "matmul-tile", "lockstep");
  (void)played_in(pages, "addresses", "random:3");  // its trace is gone, and its memory free
  const Trace second = played_in(pages, "dot", "random:5");
  const Trace copy = first;
  (void)played_in(pages, "heat", "independent");
  expect_equal(first, play(find_lesson("matmul-tile"), {}));
  expect_equal(copy, first);
  expect_equal(second, play(find_lesson("dot"), {.schedule = Schedule::from("random:5")}));
}

#ifdef __linux__
long page_faults() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_minflt;
}

TEST(StagePlayMemory, PlayingAgainTakesNoNewPages) {
  if (heatwave::test::kSanitized)
    GTEST_SKIP() << "a sanitizer keeps freed memory from being used again";
  const auto pages = std::make_shared<PlayMemory>();
  for (const char* lesson : {"addresses", "tile-transpose"}) {
    for (int i = 0; i < 3; ++i) (void)played_in(pages, lesson, "lockstep");
    const long before = page_faults();
    constexpr int kPlays = 50;
    for (int i = 0; i < kPlays; ++i) (void)played_in(pages, lesson, "lockstep");
    EXPECT_LT(page_faults() - before, kPlays) << lesson << ": a play in fresh memory needs dozens";
  }
}
#endif

}  // namespace
}  // namespace heatwave::stage::test
