// Tests how lines make room for typeset equations.
#include "app/ui/equation_text.h"

#include <algorithm>

#include "app/view/embedded_assets.h"
#include "app/words/text_equations.h"
#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

constexpr const char* kDerivative = R"($\frac{\partial u}{\partial t}$)";

class EquationTexts : public WithoutAScreen {
 protected:
  EquationTexts() {
    fonts_.math = add_math_font(*ImGui::GetIO().Fonts, view::embedded_file("fonts/math"));
    ImGui::NewFrame();
  }
  ~EquationTexts() override { ImGui::EndFrame(); }

  EquationText laid_out(const std::string& text, float width) {
    return lay_out_equations(fonts_, memory_, text, width);
  }

  FontSet fonts_;
  Memory memory_;
};

TEST_F(EquationTexts, WordsAloneHaveLinesOfEqualHeight) {
  const EquationText text = laid_out("one two three", 50);
  EXPECT_EQ(text.lines, "one two\nthree");
  EXPECT_EQ(text.tops, (std::vector<float>{0, 1}));
  EXPECT_EQ(text.height, 2);
  EXPECT_TRUE(text.equations.empty());
}

TEST_F(EquationTexts, AFractionMakesItsLineHigherAndStaysWithinIt) {
  const EquationText text =
      laid_out(std::string("one two three ") + kDerivative + " four five six seven", 110);
  ASSERT_EQ(text.equations.size(), 1U);
  ASSERT_EQ(text.tops.size(), 3U) << text.lines;
  const EquationText::Equation& equation = text.equations[0];
  const float top = equation.at.y - equation.formula.ascent * equation.size;
  const float bottom = equation.at.y + equation.formula.descent * equation.size;
  EXPECT_GT(text.height, 3.5F);
  EXPECT_GT(text.tops[1], 1.2F) << "the fraction is in the second line";
  EXPECT_GE(top, 1) << "the fraction covers the first line";
  EXPECT_LE(bottom, text.tops[2]) << "the fraction covers the third line";
}

TEST_F(EquationTexts, ShortCodeStaysInOneLineAndLongCodeBreaksBetweenItsWords) {
  fonts_.mono = ImGui::GetFont();
  const EquationText text = laid_out("one two three `f(a, b, c)` four", 130);
  ASSERT_EQ(text.codes.size(), 1U);
  EXPECT_EQ(text.codes[0].text, "f(a, b, c)");
  EXPECT_GE(text.codes[0].at.y, text.tops[1] - 0.5F) << "it did not fit behind the words";
  const EquationText command =
      laid_out("`heatwave run --scene heat-plate --parts 4 --steps 100`", 250);
  ASSERT_GT(command.codes.size(), 1U);
  std::string all;
  for (const EquationText::Code& each : command.codes) {
    all += (all.empty() ? "" : " ") + each.text;
    EXPECT_GE(each.at.x, 0);
  }
  EXPECT_EQ(all, "heatwave run --scene heat-plate --parts 4 --steps 100");
}

TEST_F(EquationTexts, AnEquationStandsBetweenTheWordsBesideIt) {
  const EquationText text = laid_out("before $u = v$ after", 400);
  ASSERT_EQ(text.equations.size(), 1U);
  const float line = ImGui::GetFontSize();
  const float before = ImGui::CalcTextSize("before ").x / line;
  const EquationText::Equation& equation = text.equations[0];
  const float all = ImGui::CalcTextSize(text.lines.c_str()).x / line;
  const float after = ImGui::CalcTextSize(" after").x / line;
  EXPECT_GE(equation.at.x, before - 0.01F);
  EXPECT_LE(equation.at.x + equation.formula.width * equation.size, all - after + 0.1F);
}

TEST_F(EquationTexts, AWordThatIsSplitMovesTheEquationsBehindIt) {
  const EquationText text = laid_out("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa $u$ b", 100);
  ASSERT_EQ(text.equations.size(), 1U);
  const std::size_t blank = text.lines.find("\u00A0");
  const auto row =
      std::count(text.lines.begin(), text.lines.begin() + static_cast<int>(blank), '\n');
  ASSERT_EQ(row, 2) << text.lines;
  EXPECT_GT(text.equations[0].at.y, text.tops[2]);
  EXPECT_LT(text.equations[0].at.y, text.tops[2] + 1);
  const std::size_t line = text.lines.rfind('\n', blank) + 1;
  const float before = ImGui::CalcTextSize(text.lines.data() + line, text.lines.data() + blank).x;
  EXPECT_GE(text.equations[0].at.x, before / ImGui::GetFontSize() - 0.01F);
}

TEST_F(EquationTexts, EverySymbolOfATextHasAGlyph) {
  for (const char* const tex : {"\\alpha",
                                "\\beta",
                                "\\gamma",
                                "\\delta",
                                "\\epsilon",
                                "\\zeta",
                                "\\eta",
                                "\\theta",
                                "\\kappa",
                                "\\lambda",
                                "\\mu",
                                "\\nu",
                                "\\xi",
                                "\\pi",
                                "\\rho",
                                "\\sigma",
                                "\\tau",
                                "\\phi",
                                "\\chi",
                                "\\psi",
                                "\\omega",
                                "\\Gamma",
                                "\\Delta",
                                "\\Theta",
                                "\\Sigma",
                                "\\Phi",
                                "\\Psi",
                                "\\Omega",
                                "\\partial",
                                "\\nabla",
                                "\\infty",
                                "\\sum",
                                "\\int",
                                "\\cdot",
                                "\\times",
                                "\\le",
                                "\\ge",
                                "\\ne",
                                "\\approx",
                                "\\pm",
                                "\\to",
                                "\\sin",
                                "\\cos",
                                "\\tan",
                                "\\exp",
                                "\\log",
                                "\\ln",
                                "\\min",
                                "\\max",
                                "\\ldots",
                                "(",
                                "]",
                                "|",
                                "/",
                                "<",
                                "'",
                                "\\sqrt{2}",
                                "\\mathrm{old}",
                                "\\frac{1}{2}",
                                "\\left(x\\right)",
                                "x_1^2"}) {
    EXPECT_NO_THROW(words::plain_equation(tex)) << tex;
    EXPECT_EQ(laid_out(std::string("$") + tex + "$", 400).equations.size(), 1U) << tex;
  }
}

TEST_F(EquationTexts, WhatCannotBeTypesetIsWrittenAsWords) {
  EXPECT_EQ(laid_out("$\\wrong$", 400).lines, "$\\wrong$");
  EXPECT_EQ(laid_out("$a + b + c + d + e$", 64).lines, "a + b + c\n+ d + e") << "too wide";
  fonts_.math = nullptr;
  EXPECT_EQ(laid_out("$c^2$", 400).lines, "c²");
}

}  // namespace
}  // namespace heatwave::ui
