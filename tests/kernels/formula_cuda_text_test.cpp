// Formulas as CUDA text: the text of one is kept, compiled here and compared with the built-in
// update.
#include "kernels/field/formula/cuda/cuda_text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "kernels/core/random.h"
#include "kernels/field/equations/gray_scott.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::field {
namespace printed {
#include "tests/kernels/printed_formula.inc"
}  // namespace printed

namespace {

TEST(FormulaCudaText, IsPrintedAsKept) {
  const formula::Formula typed(GrayScott::info().text);
  std::ifstream file(std::filesystem::path(HEATWAVE_SOURCE_FOLDER) /
                     "tests/kernels/printed_formula.inc");
  const std::string kept{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(formula::cuda_text_of(typed.program()), kept);
}

TEST(FormulaCudaText, UpdatesCellsAsTheBuiltInEquation) {
  const formula::Formula typed(GrayScott::info().text);
  const std::vector<double> parameters = initial_parameters(typed.info());
  const std::vector<float> constants =
      formula::constants_of(typed.program(), typed.model(), parameters, {8, 8});
  printed::Formula::Constants printed_constants{};
  ASSERT_EQ(std::size(printed_constants.k), constants.size());
  std::copy(constants.begin(), constants.end(), printed_constants.k);
  const GrayScott::Constants own = GrayScott::constants(parameters);
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    Neighbourhood<2> n;
    std::uint64_t index = 16 * i;
    const auto next = [&] {
      return static_cast<float>(core::splitmix64(1, index++) >> 40U) * 0x1p-24F;
    };
    for (int c = 0; c < 2; ++c) n[c] = {next(), next(), next(), next(), next()};
    const float factor = 0.5F + next();
    const auto a =
        printed::Formula::update(n, {}, printed::Formula::in_medium(printed_constants, factor));
    const auto b = GrayScott::update(n, {}, GrayScott::in_medium(own, factor));
    ASSERT_EQ(a[0], b[0]);
    ASSERT_EQ(a[1], b[1]);
  }
}

TEST(FormulaCudaText, SaysWhyPassesCannotStepAFormula) {
  const auto reason = [](const std::string& text) {
    return formula::why_not_in_passes(formula::Formula(text).program());
  };
  EXPECT_EQ(reason("u' = lap(u)"), "");
  EXPECT_EQ(reason("u' = sin(t)"), "it depends on time or on an integral");
  EXPECT_EQ(reason("u' = x"), "it depends on the place or on chance");
  EXPECT_EQ(reason("u' = u\nstepping: rk4"), "its steps have sub-steps");
  EXPECT_EQ(reason("u' = lap(u)\nleft: u = 1"), "it has conditions on sides");
}

}  // namespace
}  // namespace heatwave::field
