// Tests that random numbers follow the published algorithm on every machine.
#include "kernels/core/random.h"

#include <gtest/gtest.h>

#include <array>

namespace heatwave::core {
namespace {

TEST(Random, IsThePublishedStream) {
  // These are the numbers that splitmix64.c, as published by its author, prints for these seeds.
  constexpr std::array<std::uint64_t, 5> kOfZero{0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4,
                                                 0x06C45D188009454F, 0xF88BB8A8724C81EC,
                                                 0x1B39896A51A8749B};
  constexpr std::array<std::uint64_t, 5> kOf1234567{6457827717110365317U, 3203168211198807973U,
                                                    9817491932198370423U, 4593380528125082431U,
                                                    16408922859458223821U};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(splitmix64(0, i), kOfZero[i]) << i;
    EXPECT_EQ(splitmix64(1234567, i), kOf1234567[i]) << i;
  }
}

TEST(Random, GoesRoundWhereTheSeedIsLarge) {
  EXPECT_EQ(splitmix64(~std::uint64_t{0}, 0), 0xE4D971771B652C20U);
  EXPECT_EQ(splitmix64(~std::uint64_t{0}, 4), 0xB4A0472E578069AEU);
}

}  // namespace
}  // namespace heatwave::core
