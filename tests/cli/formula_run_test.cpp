// Formulas on the command line: they run, are checked, and say what they become.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "app/export/npy.h"
#include "kernels/core/simd.h"
#include "kernels/field/equation_catalogue.h"
#include "tests/cli/program_test.h"

namespace heatwave {
namespace {

using testing::contains;
using testing::Outcome;
using Words = std::vector<std::string>;

class FormulaRun : public testing::ProgramTest {
 protected:
  [[nodiscard]] std::vector<float> cells(const std::string& name) const {
    return exporting::NpyFile(path(name)).read().cells;
  }
};

TEST_F(FormulaRun, ATypedEquationGivesTheFieldOfTheBuiltInOne) {
  // A wave of the fields that one of them dumped.
  const std::string wave = field::find_equation("wave").text;
  const Outcome start =
      heatwave({"run", "--equation", "wave", "--size", "90x70", "--steps", "20", "--edges",
                "reflecting", "--backend", "cpu", "--dump", "start.npy"});
  ASSERT_EQ(start.status, 0) << start.err;
  for (const Words& equation : {Words{"--equation", "wave", "--dump", "built-in.npy"},
                                Words{"--formula", wave, "--dump", "typed.npy"}}) {
    Words words{"run",     "--load",     "start.npy", "--steps", "50",
                "--edges", "reflecting", "--set",     "c2=0.2"};
    words.insert(words.end(), equation.begin(), equation.end());
    const Outcome run = heatwave(words);
    ASSERT_EQ(run.status, 0) << run.err;
  }
  EXPECT_EQ(cells("typed.npy"), cells("built-in.npy"));
}

TEST_F(FormulaRun, ALineAllowsMoreThanAPlane) {
  const auto run = [&](const std::string& size, const std::string& alpha) {
    return heatwave(
        {"run", "--equation", "heat", "--size", size, "--set", "alpha=" + alpha, "--steps", "1"});
  };
  EXPECT_EQ(run("64x1", "0.45").status, 0);
  EXPECT_TRUE(contains(run("64x1", "0.55").err, "breaks the stability rule α ≤ 1/2"));
  EXPECT_TRUE(contains(run("64x2", "0.45").err, "breaks the stability rule α ≤ 1/4"));
}

TEST_F(FormulaRun, ReadsAPicture) {
  const std::string picture = HEATWAVE_ASSET_FOLDER "/../tests/fuzz/corpus/pictures/gray.png";
  const Words formula{"run", "--formula", "u' = 0.2*div(p*grad(u)); p = picture; u(0) = picture",
                      "--steps", "10"};
  const auto with = [&](const Words& more) {
    Words words = formula;
    words.insert(words.end(), more.begin(), more.end());
    return heatwave(words);
  };
  const Outcome run =
      with({"--picture", picture, "--as", "input", "--size", "48x32", "--dump", "u.npy"});
  ASSERT_EQ(run.status, 0) << run.err;
  const std::vector<float> field = cells("u.npy");
  ASSERT_EQ(field.size(), 2U * 48U * 32U);
  EXPECT_GT(*std::max_element(field.begin(), field.end()), 0.0F);
  EXPECT_TRUE(contains(with({}).err, "add --picture FILE --as input"));
  EXPECT_EQ(with({}).status, 2);
  EXPECT_EQ(with({"--picture", picture, "--as", "input", "--worth", "2"}).status, 2);
  EXPECT_TRUE(contains(
      heatwave({"run", "--scene", "spots", "--steps", "1", "--picture", picture, "--as", "input"})
          .err,
      "no formula of the scene reads a picture"));
}

TEST_F(FormulaRun, AFileHasInitialConditionsSidesAndParameters) {
  std::ofstream(path("heat.txt")) << "# A hot middle\nu' = D*lap(u)\nD = 0.2 in [0, 0.25]\n"
                                     "u(0) = gauss(x, y, 5)\nedges: periodic\n";
  const Outcome run = heatwave({"run", "--formula", "heat.txt", "--size", "33x21", "--steps", "10",
                                "--set", "D=0.1", "--dump", "u.npy", "--png", "u.png"});
  ASSERT_EQ(run.status, 0) << run.err;
  const std::vector<float> u = cells("u.npy");
  ASSERT_EQ(u.size(), 33U * 21U);
  EXPECT_GT(u[10 * 33 + 16], 0.8F);
  EXPECT_LT(u[0], 0.1F);
  EXPECT_EQ(u[10 * 33 + 15], u[10 * 33 + 17]);
  EXPECT_TRUE(contains(heatwave({"run", "--formula", "heat.txt", "--set", "K=1"}).err,
                       "the formula equation has: D"));
  EXPECT_EQ(heatwave({"run", "--formula", "heat.txt", "--scene", "spots"}).status, 2);
  EXPECT_TRUE(contains(heatwave({"run", "--formula", "none.txt"}).err, "none.txt"));
}

TEST_F(FormulaRun, MistakesAreShownInTheirLines) {
  const Outcome checked = heatwave({"formula", "u' = Dw*lap(u)\nDv = 1", "--check"});
  EXPECT_EQ(checked.status, 1);
  EXPECT_EQ(
      checked.out,
      "line 1, column 6: unknown name 'Dw'; did you mean 'Dv'?\n  u' = Dw*lap(u)\n       ^^\n");
  EXPECT_TRUE(contains(checked.err, "the formula has 1"));
  const Outcome run = heatwave({"run", "--formula", "u' = q"});
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(contains(run.err, "line 1, column 6: unknown name 'q'"));
}

TEST_F(FormulaRun, ShowsWhatAFormulaBecomes) {
  const std::string text = "u' = lap(w)\nw = u^3 - u - g*lap(u)\ng = 0.5\nstepping: heun";
  EXPECT_TRUE(contains(heatwave({"formula", text}).out, "component w: computed in each step\n"));
  EXPECT_TRUE(contains(heatwave({"formula", text, "--ssa"}).out, "laplacian w\n"));
  EXPECT_TRUE(
      contains(heatwave({"formula", text, "--cost"}).out, ", 1 of them for the time stepping"));
  const std::string code = HEATWAVE_HAS_LEVELS == 0 || core::simd_level() == core::SimdLevel::basic
                               ? " instructions of bytecode for "
                               : " bytes of machine code, ";
  EXPECT_TRUE(contains(heatwave({"formula", "u' = lap(u)", "--cost"}).out, code));
  EXPECT_TRUE(contains(heatwave({"formula", "u' = lap(u)", "--cuda"}).out, "struct Formula {"));
  EXPECT_TRUE(contains(heatwave({"formula", "u' = sin(t)", "--cuda"}).out, "struct SubStep0 {"));
  EXPECT_TRUE(contains(heatwave({"formula", "u' = lap(u)", "--cost"}).out,
                       "on a GPU: several steps a pass"));
  EXPECT_TRUE(contains(heatwave({"formula", "u' = sin(t)", "--cost"}).out,
                       "on a GPU: one step a pass, because it depends on time or on an integral"));
}

}  // namespace
}  // namespace heatwave
