// Tests that each lane of a vector is bit-identical to a single float.
#include "kernels/core/lanes.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/core/denormals.h"
#include "kernels/core/random.h"

namespace heatwave::core {
namespace {

/// The vectors that every processor of an architecture has.
using Four = Lanes<4>;

/// Returns a float whose exponent is close to that of 1, or any float.
float random_float(std::uint64_t number) {
  const auto bits = static_cast<std::uint32_t>(splitmix64(1, number) >> 32U);
  const bool is_close = number % 4 != 0;
  return std::bit_cast<float>(is_close ? (bits & 0x81FFFFFFU) | 0x3E000000U : bits);
}

void expect_equal_bits(float a, float b) {
  if (std::isnan(a) && std::isnan(b)) return;
  EXPECT_EQ(std::bit_cast<std::uint32_t>(a), std::bit_cast<std::uint32_t>(b)) << a << " and " << b;
}

TEST(Lanes, MultiplyAndAddWithOneRounding) {
  const FlushDenormals here;
  for (std::uint64_t i = 0; i < 200'000; i += 12) {
    float x[4];
    float y[4];
    float z[4];
    float out[4];
    for (std::uint64_t lane = 0; lane < 4; ++lane) {
      x[lane] = random_float(i + lane);
      y[lane] = random_float(i + 4 + lane);
      // In every other vector the sum almost cancels.
      z[lane] = i % 24 == 0 ? random_float(i + 8 + lane) : -x[lane] * y[lane] * (1.0F + 0x1p-23F);
    }
    core::fma(Four::load(x), Four::load(y), Four::load(z)).store(out);
    for (int lane = 0; lane < 4; ++lane) {
      expect_equal_bits(out[lane], core::fma(x[lane], y[lane], z[lane]));
    }
  }
}

TEST(Lanes, MultiplyAndAddWithOneRoundingNextToTies) {
  // The product 1 + 2⁻¹¹ + 2⁻²⁴ lies between two floats; the addend decides which is nearer.
  const float near[4] = {1.0F + 0x1p-12F, 1.0F + 0x1p-12F, -1.0F - 0x1p-12F, -1.0F - 0x1p-12F};
  for (const float least : {0.0F, 0x1p-60F, 0x1p-40F}) {
    const float addend[4] = {least, -least, least, -least};
    float out[4];
    core::fma(Four::load(near), Four(1.0F + 0x1p-12F), Four::load(addend)).store(out);
    for (int lane = 0; lane < 4; ++lane) {
      expect_equal_bits(out[lane], core::fma(near[lane], 1.0F + 0x1p-12F, addend[lane]));
    }
  }
}

TEST(Lanes, ChooseByFlagsAndComparisons) {
  const std::uint8_t bytes[4] = {0, 1, 255, 128};
  const auto flags = LaneFlags<4>::load(bytes);
  float out[4];
  choose((flags & 128U) != 0U, Four(1.0F), Four(-0.0F)).store(out);
  const float expected[4] = {-0.0F, -0.0F, 1.0F, 1.0F};
  for (int lane = 0; lane < 4; ++lane) expect_equal_bits(out[lane], expected[lane]);
  const float values[4] = {1.0F, NAN, 3.0F, -2.0F};
  choose(Four::load(values) < Four(2.0F), Four::load(values), Four(2.0F)).store(out);
  const float least[4] = {1.0F, 2.0F, 2.0F, -2.0F};
  for (int lane = 0; lane < 4; ++lane) expect_equal_bits(out[lane], least[lane]);
}

}  // namespace
}  // namespace heatwave::core
