// Tests the exact solutions against their equations, and refraction against Snell's law.
#include "kernels/field/theory/exact_solutions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kernels/field/theory/refraction.h"

namespace heatwave::field::testing {
namespace {

TheoryDomain domain_of(bool wave, EdgeKind edges) {
  const TheoryDirection along = theory_direction(edges, edges, 65);
  return {.wave = wave, .coefficient = wave ? 0.25 : 0.2, .x = along, .y = along};
}

/// Returns how far the solution is from its equation at a place, in a step.
double residual(const Solution& u, const TheoryDomain& domain, core::Point at, double step) {
  constexpr double kApart = 0.25;
  const auto value = [&](double dx, double dy, double dt) {
    return u({at.x + dx * kApart, at.y + dy * kApart}, step + dt * kApart);
  };
  const double now = value(0, 0, 0);
  const double bend = value(1, 0, 0) + value(-1, 0, 0) + value(0, 1, 0) + value(0, -1, 0) - 4 * now;
  const double square = kApart * kApart;
  const double change = domain.wave ? (value(0, 0, 1) - 2 * now + value(0, 0, -1)) / square
                                    : (value(0, 0, 1) - value(0, 0, -1)) / (2 * kApart);
  return std::abs(change - domain.coefficient * bend / square);
}

TEST(ExactSolutions, SolveTheirEquations) {
  for (const bool wave : {false, true}) {
    const TheoryDomain held = domain_of(wave, EdgeKind::held);
    const TheoryDomain free = domain_of(wave, EdgeKind::reflecting);
    const core::Point at{30.5, 21.5};
    EXPECT_LT(residual(*solved_mode(held, 2, 3, 1.0), held, at, 40), 1e-5) << wave;
    EXPECT_LT(residual(solved_bell(held, {32, 32}, 6, 1.0), held, at, 40), 1e-4) << wave;
    EXPECT_LT(residual(solved_ridge(free, {32, 32}, 6, 90, 1.0), free, at, 40), 1e-4) << wave;
    EXPECT_LT(residual(solved_ridge(free, {32, 32}, 6, 30, 1.0), free, at, 4), 1e-4) << wave;
  }
  const TheoryDomain heat = domain_of(false, EdgeKind::held);
  EXPECT_LT(residual(solved_box(heat, {20, 20}, {40, 40}, 1.0), heat, {30.5, 21.5}, 40), 1e-4);
}

TEST(ExactSolutions, KeepTheValueOfHeldEdges) {
  const TheoryDomain held = domain_of(true, EdgeKind::held);
  for (const double step : {0.0, 50.0, 150.0}) {
    EXPECT_NEAR(solved_bell(held, {32, 32}, 4, 1.0)({0.5, 20}, step), 0.0, 1e-6) << step;
    EXPECT_NEAR((*solved_mode(held, 1, 1, 1.0))({64.5, 20}, step), 0.0, 1e-6) << step;
  }
}

TEST(ExactSolutions, HaveNoModeThatTheEdgesDoNotKeep) {
  EXPECT_FALSE(solved_mode(domain_of(true, EdgeKind::absorbing), 1, 1, 1.0));
  EXPECT_FALSE(solved_mode(domain_of(true, EdgeKind::held), 0, 1, 1.0));
}

TEST(Refraction, FollowsSnellsLawAndEndsInTotalReflection) {
  const double index = 1.5;
  for (const double degrees : {10.0, 30.0, 41.0}) {
    const double angle = degrees * std::numbers::pi / 180;
    const auto found = refraction_at({0, 0}, {std::cos(angle), std::sin(angle)}, index);
    ASSERT_TRUE(found) << degrees;
    EXPECT_NEAR(found->before, degrees, 1e-9);
    EXPECT_NEAR(std::sin(found->behind * std::numbers::pi / 180), index * std::sin(angle), 1e-12);
  }
  const double total = 42.0 * std::numbers::pi / 180;
  EXPECT_FALSE(refraction_at({0, 0}, {std::cos(total), std::sin(total)}, index));
}

}  // namespace
}  // namespace heatwave::field::testing
