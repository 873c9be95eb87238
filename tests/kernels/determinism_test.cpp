// Tests the promise: equal bits with any number of threads and any grouping of steps.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/kernels/every_equation.h"
#include "tests/kernels/test_fields.h"
#include "tests/sanitized.h"

namespace heatwave::field::testing {
namespace {

/// Under a sanitizer the first steps have covered every path.
constexpr int kSteps = test::kSanitized ? 60 : 300;
constexpr int kStepsByThreads = test::kSanitized ? 15 : 50;

struct Case {
  std::string equation;
  core::Extent extent;
  Edges edges;
};

std::vector<Case> cases_of(const std::string& id) {
  std::vector<Case> all;
  std::vector<core::Extent> extents{{1, 1},  {2, 1},   {1, 7},    {3, 3},    {17, 5},
                                    {65, 3}, {64, 64}, {17, 500}, {33, 129}, {641, 79}};
  if (!test::kSanitized) extents.emplace_back(210, 200);
  for (const EdgeKind kind : find_equation(id).edges) {
    for (const core::Extent extent : extents) all.push_back({id, extent, same_edges(kind, 0.5)});
  }
  if (id != "wave") return all;
  all.push_back({"wave",
                 {90, 70},
                 {EdgeKind::absorbing, EdgeKind::held, EdgeKind::reflecting, EdgeKind::absorbing}});
  all.push_back({"wave",
                 {90, 70},
                 {EdgeKind::periodic, EdgeKind::periodic, EdgeKind::absorbing, EdgeKind::held}});
  return all;
}

FieldState run(const Case& c, int threads, std::initializer_list<int> groups) {
  const auto solver = made({c.equation, c.extent, Backend::cpu, threads});
  const Tangle tangle = random_tangle(c.equation, c.extent, c.edges, 7);
  solver->apply(tangle.rules);
  solver->load(random_state(c.equation, c.extent, 3));
  solver->apply(tangle.cells);
  for (const int steps : groups) solver->advance(steps);
  return solver->save();
}

/// Each equation runs all of these tests.
class Determinism : public ::testing::TestWithParam<std::string> {};

TEST_P(Determinism, GroupingStepsChangesNoBit) {
  for (const Case& c : cases_of(GetParam())) {
    SCOPED_TRACE(c.equation + " " + std::to_string(c.extent.width) + "×" +
                 std::to_string(c.extent.height));
    const FieldState at_once = run(c, 1, {kSteps});
    for (const auto& plane : at_once.planes) {
      for (const float cell : plane) ASSERT_TRUE(std::isfinite(cell));
    }
    EXPECT_EQ(at_once, run(c, 1, {3, 5, 0, 1, kSteps - 9}));
    EXPECT_EQ(at_once.step, kSteps);
  }
}

TEST_P(Determinism, ThreadsChangeNoBit) {
  for (const Case& c : cases_of(GetParam())) {
    SCOPED_TRACE(c.equation + " " + std::to_string(c.extent.width) + "×" +
                 std::to_string(c.extent.height));
    const FieldState one = run(c, 1, {kStepsByThreads});
    for (const int threads : {2, 3, 8}) EXPECT_EQ(one, run(c, threads, {kStepsByThreads}));
  }
}

TEST_P(Determinism, SavingAndLoadingInTheMiddleChangesNoBit) {
  for (const Case& c : cases_of(GetParam())) {
    const Tangle tangle = random_tangle(c.equation, c.extent, c.edges, 7);
    const auto first = made({c.equation, c.extent});
    first->apply(tangle.rules);
    first->load(random_state(c.equation, c.extent, 3));
    first->apply(tangle.cells);
    first->advance(41);
    const auto second = made({c.equation, c.extent});
    second->apply(tangle.rules);
    second->load(first->save());
    second->apply(tangle.cells);
    first->advance(17);
    second->advance(17);
    EXPECT_EQ(first->save(), second->save());
  }
}

INSTANTIATE_TEST_SUITE_P(Equations, Determinism, ::testing::ValuesIn(ids_of_equations()),
                         name_of_id);

}  // namespace
}  // namespace heatwave::field::testing
