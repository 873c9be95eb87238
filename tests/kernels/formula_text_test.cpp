// Texts of formulas: what is read, and what is said about mistakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "kernels/field/formula/model.h"
#include "tests/sanitized.h"

namespace heatwave::field::formula {
namespace {

Model model_of(const std::string& text) {
  std::vector<Problem> problems;
  std::optional<Model> model = read(text, problems);
  EXPECT_TRUE(model.has_value()) << text << '\n' << words_of(problems);
  return model.value_or(Model{});
}

std::string words(const std::string& text) {
  std::vector<Problem> problems;
  EXPECT_FALSE(read(text, problems).has_value()) << text;
  return words_of(problems);
}

double value_of(const std::string& expression) {
  const Model model = model_of("u' = a\na = " + expression + "\nb = 3\nc = 1 + b");
  return ConstantValues(model, initial_values(model), {1, 1})(model.components[0].expression);
}

TEST(FormulaText, ReadsComponentsParametersAndRanges) {
  const Model model = model_of(
      "u' = D*lap(u) + u^2*v - (F+k)*u   # a comment\n"
      "v' = Dv*lap(v) - u^2*v + F*(1-v)\n"
      "D = 0.16 in [0, 0.25]; Dv = 0.08\n"
      "F = 0.03 ∈ [0, 0.1]\n"
      "k = 2*F\n");
  ASSERT_EQ(model.components.size(), 2U);
  EXPECT_EQ(model.components[1].name, "v");
  EXPECT_EQ(model.components[1].order, 1);
  ASSERT_EQ(model.parameters.size(), 3U);
  EXPECT_EQ(model.parameters[0].maximum, 0.25);
  EXPECT_EQ(model.parameters[1].maximum, 0.16)
      << "a parameter without a range reaches twice its value";
  EXPECT_EQ(model.parameters[2].name, "F");
}

TEST(FormulaText, ReadsEveryFormOfAnEquation) {
  for (const std::string left : {"u'", "du/dt", "∂u/∂t", "u_t", "u′"}) {
    EXPECT_EQ(model_of(left + " = lap(u)").components[0].order, 1) << left;
  }
  for (const std::string left : {"u''", "∂²u/∂t²", "u_tt", "u″"}) {
    EXPECT_EQ(model_of(left + " = lap(u)").components[0].order, 2) << left;
  }
  for (const std::string right :
       {"Δu", "∇²u", "D∇²u", "D·Δu", "D*u_xx + D*u_yy", "∂²u/∂x²", "div(D*grad(u))", "∇·(D*∇u)",
        "div(D*u_x, 2*D*u_y)", "u_xf - u_yb", "sin(x)\n  + cos(y)", "lap(u) +\n  u",
        "min(u,\n  1)"}) {
    EXPECT_EQ(model_of("u' = " + right + "\nD = 0.1").components.size(), 1U) << right;
  }
}

TEST(FormulaText, FollowsTheRulesOfPrecedence) {
  EXPECT_EQ(value_of("2 + 3*4"), 14.0);
  EXPECT_EQ(value_of("-2^2"), -4.0);
  EXPECT_EQ(value_of("2^3^2"), 512.0);
  EXPECT_EQ(value_of("8/4/2"), 1.0);
  EXPECT_EQ(value_of("7 - 2 - 1"), 4.0);
  EXPECT_EQ(value_of("3² − 2·2"), 5.0);
  EXPECT_EQ(value_of("if(1 < 2 and not (2 <= 1), 5, 6)"), 5.0);
  EXPECT_EQ(value_of("b*c"), 12.0);
  EXPECT_EQ(value_of("√4 + 2^-1"), 2.5);
  EXPECT_EQ(value_of("mod(-1, 3) + H(0) + sign(-2)"), 1.0);
  EXPECT_EQ(value_of("gauss(0, 0, 2) + π - pi"), 1.0);
}

TEST(FormulaText, MakesDifferentiatedDefinitionsComponents) {
  const Model model = model_of("u' = lap(w) + p\nw = u^3 - u - lap(u)\np = 2*w");
  ASSERT_EQ(model.components.size(), 2U);
  EXPECT_EQ(model.components[1].order, 0);
  EXPECT_EQ(model.algebraic, std::vector<int>{1});
  const Model chain = model_of("u' = lap(b)\nb = lap(a)\na = lap(u)");
  ASSERT_EQ(chain.components.size(), 3U);
  EXPECT_EQ(chain.components[static_cast<std::size_t>(chain.algebraic[0])].name, "a");
  EXPECT_EQ(chain.components[static_cast<std::size_t>(chain.algebraic[1])].name, "b");
}

TEST(FormulaText, ReadsConditions) {
  const Model model = model_of(
      "u'' = c*lap(u) - u'\nc = 0.2\nu(0) = gauss(x - 3, y, 10)\nu'(t=0) = 0\n"
      "left: u = sin(t)\nright: u_n = -0.1*(u - 20)\ntop, bottom: periodic\nstepping: leapfrog\n"
      "dx = 0.5; dt = 0.1 in [0, 0.2]\ninside = x^2 + y^2 < 0.4");
  EXPECT_NE(model.components[0].initial, kNone);
  EXPECT_NE(model.components[0].initial_rate, kNone);
  ASSERT_EQ(model.boundaries.size(), 2U);
  EXPECT_FALSE(model.boundaries[0].is_slope);
  EXPECT_TRUE(model.boundaries[1].is_slope);
  EXPECT_EQ(model.sides[2], SideKind::periodic);
  EXPECT_EQ(model.parameters.back().name, "dt");
  EXPECT_EQ(ConstantValues(model, initial_values(model), {4, 4}).time_step(), 0.1);
  EXPECT_EQ(ConstantValues(model, initial_values(model), {4, 4}).spacing(), 0.5);
  EXPECT_NE(model.inside, kNone);
}

TEST(FormulaText, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(words("u' = Dw*lap(u)\nDv = 1"),
            "line 1, column 6: unknown name 'Dw'; did you mean 'Dv'?");
  EXPECT_EQ(words("a = b + 1\nb = a\nu' = a"),
            "line 2, column 5: 'b' depends on itself, by way of 'a'");
  EXPECT_EQ(words("u' = lap(u^2)"),
            "line 1, column 10: lap(…) takes a component: give this expression a name, as in w = "
            "u^2, and write lap(w)");
  EXPECT_EQ(words("u' = lap(v)"),
            "line 1, column 6: the component 'v' is never given: add a line v' = …");
  EXPECT_EQ(words("u' = α β\nα = 1"),
            "line 1, column 8: 'β' does not belong here; a product needs a sign, as in 2*u");
  EXPECT_EQ(words("u' = sinn(u)"),
            "line 1, column 6: unknown function 'sinn'; did you mean 'sin'?");
  EXPECT_EQ(words("u' = u_xy"), "line 1, column 6: give u_x a name: w = u_x, and write w_y");
  EXPECT_EQ(words("u' = (u + 1\nv' = u"),
            "line 1, column 12: expected ')' here, not the end of the line; the bracket opens in "
            "line 1, column 6");
  EXPECT_EQ(words("u' = u\nu' = 2"), "line 2, column 1: 'u' is given twice");
  EXPECT_EQ(words("D = 1"),
            "line 1, column 1: a formula needs an equation in time, such as u' = D*lap(u)");
  EXPECT_EQ(words("u'' = lap(u)\nstepping: rk4"),
            "line 2, column 1: this time stepping takes equations of first order: write u'' = … as "
            "u' = v and v' = …");
  EXPECT_EQ(words("u' = u\nleft: periodic"),
            "line 2, column 1: left and right are periodic together");
  EXPECT_EQ(
      words("u' = u\nedges: absorbing"),
      "line 2, column 1: only waves leave by absorbing sides: equations such as u'' = c2*lap(u)");
  EXPECT_EQ(words("u' = u\nD = 2 in [0, 1]"),
            "line 2, column 1: the value of 'D' lies outside of its range");
  EXPECT_EQ(words("u' = u $ 2"), "line 1, column 8: '$' does not belong here");
  EXPECT_EQ(words("u' = u  # \xFF"), "line 1, column 11: this byte is no UTF-8 text");
  EXPECT_EQ(words("u' = u  # \xE2\x80\xAE"), "line 1, column 11: this character is invisible");
  EXPECT_EQ(words("u' = u + u'"),
            "line 1, column 10: 'u'' may stand on the right only where 'u''' is given");
  EXPECT_EQ(words("u' = u\nn = noise\ninside = x < t + n"),
            "line 3, column 18: 'n' has a noise and has no place here");
  EXPECT_EQ(words("u' = picture*lap(u)"),
            "line 1, column 6: give the picture a name of its own, as in p = picture, and write p "
            "here");
  EXPECT_EQ(words("u' = p\np = picture in [0, 1]"), "line 2, column 1: a picture has no range");
  EXPECT_EQ(words("u' = p\np = picture\np(0) = 1"),
            "line 3, column 1: 'p' begins as the picture and has no other beginning");
  EXPECT_EQ(words("p = picture"),
            "line 1, column 1: a formula needs an equation in time, such as u' = D*lap(u)");
  EXPECT_NE(words("a' = b\nb' = c\nc' = d\nd' = e\ne' = a").find("at most 4 components"),
            std::string::npos);
}

TEST(FormulaText, SaysSeveralThingsAtOnce) {
  std::vector<Problem> problems;
  EXPECT_FALSE(
      read("u' = Dw*lap(u) + lap(u*u)\nv' = 2 2\nDv = 1\nw = v + q", problems).has_value());
  ASSERT_EQ(problems.size(), 4U) << words_of(problems);
  EXPECT_EQ(problems[0].place.length, 2);
  EXPECT_EQ(problems[2].place.line, 2);
  EXPECT_EQ(problems[3].place.line, 4) << "v is no mistake: its line could not be read";
}

TEST(FormulaText, AnswersHostileTextsAtOnce) {
  const auto repeated = [](const std::string& part) {
    std::string text = "u' = ";
    while (text.size() + part.size() < kMostBytes) text += part;
    return text;
  };
  std::string doubling = "u' = a99\na0 = u\n";
  for (int i = 1; i < 100; ++i) {
    const std::string before = "a" + std::to_string(i - 1);
    doubling += "a" + std::to_string(i) + " = " + before + "*" + before + "\n";
  }
  std::string names = "u' = 1\n";
  for (int i = 0; names.size() < kMostBytes - 20; ++i) {
    names += "n" + std::to_string(i) + "=n" + std::to_string(i + 1) + "\n";
  }
  for (const std::string& text :
       {std::string(kMostBytes + 1, 'u'), repeated("("), repeated("-"), repeated("u+"),
        repeated("sin("), repeated("q_x*"), repeated("^2"), repeated("u^"), repeated("'"),
        repeated("\n"), repeated("a\n"), repeated("\xFF"), names, doubling, repeated("lap("),
        std::string("\0u'=\0", 5)}) {
    const std::clock_t begin = std::clock();  // other programs on the machine do not count
    std::vector<Problem> problems;
    const bool is_read = read(text, problems).has_value();
    const double ms = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    EXPECT_EQ(is_read, problems.empty());
    // Ten times as long as it takes, also under a sanitizer.
    EXPECT_LT(ms, test::kSanitized ? 500.0 : 50.0) << text.substr(0, 40);
    EXPECT_LE(problems.size(), kMostProblems);
  }
}

TEST(FormulaText, QuotesOnlyWhatCanBeShown) {
  EXPECT_EQ(quotable("u^α + ∂²v\n+ 1"), "u^α + ∂²v + 1");
  EXPECT_EQ(quotable("u\xAA^\x01\u202E\u00AD"), "u?^???");
  EXPECT_EQ(quotable("\xCE"), "?");
  EXPECT_EQ(quotable(std::string(59, 'a') + "αβ"), std::string(59, 'a') + "α");
}

}  // namespace
}  // namespace heatwave::field::formula
