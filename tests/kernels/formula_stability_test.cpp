// The stability of formulas: the limits of the built-in equations are found without being told.
#include <gtest/gtest.h>

#include <string>

#include "kernels/field/equation_catalogue.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::field::formula {
namespace {

double limit(const std::string& text, std::size_t parameter, double factor = 1.0) {
  const Formula formula(text);
  return stable_limit(formula.info(), parameter, initial_parameters(formula.info()), factor);
}

TEST(FormulaStability, FindsTheLimitsOfDiffusionAndWaves) {
  EXPECT_NEAR(limit(find_equation("heat").text, 0), 0.25, 0.002);
  EXPECT_NEAR(limit(find_equation("heat").text, 0, 2.0), 0.125, 0.002);
  EXPECT_NEAR(limit(find_equation("wave").text, 0), 0.5, 0.01);
  EXPECT_NEAR(limit("u' = D*lap(u)\nD = 1 in [0, 4]\ndx = 2", 0), 1.0, 0.01);
  EXPECT_NEAR(limit("u' = 2*lap(u)\ndt = 0.01 in [0, 1]\n", 0), 0.125, 0.002);
  EXPECT_NEAR(limit("u' = D*u_xx\nD = 0.1 in [0, 1]", 0), 0.5, 0.004);
  EXPECT_NEAR(limit("u' = D*lap(u)\nD = 0.1 in [0, 1]\nstepping: rk4", 0), 2.785 / 8.0, 0.005);
}

TEST(FormulaStability, LetsTheEquationItselfGrow) {
  EXPECT_EQ(limit("u' = 0.1*lap(u) + r*u\nr = 0.5 in [0, 1]", 0), kNoLimit);
}

TEST(FormulaStability, StaggeredStepsKeepSchroedingerStable) {
  const std::string text = "u' = -D*lap(v)\nv' = D*lap(u)\nD = 0.1 in [0, 1]\n";
  EXPECT_LT(limit(text, 0), 0.02) << "Euler is never stable here";
  EXPECT_NEAR(limit(text + "stepping: staggered", 0), 0.25, 0.002);
}

}  // namespace
}  // namespace heatwave::field::formula
