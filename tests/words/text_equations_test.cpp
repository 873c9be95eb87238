// Tests equations within texts: where they are, as MathML, and as words.
#include "app/words/text_equations.h"

#include <gtest/gtest.h>

#include "kernels/core/error.h"

namespace heatwave::words {
namespace {

std::string split(std::string_view text) {
  std::string all;
  for (const TextPiece& piece : pieces_of(text)) {
    const std::string words(piece.text);
    all += piece.is_equation ? "[" + words + "]" : piece.is_code ? "{" + words + "}" : words + "|";
  }
  return all;
}

TEST(Equation, StandsBetweenDollarSigns) {
  EXPECT_EQ(split("No equation."), "No equation.|");
  EXPECT_EQ(split("$u = 1$: hot, $v$"), "[u = 1]: hot, |[v]");
  EXPECT_EQ(split(""), "");
}

TEST(Equation, IsNotMeantByAnAmountOfMoney) {
  for (const char* const text : {"It costs $5.", "$5 and $6", "a $ b $ c", "$$", "$5,$6", "$"}) {
    EXPECT_EQ(split(text), std::string(text) + "|");
  }
}

TEST(CodeInText, StandsBetweenBackticks) {
  EXPECT_EQ(split("Call `f(x)`, then $u$."), "Call |{f(x)}, then |[u].|");
  EXPECT_EQ(split("`a` `b`"), "{a} |{b}");
  EXPECT_EQ(split("`$x$`"), "{$x$}") << "code holds no equation";
  for (const char* const text : {"a ` b", "``", "` a`", "`"}) {
    EXPECT_EQ(split(text), std::string(text) + "|");
  }
}

TEST(Equation, IsWrittenAsWords) {
  const auto expect = [](const char* tex, const char* words) {
    EXPECT_EQ(plain_equation(tex), words) << tex;
  };
  expect(
      R"(\frac{\partial u}{\partial t} = \alpha \left(\frac{\partial^2 u}{\partial x^2} + c\right))",
      "∂u/∂t = α(∂²u/∂x² + c)");
  expect(R"(c \le \frac{1}{\sqrt{2}})", "c ≤ 1/√2");
  expect(R"(\frac{8n}{M} = \frac{4}{L})", "8n/M = 4/L");
  expect(R"(\frac{a + b}{2L})", "(a + b)/(2L)");
  expect(R"(n \log_2 n)", "n log₂ n");
  expect(R"(2 \cdot 10^{-7})", "2 · 10⁻⁷");
  expect(R"(-x^n + x_i + x^{n+1})", "−x^n + x_i + x^(n + 1)");
  expect(R"(\sqrt{\frac{1}{2}})", "√(1/2)");
  expect(R"((-1, 2))", "(−1, 2)");
  expect(R"(\left(a + b\right)^2)", "(a + b)²");
}

TEST(Equation, IsWrittenAsMathml) {
  EXPECT_EQ(mathml_of(R"(c^2 < \frac{1}{2})"),
            "<math displaystyle=\"true\" alttext=\"c² &lt; 1/2\"><mrow><msup><mi>c</mi><mn>2</mn>"
            "</msup><mo>&lt;</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow></math>");
  EXPECT_NE(mathml_of(R"(\left(\frac{1}{2}\right)(x))").find("<mo stretchy=\"true\">(</mo>"),
            std::string::npos);
  EXPECT_NE(mathml_of(R"(x_1^2)").find("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
            std::string::npos);
}

TEST(Equation, NamesWhatItCannotRead) {
  EXPECT_EQ(flaw_of_equations("It is $c^2$, for $5."), "");
  const auto expect = [](const char* tex, const char* why) {
    const std::string flaw = flaw_of_equations(std::string("$") + tex + "$");
    EXPECT_NE(flaw.find(why), std::string::npos) << tex << ": " << flaw;
  };
  expect("\\fra{1}{2}", "there is no \\fra");
  expect("∂u", "write \\partial for '∂'");
  expect("x^", "ends too early");
  expect("x^2^3", "two '^' follow one base");
  expect("{x", "a '}' is missing");
  expect("x}", "'}' ends nothing");
  expect("^2", "it may not have '^'");
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "\\sqrt{";
  expect(deep.c_str(), "nested too deeply");
}

TEST(Equation, OfATextIsReplacedByWords) {
  EXPECT_EQ(without_tex("So $c^2 \\le \\frac{1}{2}$, or $\\wrong$."), "So c² ≤ 1/2, or $\\wrong$.");
}

}  // namespace
}  // namespace heatwave::words
