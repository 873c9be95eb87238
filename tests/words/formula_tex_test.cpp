// Tests the translation of typed equations into TeX.
#include "app/words/formula_tex.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::words {
namespace {

/// Returns the TeX of one equation, without the frame around all lines.
std::string tex_of(const std::string& equation) {
  const std::string all = tex_of_formula(equation);
  const std::string begin = "\\begin{aligned} ";
  const std::string end = " \\end{aligned}";
  return all.substr(begin.size(), all.size() - begin.size() - end.size());
}

TEST(FormulaTex, WritesDerivativesAsFractionsAndTheLaplacianAsItsSign) {
  const std::string heat = "\\frac{\\partial u}{\\partial t} &= \\alpha \\, \\nabla^2 u";
  for (const char* typed : {"u' = alpha*lap(u)", "du/dt = alpha*lap(u)", "u_t = alpha * lap( u )",
                            "∂u/∂t = alpha*lap(u)"}) {
    EXPECT_EQ(tex_of(typed), heat) << typed;
  }
  EXPECT_EQ(tex_of("u'' = u_xx"),
            "\\frac{\\partial^{2} u}{\\partial t^{2}} &= "
            "\\frac{\\partial^{2} u}{\\partial x^{2}}");
  EXPECT_EQ(tex_of("w = u_xy"), "w &= \\frac{\\partial^{2} u}{\\partial x\\partial y}");
}

TEST(FormulaTex, PutsBracketsWhereTheMeaningNeedsThem) {
  EXPECT_EQ(tex_of("w = (a+b)*c"), "w &= \\left( a + b \\right) \\, c");
  EXPECT_EQ(tex_of("w = (a*b)+c"), "w &= a \\, b + c");
  EXPECT_EQ(tex_of("w = a-(b-c)"), "w &= a - \\left( b - c \\right)");
  EXPECT_EQ(tex_of("w = (a+b)^2"), "w &= \\left( a + b \\right)^{2}");
  EXPECT_EQ(tex_of("w = (a+b)/(c-1)"), "w &= \\frac{a + b}{c - 1}");
  EXPECT_EQ(tex_of("w = 2*3"), "w &= 2 \\cdot 3");
  EXPECT_EQ(tex_of("w = -a*b"), "w &= -a \\, b");
}

TEST(FormulaTex, GivesNamesIndicesAndGreekLetters) {
  EXPECT_EQ(tex_of("w = Du*epsilon"), "w &= D_{u} \\, \\epsilon");
  EXPECT_EQ(tex_of("w = c2"), "w &= c_{2}");
  EXPECT_EQ(tex_of("w = damping"), "w &= \\mathrm{damping}");
  EXPECT_EQ(tex_of("w = sqrt(u) + exp(-u) + sin(u)"),
            "w &= \\sqrt{u} + e^{-u} + \\sin \\left( u \\right)");
}

TEST(FormulaTex, AlignsSeveralEquationsAndLeavesOutComments) {
  EXPECT_EQ(tex_of_formula("u' = v  # a comment\n\nv' = u"),
            "\\begin{aligned} \\frac{\\partial u}{\\partial t} &= v \\\\ "
            "\\frac{\\partial v}{\\partial t} &= u \\end{aligned}");
}

TEST(FormulaTex, LeavesOutTheTermsOfASumThatHaveAFactorOfZero) {
  const auto without = [](const std::string& equation, const std::set<std::string>& zeros) {
    return tex_of_formula(equation, zeros);
  };
  const std::string wave = "u'' = c^2*lap(u) - damping*u'";
  EXPECT_EQ(without(wave, {"damping"}), tex_of_formula("u'' = c^2*lap(u)"));
  EXPECT_EQ(without(wave, {}), tex_of_formula(wave));
  EXPECT_EQ(without("w = a*(-k)/b + c + k", {"k"}), tex_of_formula("w = c"));
  EXPECT_EQ(without("w = k - c", {"k"}), tex_of_formula("w = k - c")) << "nothing stands before −c";
  EXPECT_EQ(without("w = k*u", {"k"}), tex_of_formula("w = k*u")) << "a right side is never empty";
  EXPECT_EQ(without("w = (a + k)^2 + kk", {"k"}), tex_of_formula("w = a^2 + kk"));
}

TEST(FormulaTex, LeavesOutAllButTheEquations) {
  const std::string heat = "\\frac{\\partial u}{\\partial t} &= D \\, \\nabla^2 u";
  EXPECT_EQ(tex_of("# Heat\nu' = D*Δu\nD = 0.16 in [0, 0.25]; k = 2\nu(0) = gauss(x, y, 8)\n"
                   "dx = 1 in [0, 2]\ninside = x < 3\nedges: periodic\nstepping: rk4"),
            heat);
}

TEST(FormulaTex, WritesConditionsNumbersAndOneSidedDerivatives) {
  EXPECT_EQ(tex_of("w = if(u < 1 and v >= 2, u, -v)"),
            "w &= \\begin{cases} u & u < 1 \\wedge v \\ge 2 \\\\ -v & \\mathrm{else} "
            "\\end{cases}");
  EXPECT_EQ(tex_of("w = 1e-3*u + 2.5e4"), "w &= 10^{-3} \\, u + 2.5 \\cdot 10^{4}");
  EXPECT_EQ(tex_of("w = u_xf"), "w &= \\frac{\\partial^{+} u}{\\partial x}");
  EXPECT_EQ(tex_of("w = div(D*grad(u)) + min(u, 1)"),
            "w &= \\nabla \\cdot \\left( D \\, \\nabla u \\right) + \\min \\left( u, 1 \\right)");
}

TEST(FormulaTex, KnowsWhetherATextNamesTheMedium) {
  EXPECT_TRUE(names_medium("u' = m*alpha*lap(u)\nalpha = 0.2 in [0, 1]\n"));
  EXPECT_FALSE(names_medium("# m is not used\nu' = mu*lap(u)\nmu = 0.2 in [0, 1]\n"));
}

TEST(FormulaTex, NamesThePlaceOfAMistake) {
  for (const char* wrong : {"u' = ", "u' = (a", "= a", "u' = a b", "u' 3"}) {
    EXPECT_THROW(tex_of_formula(wrong), core::Error) << wrong;
  }
  try {
    tex_of_formula("u' = (a");
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("column 8"), std::string::npos) << error.what();
  }
}

TEST(FormulaTex, TranslatesEveryEquationOfTheCatalogue) {
  for (const field::EquationInfo& equation : field::equations()) {
    const std::string tex = tex_of_formula(equation.pde);
    EXPECT_NE(tex.find("\\nabla^2"), std::string::npos) << equation.id;
    for (const field::ComponentInfo& component : equation.components) {
      EXPECT_NE(tex.find("\\partial"), std::string::npos) << equation.id << ' ' << component.id;
    }
  }
}

}  // namespace
}  // namespace heatwave::words
