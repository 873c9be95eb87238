// Tests the rules of sectors and banks, on accesses whose cost can be computed by hand.
#include "kernels/core/warp_access.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace heatwave::core {
namespace {

using Addresses = std::vector<std::int64_t>;

/// Returns the addresses that 32 lanes access with a stride, starting at byte `from`.
Addresses strided(std::int64_t stride, std::int64_t from = 0) {
  Addresses addresses;
  for (std::int64_t lane = 0; lane < 32; ++lane)
    addresses.push_back(from + kWordBytes * lane * stride);
  return addresses;
}

TEST(Sectors, ThirtyTwoWordsSideBySideTouchFourOrFive) {
  EXPECT_EQ(sectors_touched(strided(1)), 4);
  EXPECT_EQ(sectors_touched(strided(1, 96)), 4);
  EXPECT_EQ(sectors_touched(strided(1, 4)), 5);
}

TEST(Sectors, TheirOrderCountsForNothing) {
  for (const std::int64_t factor : {3, 5, 7, 11, 31}) {
    Addresses addresses;
    for (std::int64_t i = 0; i < 32; ++i) addresses.push_back(4 * (i * factor % 32));
    EXPECT_EQ(sectors_touched(addresses), 4) << factor;
  }
}

TEST(Sectors, FromAStrideOfEightWordsOnEachHasItsOwn) {
  EXPECT_EQ(sectors_touched(strided(7)), 28);
  EXPECT_EQ(sectors_touched(strided(8)), 32);
  EXPECT_EQ(sectors_touched(strided(1000)), 32);
}

TEST(Sectors, AWordAcrossABorderNeedsBoth) {
  EXPECT_EQ(sectors_touched(Addresses{30}), 2);
  EXPECT_EQ(sectors_touched(Addresses{28}), 1);
  EXPECT_EQ(sectors_touched(Addresses{30, 62}), 3);
  EXPECT_EQ(sectors_touched(Addresses{62, 30}), 3) << "in any order";
}

TEST(Sectors, NobodyTouchesNone) { EXPECT_EQ(sectors_touched({}), 0); }

TEST(Sectors, GoOnBelowAddressZero) {
  EXPECT_EQ(sectors_touched(Addresses{-32}), 1);
  EXPECT_EQ(sectors_touched(Addresses{-4, 0}), 2);
  EXPECT_EQ(sectors_touched(Addresses{-2}), 2);
}

TEST(Pieces, MayBeTheLinesOfACache) {
  EXPECT_EQ(pieces_touched(strided(1), 64), 2);
  EXPECT_EQ(pieces_touched(Addresses{62}, 64), 2);
}

TEST(Banks, AStrideConflictsAsOftenAsItsGreatestDivisorWith32) {
  for (std::int64_t stride = 1; stride <= 64; ++stride)
    EXPECT_EQ(conflict_ways(strided(stride)), std::gcd(stride, std::int64_t{32})) << stride;
}

TEST(Banks, LanesThatReadOneWordDoNotConflict) {
  EXPECT_EQ(conflict_ways(Addresses(32, 128)), 1);
  EXPECT_EQ(conflict_ways(Addresses{0, 0, 128, 128, 256}), 3) << "three words of bank 0";
  EXPECT_EQ(conflict_ways(Addresses{4, 256, 0, 128, 0}), 3) << "in any order";
}

TEST(Banks, GoOnBelowAddressZero) {
  EXPECT_EQ(conflict_ways(Addresses{-4}), 1);
  EXPECT_EQ(conflict_ways(Addresses{-4, 124}), 2) << "both of bank 31";
}

TEST(Banks, RowsAPowerOfTwoApartShareASetOfTheCache) {
  Addresses together;
  Addresses apart;
  for (std::int64_t row = 0; row < 64; ++row) {
    together.push_back(row * 4096);
    apart.push_back(row * (4096 + 64));
  }
  EXPECT_EQ(most_in_one_slot(together, 64, 64), 64);
  EXPECT_EQ(most_in_one_slot(apart, 64, 64), 1);
}

}  // namespace
}  // namespace heatwave::core
