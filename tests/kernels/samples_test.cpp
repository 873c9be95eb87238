// Tests the samples that a solver takes while it steps: they are those of single steps, to the bit,
// with any number of threads and any grouping of steps.
#include "kernels/field/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/core/error.h"
#include "tests/kernels/every_equation.h"
#include "tests/kernels/sampled_fields.h"
#include "tests/sanitized.h"

namespace heatwave::field::testing {
namespace {

/// Returns the samples of single steps.
SampleSeries one_by_one(const SampledCase& c, bool tangled, int steps) {
  const auto solver = solver_of(c, {.backend = Backend::cpu, .threads = 1}, tangled);
  SampleSeries series;
  for (int step = 1; step <= steps; ++step) {
    solver->advance(1);
    if (step % c.sampling.every == 0) append(series, solver->sample(c.sampling));
  }
  return series;
}

void expect_equal(const SampleSeries& a, const SampleSeries& b) {
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.totals, b.totals);
}

class Samples : public ::testing::TestWithParam<std::string> {};

TEST_P(Samples, TakenWhileSteppingAreThoseOfSingleSteps) {
  const EquationInfo& equation = find_equation(GetParam());
  const std::vector<core::Extent> extents =
      test::kSanitized ? std::vector<core::Extent>{{3, 3}, {130, 40}}
                       : std::vector<core::Extent>{{1, 1},   {5, 2},    {3, 3},    {17, 5},
                                                   {16, 16}, {33, 129}, {641, 79}, {260, 200}};
  for (const EdgeKind kind : equation.edges) {
    for (const core::Extent extent : extents) {
      for (const std::int64_t every : {1, 3}) {
        const std::size_t component = equation.components.size() - 1;
        const SampledCase c{.equation = equation.id,
                            .extent = extent,
                            .edges = same_edges(kind, 0.5),
                            .sampling = {.every = every,
                                         .component = component,
                                         .cells = sampled_cells(extent, 9),
                                         .totals = true}};
        SCOPED_TRACE(std::to_string(extent.width) + "×" + std::to_string(extent.height) +
                     " every " + std::to_string(every));
        const bool tangled = extent.width % 2 != 0;
        const SampleSeries expected = one_by_one(c, tangled, 50);
        ASSERT_EQ(expected.steps.size(), 50U / static_cast<std::size_t>(every));
        for (const int threads : {1, 3}) {
          const SolverRequest how{.backend = Backend::cpu, .threads = threads};
          expect_equal(samples_of(c, how, tangled, {50}), expected);
          expect_equal(samples_of(c, how, tangled, {1, 33, 0, 2, 14}), expected);
        }
      }
    }
  }
}

TEST_P(Samples, LeaveTheBitsOfTheFieldAlone) {
  SampledCase c{.equation = GetParam(),
                .extent = {120, 90},
                .edges = same_edges(EdgeKind::reflecting),
                .sampling = {}};
  const auto field = [&] {
    const auto solver = solver_of(c, {.backend = Backend::cpu, .threads = 2}, true);
    solver->sample_steps(c.sampling);
    solver->advance(40);
    return solver->save();
  };
  const FieldState plain = field();
  c.sampling = {.every = 1, .cells = sampled_cells(c.extent, 20), .totals = true};
  EXPECT_EQ(field(), plain);
}

INSTANTIATE_TEST_SUITE_P(Every, Samples, ::testing::ValuesIn(ids_of_equations()), name_of_id);

TEST(Totals, AreSumsOfTheFieldInAnyOrder) {
  for (const EdgeKind kind : {EdgeKind::held, EdgeKind::periodic}) {
    const SampledCase c{.equation = "wave",
                        .extent = {333, 77},
                        .edges = same_edges(kind, 0.5),
                        .sampling = {.every = 1, .totals = true}};
    const auto solver = solver_of(c, {.backend = Backend::cpu, .threads = 2}, true);
    const Tangle tangle = random_tangle(c.equation, c.extent, c.edges, 7);
    solver->advance(9);
    const Totals totals = solver->sample(c.sampling).totals.at(0);
    const FieldState state = solver->save();
    const auto [width, height] = c.extent;
    double energy = 0.0;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const std::size_t i = core::whole(c.extent).index(x, y);
        const unsigned flags = tangle.cells.flags[i];
        if ((flags & kWall) != 0) continue;
        const auto difference = [&](std::size_t plane, std::size_t other) {
          return double{state.planes[plane][i]} - double{state.planes[plane][other]};
        };
        const double v = double{state.planes[0][i]} - double{state.planes[1][i]};
        energy += 0.5 * v * v / ((flags & kMedium) != 0 ? double{tangle.cells.factors[i]} : 1.0);
        const auto bond = [&](std::size_t other) {
          energy += 0.5 * tangle.rules.parameters[0] * difference(0, other) * difference(1, other);
        };
        if ((flags & kNoEast) == 0) bond(core::whole(c.extent).index((x + 1) % width, y));
        if ((flags & kNoSouth) == 0) bond(core::whole(c.extent).index(x, (y + 1) % height));
      }
    }
    EXPECT_NEAR(totals.total / energy, 1.0, 1e-6);
    const auto [low, high] = std::minmax_element(state.planes[0].begin(), state.planes[0].end());
    EXPECT_EQ(totals.minimum, *low);
    EXPECT_EQ(totals.maximum, *high);
  }
}

TEST(Sampling, IsCheckedAndBeginsAnewWithAnotherField) {
  const SampledCase c{.equation = "heat",
                      .extent = {20, 10},
                      .edges = {},
                      .sampling = {.every = 2, .cells = {{3, 4}}}};
  const auto solver = solver_of(c, {.backend = Backend::cpu, .threads = 1}, false);
  EXPECT_THROW(solver->sample_steps({.every = 1, .cells = {{20, 4}}}), core::Error);
  EXPECT_THROW(solver->sample_steps({.every = -1}), core::Error);
  EXPECT_THROW((void)solver->sample({.component = 1, .totals = true}), core::Error);
  solver->sample_steps(c.sampling);
  solver->advance(5);
  EXPECT_EQ(solver->take_samples().steps, (std::vector<std::int64_t>{2, 4}));
  EXPECT_TRUE(solver->take_samples().steps.empty());
  solver->advance(2);
  solver->load(zero_state("heat", c.extent));
  EXPECT_TRUE(solver->take_samples().steps.empty());
  solver->sample_steps({});
  solver->advance(2);
  EXPECT_TRUE(solver->take_samples().steps.empty());
}

}  // namespace
}  // namespace heatwave::field::testing
