// Formulas as lists of operations: the order of operations is fixed and stays the same.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {
namespace {

std::string operations(const std::string& text) {
  std::vector<Problem> problems;
  const std::optional<Model> model = read(text, problems);
  if (!model) return words_of(problems);
  const Program program = program_of(*model, problems);
  return problems.empty() ? text_of(program, *model) : words_of(problems);
}

Program program_from(const std::string& text) {
  std::vector<Problem> problems;
  const std::optional<Model> model = read(text, problems);
  EXPECT_TRUE(model.has_value()) << words_of(problems);
  Program program = program_of(model.value(), problems);
  EXPECT_TRUE(problems.empty()) << words_of(problems);
  return program;
}

TEST(FormulaProgram, PrintsTheOrderOfOperations) {
  EXPECT_EQ(operations("u' = m*D*lap(u)\nD = 0.2"),
            "k0 = D\n"
            "sub-step 1 of 1:\n"
            "  v0 = centre u\n"
            "  v1 = k0\n"
            "  v2 = medium\n"
            "  v3 = multiply v1 v2\n"
            "  v4 = laplacian u\n"
            "  v5 = fma v3 v4 v0\n"
            "  u = v5\n");
  EXPECT_EQ(operations("u'' = c*(1 - d/2)*lap(u) - d*u'\nc = 0.2; d = 0.1"),
            "k0 = c*(1 - d/2)\n"
            "k1 = 1 + -d\n"
            "sub-step 1 of 1:\n"
            "  v0 = k0\n"
            "  v1 = centre u\n"
            "  v2 = older u\n"
            "  v3 = subtract v1 v2\n"
            "  v4 = k1\n"
            "  v5 = fma v4 v3 v1\n"
            "  v6 = laplacian u\n"
            "  v7 = fma v0 v6 v5\n"
            "  u = v7\n");
}

TEST(FormulaProgram, FoldsParametersInDouble) {
  std::vector<Problem> problems;
  const std::optional<Model> model = read("v' = 2 - (F + k)*v\nF = 0.03; k = 0.062", problems);
  ASSERT_TRUE(model.has_value());
  const Program program = program_of(*model, problems);
  const std::vector<float> constants =
      constants_of(program, *model, initial_values(*model), {8, 8});
  ASSERT_EQ(constants.size(), 2U);
  EXPECT_EQ(constants[1], static_cast<float>(1.0 - 0.03 - 0.062));
}

TEST(FormulaProgram, SharesWhatIsUsedTwice) {
  const std::string text = operations("u' = -u*v^2\nv' = u*v^2");
  EXPECT_NE(text.find("subtract v0 v3"), std::string::npos) << text;
  EXPECT_NE(text.find("add v1 v3"), std::string::npos) << text;
  const std::string alone = operations("u' = -u*v^2\nv' = 1");
  EXPECT_NE(alone.find("fnma v0 v2 v0"), std::string::npos) << "used once, it is fused: " << alone;
}

TEST(FormulaProgram, MakesSubStepsOfEveryTimeStepping) {
  const auto steps = [](const std::string& text) { return program_from(text).steps.size(); };
  EXPECT_EQ(steps("u' = lap(u)\nv' = u"), 1U);
  EXPECT_EQ(steps("u' = lap(u)\nv' = u\nstepping: staggered"), 2U);
  EXPECT_EQ(steps("u' = lap(u)\nstepping: heun"), 2U);
  EXPECT_EQ(steps("u' = lap(u)\nstepping: midpoint"), 2U);
  EXPECT_EQ(steps("u' = lap(u)\nstepping: rk4"), 4U);
  EXPECT_EQ(steps("u' = lap(u)\nstepping: ab2"), 1U);
  EXPECT_EQ(steps("u' = lap(w)\nw = u^3 - lap(u)"), 2U);
  EXPECT_EQ(steps("u' = lap(w)\nw = u^3 - lap(u)\nstepping: rk4"), 9U)
      << "four stages, each after w, and w of the result";
  EXPECT_EQ(steps("u' = lap(b)\nb = lap(a)\na = lap(u)"), 3U);
  EXPECT_EQ(steps("u' = lap(a) + lap(b)\na = u^2\nb = u^3"), 2U) << "a and b are computed together";
  EXPECT_EQ(program_from("u' = lap(u)\nv' = u\nstepping: rk4").planes.size(), 6U);
  EXPECT_EQ(program_from("u' = lap(u)\nstepping: ab2").components(), 2U) << "the rate is kept";
}

TEST(FormulaProgram, KnowsWhereWavesCanLeave) {
  EXPECT_TRUE(program_from("u'' = c*lap(u) - u\nc = 0.2").absorbs);
  EXPECT_FALSE(program_from("u'' = lap(u) + lap(u)").absorbs);
  EXPECT_FALSE(program_from("u' = lap(u)").absorbs);
  EXPECT_NE(operations("u'' = sin(u)\nedges: absorbing").find("absorbing"), std::string::npos);
}

TEST(FormulaProgram, RefusesFactorsOfFluxesThatNeedOtherCells) {
  EXPECT_NE(operations("u' = div(a*grad(u))\na = u_xx + 1").find("give this a name"),
            std::string::npos);
  EXPECT_NE(operations("u' = div(a*grad(u))\na = u_xx + 1").find("line 2"), std::string::npos);
}

}  // namespace
}  // namespace heatwave::field::formula
