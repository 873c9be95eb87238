// Tests which rows of a slab a pass writes, and which of them devices exchange.
#include "kernels/field/cuda/pass_rows.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/kernels/no_sums.h"

namespace heatwave::field {
namespace {

constexpr int kReach = 19;

Slab slab_of(Band own, int held_above, int held_below) {
  return {.whole = {100, 1000},
          .own = own,
          .held_above = held_above,
          .held_below = held_below,
          .row_of_whole = {},
          .sums = std::make_shared<testing::NoSums>()};
}

/// Returns for each row whether it lies in one of the bands; 2: in several.
std::vector<int> rows_in(const std::vector<Band>& bands, int height) {
  std::vector<int> rows(static_cast<std::size_t>(height));
  for (const Band& band : bands) {
    for (int y = band.begin; y < band.end; ++y) ++rows[static_cast<std::size_t>(y)];
  }
  return rows;
}

TEST(PassRows, CopiedRowsThatLackNeighboursAreNotWritten) {
  const PassRows rows = rows_of_slab(slab_of({56, 356}, 56, 56), 412, kReach);
  EXPECT_EQ(rows.copied, 56 - kReach);
  ASSERT_EQ(rows.written.size(), 1U);
  EXPECT_EQ(rows.written[0].begin, kReach);
  EXPECT_EQ(rows.written[0].end, 412 - kReach);
  EXPECT_FALSE(rows.are_exchanged({0, 412}));
}

/// The first part of a grid with joined edges holds the rows before its own behind all others.
TEST(PassRows, RowsOfASlabFormARing) {
  const PassRows rows = rows_of_slab(slab_of({0, 300}, 56, 56), 412, kReach);
  const std::vector<int> written = rows_in(rows.written, 412);
  for (int y = 0; y < 412; ++y) {
    const bool is_below = y < 300 + 56 - kReach;
    const bool is_above = y >= 412 - 56 + kReach;
    EXPECT_EQ(written[static_cast<std::size_t>(y)], is_below || is_above ? 1 : 0) << y;
  }
}

TEST(PassRows, AnEdgeOfTheGridHasNoCopiedRows) {
  const PassRows rows = rows_of_slab(slab_of({0, 300}, 0, 56), 356, kReach);
  ASSERT_EQ(rows.written.size(), 1U);
  EXPECT_EQ(rows.written[0].begin, 0);
  EXPECT_EQ(rows.written[0].end, 356 - kReach);
  const PassRows last = rows_before_exchange(slab_of({0, 300}, 0, 56), kReach).value();
  EXPECT_FALSE(last.are_exchanged({0, 244}));
  EXPECT_TRUE(last.are_exchanged({243, 245}));
}

TEST(PassRows, SlabsWithFewRowsWriteAll) {
  const PassRows rows = rows_of_slab(slab_of({8, 300}, 8, 8), 308, kReach);
  EXPECT_EQ(rows.copied, 308);
  EXPECT_TRUE(rows.are_written({0, 1}));
  EXPECT_TRUE(rows.are_written({307, 308}));
  EXPECT_FALSE(rows_before_exchange(slab_of({8, 300}, 8, 8), kReach).has_value());
  // All own rows are exchanged here.
  EXPECT_FALSE(rows_before_exchange(slab_of({56, 160}, 56, 56), kReach).has_value());
}

TEST(PassRows, TheLastPassBeforeAnExchangeWritesOwnRowsAlone) {
  const Slab slab = slab_of({56, 356}, 56, 56);
  const PassRows rows = rows_before_exchange(slab, kReach).value();
  ASSERT_EQ(rows.written.size(), 1U);
  EXPECT_EQ(rows.written[0].begin, slab.own.begin);
  EXPECT_EQ(rows.written[0].end, slab.own.end);
  EXPECT_FALSE(rows.are_written({0, 56}));
  EXPECT_TRUE(rows.are_exchanged({100, 113}));
  EXPECT_FALSE(rows.are_exchanged({112, 300}));
  EXPECT_TRUE(rows.are_exchanged({299, 301}));
}

}  // namespace
}  // namespace heatwave::field
