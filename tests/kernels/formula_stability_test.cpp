// The stability of formulas: the limits of the built-in equations are found without being told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "kernels/field/equation_catalogue.h"
#include "kernels/field/formula/formula.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::formula {
namespace {

double limit(const std::string& text, std::size_t parameter, const Stiffness& stiffness = {}) {
  const Formula formula(text);
  return stable_limit(formula.info(), parameter, initial_parameters(formula.info()), stiffness);
}

/// Returns whether a ripple of the finest kind stays small on a line of cells.
bool is_stable_on_line(const EquationInfo& equation, std::size_t parameter, double value,
                       std::shared_ptr<const Formula> formula = nullptr) {
  constexpr core::Extent kLine{64, 1};
  const Edges edges{EdgeKind::periodic, EdgeKind::periodic, EdgeKind::reflecting,
                    EdgeKind::reflecting};
  std::vector<double> parameters = initial_parameters(equation);
  parameters[parameter] = value;
  const auto solver = make_solver({.equation = equation.id,
                                   .extent = kLine,
                                   .backend = Backend::cpu,
                                   .threads = 1,
                                   .formula = std::move(formula)});
  solver->apply(SetRules{.parameters = parameters, .edges = edges});
  const std::size_t components = equation.components.size();
  FieldState state{.extent = kLine};
  for (std::size_t p = 0; p < plane_count(equation); ++p) {
    std::vector<float>& plane = state.planes.emplace_back();
    const double rest = equation.components[p % components].rest;
    for (int x = 0; x < kLine.width; ++x) {
      plane.push_back(static_cast<float>(rest + (x % 2 == 0 ? 1e-3 : -1e-3)));
    }
  }
  solver->load(state);
  solver->apply(testing::bare_cells(kLine, edges, components));
  solver->advance(2000);
  float height = 0.0F;
  for (const std::vector<float>& plane : solver->save().planes) {
    for (std::size_t x = 1; x < plane.size(); ++x) {
      const float step = std::abs(plane[x] - plane[x - 1]);
      height = std::isfinite(step) ? std::max(height, step) : 1e9F;
    }
  }
  return height < 0.1F;
}

TEST(FormulaStability, FindsTheLimitsOfDiffusionAndWaves) {
  EXPECT_NEAR(limit(find_equation("heat").text, 0), 0.25, 0.002);
  EXPECT_NEAR(limit(find_equation("heat").text, 0, {.largest_factor = 2.0}), 0.125, 0.002);
  EXPECT_NEAR(limit(find_equation("wave").text, 0), 0.5, 0.01);
  EXPECT_NEAR(limit("u' = D*lap(u)\nD = 1 in [0, 4]\ndx = 2", 0), 1.0, 0.01);
  EXPECT_NEAR(limit("u' = 2*lap(u)\ndt = 0.01 in [0, 1]\n", 0), 0.125, 0.002);
  EXPECT_NEAR(limit("u' = D*u_xx\nD = 0.1 in [0, 1]", 0), 0.5, 0.004);
  EXPECT_NEAR(limit("u' = D*lap(u)\nD = 0.1 in [0, 1]\nstepping: rk4", 0), 2.785 / 8.0, 0.005);
}

TEST(FormulaStability, ALineAllowsTwiceTheCoefficientOfThePlane) {
  for (const EquationInfo& row : equations()) {
    const std::vector<double> initial = initial_parameters(row);
    const auto typed = make_formula(row.text);
    for (std::size_t p = 0; p < initial.size(); ++p) {
      const double plane = stable_limit(row, p, initial, {});
      if (!std::isfinite(plane)) continue;
      const double line = stable_limit(row, p, initial, {.on_line = true});
      EXPECT_DOUBLE_EQ(line, 2.0 * plane) << row.id;
      EXPECT_TRUE(is_stable_on_line(row, p, 0.99 * line)) << row.id << " " << row.parameters[p].id;
      // The rules of reactions keep a distance from the limit, 1/2.
      const double beyond = row.id == "wave" ? 1.02 : 0.52;
      EXPECT_FALSE(is_stable_on_line(row, p, beyond)) << row.id << " " << row.parameters[p].id;
      // The wave's limit is the end of its range. Just beyond a limit a reaction may still hold the
      // ripple at a small height.
      const double measured = std::min(stable_limit(typed->info(), p, initial, {.on_line = true}),
                                       row.parameters[p].maximum);
      EXPECT_TRUE(is_stable_on_line(typed->info(), p, 0.99 * measured, typed)) << row.id;
      EXPECT_FALSE(is_stable_on_line(typed->info(), p, 1.1 * measured, typed)) << row.id;
    }
  }
  EXPECT_NEAR(limit("u' = D*lap(u)\nD = 1 in [0, 4]\ndx = 2", 0, {.on_line = true}), 2.0, 0.01);
  EXPECT_EQ(limit("u' = D*u_yy\nD = 1 in [0, 4]", 0, {.on_line = true}), kNoLimit)
      << "a line has no second derivative along y";
}

TEST(FormulaStability, LetsTheEquationItselfGrow) {
  EXPECT_EQ(limit("u' = 0.1*lap(u) + r*u\nr = 0.5 in [0, 1]", 0), kNoLimit);
}

TEST(FormulaStability, StaggeredStepsKeepSchroedingerStable) {
  const std::string text = "u' = -D*lap(v)\nv' = D*lap(u)\nD = 0.1 in [0, 1]\n";
  EXPECT_LT(limit(text, 0), 0.02) << "Euler is never stable here";
  EXPECT_NEAR(limit(text + "stepping: staggered", 0), 0.25, 0.02)
      << "at the limit itself two waves grow together, though slower than any exponential";
}

}  // namespace
}  // namespace heatwave::field::formula
