// Tests that the fused multiply-add gives equal bits with and without an instruction for it.
#include "kernels/core/fma.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <limits>
#include <string>

#include "kernels/core/random.h"

namespace heatwave::core {
namespace {

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

/// Returns how many random inputs are compared; HEATWAVE_FMA_INPUTS asks for more.
std::uint64_t random_inputs() {
  const char* asked = std::getenv("HEATWAVE_FMA_INPUTS");
  return asked != nullptr ? std::stoull(asked) : 200'000;
}

TEST(Fma, RoundsOnce) {
  // The product 1 + 2⁻¹¹ + 2⁻²⁴ lies between two floats; the addend decides which is nearer.
  const float x = 1.0F + 0x1p-12F;
  for (const auto fused : {core::fma, fma_in_doubles}) {
    EXPECT_EQ(fused(x, x, 0.0F), 1.0F + 0x1p-11F);
    EXPECT_EQ(fused(x, x, 0x1p-60F), 1.0F + 0x1p-11F + 0x1p-23F);
    EXPECT_EQ(fused(x, x, -0x1p-60F), 1.0F + 0x1p-11F);
    EXPECT_EQ(fused(-x, x, -0x1p-60F), -(1.0F + 0x1p-11F + 0x1p-23F));
  }
}

TEST(Fma, HasTheSameBitsInDoubles) {
  const auto any = [](std::uint64_t index) {
    const std::uint64_t random = splitmix64(7, index);
    // Every second triple is of about one size, so that its sums round in many ways.
    const auto bits = static_cast<std::uint32_t>(random);
    return std::bit_cast<float>(index % 6 < 3 ? bits : (bits & 0x83FFFFFFU) | 0x3C000000U);
  };
  const std::uint64_t end = 3 * random_inputs();
  for (std::uint64_t i = 0; i < end; i += 3) {
    const float x = any(i);
    const float y = any(i + 1);
    const float z = any(i + 2);
    const float expected = core::fma(x, y, z);
    const float given = fma_in_doubles(x, y, z);
    if (std::isnan(expected) && std::isnan(given)) continue;
    ASSERT_EQ(bits_of(given), bits_of(expected)) << x << " · " << y << " + " << z;
  }
}

TEST(Fma, HasTheSameBitsAtTheEdges) {
  using Limits = std::numeric_limits<float>;
  const float edges[] = {0.0F,
                         -0.0F,
                         1.0F,
                         -1.0F,
                         Limits::min(),
                         -Limits::min(),
                         Limits::denorm_min(),
                         Limits::max(),
                         -Limits::max(),
                         Limits::infinity(),
                         -Limits::infinity(),
                         0x1p-75F,
                         -0x1p-74F,
                         1.0F + Limits::epsilon()};
  for (const float x : edges) {
    for (const float y : edges) {
      for (const float z : edges) {
        const float expected = core::fma(x, y, z);
        const float given = fma_in_doubles(x, y, z);
        if (std::isnan(expected) && std::isnan(given)) continue;
        ASSERT_EQ(bits_of(given), bits_of(expected)) << x << " · " << y << " + " << z;
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::core
