// The functions of formulas: their errors, their limits, and equal bits in vectors of every width.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/core/random.h"
#include "tests/kernels/formula_function_errors.h"

namespace heatwave::field::formula {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(FormulaFunctions, AreAsExactAsTheySay) {
#ifdef _WIN32
  GTEST_SKIP() << "the C library that they are compared with is wrong at large angles";
#endif
  for (const MeasuredFunction& function : measured_functions()) {
    const WorstError worst = worst_error(function, 17, 100'003);
    EXPECT_LT(worst.error, function.bound) << function.name << " at " << worst.at;
  }
}

TEST(FormulaFunctions, PowersAreAsExactAsTheySay) {
  double worst = 0.0;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const std::uint64_t random = core::splitmix64(3, i);
    const float x =
        real_of<float>((static_cast<std::uint32_t>(random) & 0x3FFFFFFFU) + 0x20000000U);
    const float y =
        static_cast<float>(static_cast<std::int32_t>(random >> 32U)) * (i % 2 == 0 ? 1e-8F : 1e-9F);
    const core::FlushDenormals here;
    worst = std::max(worst, error_of(power(x, y), std::pow(static_cast<long double>(x),
                                                           static_cast<long double>(y))));
  }
  EXPECT_LT(worst, 3.0);
}

TEST(FormulaFunctions, HaveTheRightLimits) {
  EXPECT_EQ(exp(-kInfinity), 0.0F);
  EXPECT_EQ(exp(kInfinity), kInfinity);
  EXPECT_EQ(log(0.0F), -kInfinity);
  EXPECT_EQ(log(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(log(-1.0F)));
  EXPECT_TRUE(std::isnan(sin(kInfinity)));
  EXPECT_EQ(tanh(50.0F), 1.0F);
  EXPECT_EQ(tanh(-50.0F), -1.0F);
  EXPECT_EQ(sinh(-100.0F), -kInfinity);
  for (float (*function)(float) :
       {&exp<float>, &log<float>, &tanh<float>, &sinh<float>, &cosh<float>}) {
    EXPECT_TRUE(std::isnan(function(kNan)));
  }
  const float powers[][3] = {{-8.0F, 3.0F, -512.0F},       {-8.0F, 2.0F, 64.0F},
                             {-2.0F, -1.0F, -0.5F},        {0.0F, 0.0F, 1.0F},
                             {0.0F, -1.0F, kInfinity},     {0.0F, 2.0F, 0.0F},
                             {2.0F, kInfinity, kInfinity}, {2.0F, -kInfinity, 0.0F},
                             {1.0F, 1e30F, 1.0F},          {kInfinity, -1.0F, 0.0F}};
  for (const auto& [x, y, wanted] : powers) EXPECT_EQ(power(x, y), wanted) << x << '^' << y;
  EXPECT_TRUE(std::isnan(power(-2.0F, 0.5F)));
}

TEST(FormulaFunctions, ModuloStaysWithinItsPeriod) {
  EXPECT_EQ(modulo(-1.0F, 3.0F), 2.0F);
  EXPECT_EQ(modulo(7.5F, 2.0F), 1.5F);
  EXPECT_EQ(modulo(1.0F, -3.0F), -2.0F);
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const std::uint64_t random = core::splitmix64(5, i);
    const float a = static_cast<float>(static_cast<std::int32_t>(random)) * 1e-5F;
    const float b = static_cast<float>(static_cast<std::int32_t>(random >> 32U)) * 1e-8F;
    const float rest = modulo(a, b);
    ASSERT_TRUE(b > 0.0F ? rest >= 0.0F && rest < b : rest <= 0.0F && rest > b)
        << a << " mod " << b << " = " << rest;
  }
}

/// Returns every function of a few numbers, in one list.
template <typename Real>
std::vector<Real> all_of(Real x, Real y, typename BitsOf<Real>::Bits cell) {
  return {exp(x),
          log(absolute(x)),
          sin(x),
          cos(x),
          tan(x),
          sinh(x),
          cosh(x),
          tanh(x),
          power(absolute(x), y),
          power(x, y),
          modulo(x, y),
          noise<Real>({1, 2}, cell),
          normal_noise<Real>({3, 4}, cell)};
}

TEST(FormulaFunctions, VectorsGiveTheBitsOfFloats) {
  constexpr int kLanes = 4;  // wider vectors are tested where their instructions are used
  using Real = core::Lanes<kLanes>;
  const core::FlushDenormals here;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Real x(0.0F);
    Real y(0.0F);
    typename BitsOf<Real>::Bits cell{};
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint64_t random = core::splitmix64(7, i * kLanes + static_cast<unsigned>(lane));
      x.of[lane] = i % 3 == 0 ? static_cast<float>(static_cast<std::int32_t>(random)) * 1e-8F
                              : real_of<float>(static_cast<std::uint32_t>(random));
      y.of[lane] = static_cast<float>(static_cast<std::int32_t>(random >> 32U)) * 1e-8F;
      cell[lane] = static_cast<std::uint32_t>(random >> 16U);
    }
    const std::vector<Real> lanes = all_of(x, y, cell);
    for (int lane = 0; lane < kLanes; ++lane) {
      const float one = x.of[lane];
      const float other = y.of[lane];
      const std::uint32_t number = cell[lane];
      const std::vector<float> floats = all_of(one, other, number);
      for (std::size_t f = 0; f < floats.size(); ++f) {
        const float result = lanes[f].of[lane];
        if (std::isnan(result) && std::isnan(floats[f])) continue;
        ASSERT_EQ(bits_of(result), bits_of(floats[f]))
            << "function " << f << " of " << one << ", " << other;
      }
    }
  }
}

TEST(FormulaFunctions, NoiseIsSpreadAsItSays) {
  double mean = 0.0;
  double square = 0.0;
  double normal_mean = 0.0;
  double normal_square = 0.0;
  constexpr int kCount = 100'000;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const double even = noise<float>({1, 2}, i);
    ASSERT_TRUE(even >= -1.0 && even < 1.0);
    const double normal = normal_noise<float>({1, 2}, i);
    mean += even / kCount;
    square += even * even / kCount;
    normal_mean += normal / kCount;
    normal_square += normal * normal / kCount;
  }
  EXPECT_NEAR(mean, 0.0, 0.01);
  EXPECT_NEAR(square, 1.0 / 3.0, 0.01);
  EXPECT_NEAR(normal_mean, 0.0, 0.02);
  EXPECT_NEAR(normal_square, 1.0, 0.02);
}

}  // namespace
}  // namespace heatwave::field::formula
