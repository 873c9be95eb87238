// Tests that floats below 2⁻¹²⁶ count as 0 while fields are stepped, and nowhere else.
#include "kernels/core/denormals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/core/fma.h"
#include "kernels/core/simd.h"
#include "tests/kernels/every_equation.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

constexpr float kLeast = std::numeric_limits<float>::min();

/// The processor computes the product, not the compiler.
float product(float a, float b) {
  volatile float x = a;
  volatile float y = b;
  return x * y;
}

float product_and_sum(float a, float b, float c) {
  volatile float x = a;
  volatile float y = b;
  volatile float z = c;
  return core::fma(x, y, z);
}

TEST(Denormals, AreZeroWhileAnObjectSaysSo) {
  EXPECT_EQ(product(kLeast, 0.5F), 0x1p-127F);
  {
    const core::FlushDenormals here;
    EXPECT_EQ(product(kLeast, 0.5F), 0.0F);
    EXPECT_TRUE(std::signbit(product(-kLeast, 0.5F)));
    EXPECT_EQ(product(0x1p-127F, 4.0F), 0.0F);
    EXPECT_EQ(product(kLeast, 1.0F), kLeast);
    { const core::FlushDenormals again; }
    EXPECT_EQ(product(kLeast, 0.5F), 0.0F);
  }
  EXPECT_EQ(product(kLeast, 0.5F), 0x1p-127F);
}

#if defined(__x86_64__)
TEST(Denormals, AreThoseThatStayTooSmallWhenTheyAreRounded) {
  const core::FlushDenormals here;
  EXPECT_EQ(product_and_sum(-kLeast, 0x1p-26F, kLeast), kLeast);
  EXPECT_EQ(product_and_sum(-kLeast, 0x1p-24F, kLeast), 0.0F);
}
#endif

/// Returns a field at rest with a spot, and with values in one corner that soon come close to
/// 2⁻¹²⁶.
FieldState state_with_spot(const std::string& equation, core::Extent e) {
  FieldState state = zero_state(equation, e);
  for (std::vector<float>& plane : state.planes) {
    plane[core::whole(e).index(e.width / 2, e.height / 2)] = 1.0F;
    const FieldState random = random_state(equation, e, 8);
    for (std::size_t i = 0; i < plane.size() / 4; ++i) {
      plane[i] = 8.0F * kLeast * random.planes[0][i];
    }
  }
  return state;
}

FieldState spread(const std::string& equation, core::SimdLevel simd, int threads) {
  constexpr core::Extent kExtent{220, 40};
  const auto solver = make_solver({.equation = equation,
                                   .extent = kExtent,
                                   .backend = Backend::cpu,
                                   .threads = threads,
                                   .simd = simd});
  const Edges edges = same_edges(EdgeKind::reflecting);
  const EquationInfo& info = find_equation(equation);
  solver->apply(SetRules{initial_parameters(info), edges, {}});
  solver->load(state_with_spot(equation, kExtent));
  solver->apply(bare_cells(kExtent, edges, info.components.size()));
  solver->advance(90);
  return solver->save();
}

class DenormalsOf : public ::testing::TestWithParam<std::string> {};

TEST_P(DenormalsOf, AreInNoFieldAheadOfItsFront) {
  const FieldState state = spread(GetParam(), core::SimdLevel::basic, 1);
  for (const std::vector<float>& plane : state.planes) {
    for (const float cell : plane) ASSERT_NE(std::fpclassify(cell), FP_SUBNORMAL);
  }
  for (const core::SimdLevel level : {core::SimdLevel::avx2, core::SimdLevel::avx512}) {
    for (const int threads : {1, 3}) EXPECT_EQ(state, spread(GetParam(), level, threads));
  }
  EXPECT_EQ(product(kLeast, 0.5F), 0x1p-127F) << "the caller calculates as before";
}

INSTANTIATE_TEST_SUITE_P(Equations, DenormalsOf, ::testing::ValuesIn(ids_of_equations()),
                         name_of_id);

}  // namespace
}  // namespace heatwave::field::testing
