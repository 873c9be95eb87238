// Tests that strips write every cell of a grid, that no block mixes kinds of strips, and that all
// blocks run at once and end together.
#include "kernels/field/cuda/strip_cuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "tests/kernels/cut_parts.h"
#include "tests/kernels/no_sums.h"

namespace heatwave::field {
namespace {

using testing::bare_parts;
using testing::kPart;
using testing::parts_of;
using testing::Writes;

constexpr StripShape kNarrow{.width = 104,
                             .margin = 12,
                             .ahead = 2,
                             .beyond = 20,
                             .warps = 8,
                             .any_cost = 1.9,
                             .wide_width = 0,
                             .wide_cost = 1.0,
                             .wide_beyond = 0,
                             .media_height = 64};
constexpr StripShape kWithWide = [] {
  StripShape shape = kNarrow;
  shape.wide_width = 168;
  shape.wide_cost = 1.38;
  shape.wide_beyond = 29;
  return shape;
}();
constexpr int kMultiprocessors = 132;
constexpr StripRoom kRoom{.multiprocessors = kMultiprocessors};

/// Returns the width that a strip writes.
int width_of(const FusedTile& strip) {
  return strip.kind == StripKind::wide ? kWithWide.wide_width : kNarrow.width;
}

/// Returns the time of a strip in rows that a plain one writes.
double time_of(const FusedTile& strip) {
  if (strip.kind == StripKind::fixed) return kFixedCost * strip.height;
  if (strip.kind == StripKind::wide) {
    return kWithWide.wide_cost * (strip.height + kWithWide.wide_beyond);
  }
  const double cost = strip.kind == StripKind::plain ? 1.0 : kNarrow.any_cost;
  return cost * (strip.height + kNarrow.beyond);
}

/// Returns the strips that each warp steps, without those that only fill up a block.
std::vector<std::vector<FusedTile>> strips_of_warps(const CutList<FusedTile>& list) {
  std::vector<std::vector<FusedTile>> warps(list.tiles.size() - list.followers);
  for (std::size_t warp = 0; warp < warps.size(); ++warp) {
    if (list.tiles[warp].height == 0) continue;
    std::size_t at = warp;
    while (true) {
      warps[warp].push_back(list.tiles.at(at));
      if (list.tiles[at].next == 0) break;
      at += static_cast<std::size_t>(list.tiles[at].next);
    }
  }
  return warps;
}

/// The times that blocks take.
struct BlockTimes {
  double all_warps = 0.0;
  double longest = 0.0;
  double longest_exchanged = 0.0;
  int blocks = 0;

  explicit BlockTimes(const CutList<FusedTile>& list) {
    const auto warps = strips_of_warps(list);
    blocks = static_cast<int>(warps.size()) / kNarrow.warps;
    for (std::size_t warp = 0; warp < warps.size(); ++warp) {
      double time = 0.0;
      for (const FusedTile& strip : warps[warp]) time += time_of(strip);
      all_warps += time;
      longest = std::max(longest, time);
      if (warp < list.exchanged) longest_exchanged = std::max(longest_exchanged, time);
    }
  }

  /// Returns how much of the time until this end the warps of all multiprocessors work.
  [[nodiscard]] double used(double end) const {
    return all_warps / (end * kMultiprocessors * kNarrow.warps);
  }
};

/// Returns the blocks of all strips.
int blocks_of(const Cut& cut) {
  int blocks = BlockTimes(cut.plain).blocks;
  for (const MediumStrips& strips : cut.in_one_medium) blocks += BlockTimes(strips.list).blocks;
  return blocks;
}

double mean_writes(const Parts& parts, const StripShape& shape) {
  const Cut cut = cut_strips(parts, shape, kRoom);
  return Writes(parts, cut, shape.width, shape.wide_width).mean();
}

TEST(StripCuts, WriteEveryCell) {
  for (const core::Extent e : {core::Extent{1, 1}, {52, 32}, {641, 479}, {4096, 4000}}) {
    EXPECT_EQ(mean_writes(parts_of(e), kNarrow), 1.0);
    EXPECT_EQ(mean_writes(bare_parts(e), kNarrow), 1.0);
    EXPECT_GE(mean_writes(parts_of(e), kWithWide), 1.0);
    EXPECT_LE(mean_writes(parts_of(e), kWithWide), 1.1);
  }
  for (const core::Extent e : {core::Extent{4096, 4096}, {8192, 8192}, {16384, 2048}}) {
    EXPECT_GE(mean_writes(bare_parts(e), kWithWide), 1.0) << e.width;
    EXPECT_LE(mean_writes(bare_parts(e), kWithWide), 1.05) << e.width;
  }
}

TEST(StripCuts, WriteEveryCellOnSmallDevices) {
  for (const int multiprocessors : {1, 2, 3, 6, 14}) {
    for (const Parts& parts : {parts_of({2048, 2000}), bare_parts({4096, 4096})}) {
      const Cut cut = cut_strips(parts, kWithWide, {.multiprocessors = multiprocessors});
      EXPECT_GE(Writes(parts, cut, kWithWide.width, kWithWide.wide_width).mean(), 1.0);
    }
  }
}

/// Wide strips are as many as save time, and none lies where others are needed.
TEST(StripCuts, AreWideInLargePlainAreas) {
  const auto wide = [](const Parts& parts) {
    std::int64_t cells = 0;
    for (const FusedTile& strip : cut_strips(parts, kWithWide, kRoom).plain.tiles) {
      if (strip.kind != StripKind::wide) continue;
      EXPECT_EQ(testing::kinds_under(parts, strip, width_of(strip)), unsigned{kSomeFree});
      EXPECT_GE(strip.x, kWithWide.margin);
      EXPECT_LE(strip.x + width_of(strip) + kWithWide.margin, parts.extent.width);
      EXPECT_GT(strip.y, kPart.steps);
      cells += std::int64_t{width_of(strip)} * strip.height;
    }
    return static_cast<double>(cells) / static_cast<double>(parts.extent.cells());
  };
  EXPECT_GT(wide(bare_parts({8192, 8192})), 0.9);
  EXPECT_EQ(wide(bare_parts({1920, 1080})), 0.0);

  Parts parts = bare_parts({8192, 8192});
  parts.kinds[parts.index(80, 100)] |= kSomeFixed;
  parts.kinds[parts.index(20, 30)] |= kSomeMixed;
  parts.kinds[parts.index(120, 200)] |= kSomeMedia;
  EXPECT_GT(wide(parts), 0.9);
}

/// Strips begin beside the mixed parts, wherever that is.
TEST(StripCuts, OnlyTheOutermostPartsAreMixedAtAbsorbingEdges) {
  for (const core::Extent e :
       {core::Extent{1920, 1080}, {1920, 1100}, {1972, 1080}, {4096, 4096}, {641, 479}}) {
    const Parts parts = testing::parts_with_mixed_edges(e);
    const auto at_edges = std::ranges::count_if(
        parts.kinds, [](std::uint8_t kinds) { return (kinds & kSomeMixed) != 0; });
    for (const StripShape& shape : {kNarrow, kWithWide}) {
      const Cut cut = cut_strips(parts, shape, kRoom);
      EXPECT_EQ(std::ssize(cut.mixed.tiles), at_edges) << e.width;
      EXPECT_GE(Writes(parts, cut, shape.width, shape.wide_width).mean(), 1.0) << e.width;
    }
  }
}

TEST(StripCuts, PartsWithMediaAreInTilesOfTheirOwn) {
  const Parts parts = parts_of({4096, 4000});
  const Cut cut = cut_strips(parts, kWithWide, kRoom);
  EXPECT_GT(cut.media.tiles.size(), 100U);
  for (const FusedTile& tile : cut.media.tiles) {
    const unsigned kinds = testing::kinds_under(parts, tile, kNarrow.width);
    EXPECT_EQ(kinds & (kSomeMedia | kSomeMixed), unsigned{kSomeMedia});
    EXPECT_EQ(tile.fixed_cells != 0, (kinds & kSomeFixed) != 0);
    EXPECT_LE(tile.height, kNarrow.media_height);
  }
  for (const FusedTile& strip : cut.plain.tiles) {
    EXPECT_EQ(testing::kinds_under(parts, strip, width_of(strip)) & kSomeMedia, 0U);
  }
  // Two parts of a strip, one below the other, make one tile.
  const auto tall = [](const FusedTile& tile) { return tile.height == 64; };
  EXPECT_GT(2 * std::ranges::count_if(cut.media.tiles, tall), std::ssize(cut.media.tiles));
}

/// Strips of several media run at once, so they share the multiprocessors; where they cannot, each
/// medium has them all.
TEST(StripCuts, CoverMostOfEachMediumByStripsOfItsOwn) {
  const Parts parts = testing::parts_in_media({4096, 4000});
  for (const bool at_once : {true, false}) {
    const Cut cut =
        cut_strips(parts, kWithWide, {.multiprocessors = kMultiprocessors, .at_once = at_once});
    EXPECT_GE(Writes(parts, cut, kWithWide.width, kWithWide.wide_width).mean(), 1.0);
    const auto cells = testing::cells_in_media(parts, cut, width_of);
    ASSERT_EQ(cells.size(), 3U);
    const auto all = static_cast<double>(parts.extent.cells());
    EXPECT_GT(static_cast<double>(cells.at(1.0F)) / all, 0.3);
    EXPECT_GT(static_cast<double>(cells.at(testing::kGlass)) / all, 0.3);
    EXPECT_GT(static_cast<double>(cells.at(testing::kWater)) / all, 0.2);
    for (const MediumStrips& strips : cut.in_one_medium) {
      const BlockTimes times(strips.list);
      if (!at_once) {
        EXPECT_GT(times.used(times.longest), 0.85) << strips.factor;
      }
      EXPECT_LE(times.blocks, kMultiprocessors);
    }
    EXPECT_EQ(blocks_of(cut) <= kMultiprocessors, at_once);
  }
}

TEST(StripCuts, LeaveMultiprocessorsToAFewOtherTiles) {
  const StripRoom watched{.multiprocessors = kMultiprocessors, .watched = 8};
  const StripRoom apart{.multiprocessors = kMultiprocessors, .at_once = false, .watched = 8};
  const Parts small = bare_parts({2048, 2048});
  EXPECT_EQ(blocks_of(cut_strips(small, kWithWide, kRoom)), kMultiprocessors);
  EXPECT_EQ(blocks_of(cut_strips(small, kWithWide, watched)), kMultiprocessors - 2);
  EXPECT_EQ(blocks_of(cut_strips(small, kWithWide, apart)), kMultiprocessors);

  Parts parts = bare_parts({4096, 4096});
  EXPECT_EQ(blocks_of(cut_strips(parts, kWithWide, watched)), kMultiprocessors);
  for (int row = 10; row < 70; ++row) parts.kinds[parts.index(40, row)] |= kSomeMedia;
  const Cut few = cut_strips(parts, kWithWide, kRoom);
  EXPECT_EQ(few.media.tiles.size(), 60U);
  EXPECT_LE(blocks_of(few), kMultiprocessors - 4);
  EXPECT_GE(blocks_of(few), kMultiprocessors - 12);
  // Many tiles fill the device after the strips.
  for (int row = 10; row < 120; ++row) {
    for (int column = 30; column < 50; ++column)
      parts.kinds[parts.index(column, row)] |= kSomeMedia;
  }
  EXPECT_EQ(blocks_of(cut_strips(parts, kWithWide, kRoom)), kMultiprocessors);
}

TEST(StripCuts, KnowWhatTheyMeetAndShareBlocksWithTheirLike) {
  for (const Parts& parts : {parts_of({4096, 4000}), bare_parts({8192, 8192})}) {
    const Cut cut = cut_strips(parts, kWithWide, kRoom);
    const auto warps = strips_of_warps(cut.plain);
    ASSERT_EQ(warps.size() % static_cast<std::size_t>(kNarrow.warps), 0U);
    for (std::size_t i = 0; i < warps.size(); ++i) {
      for (const FusedTile& strip : warps[i]) {
        const unsigned kinds = testing::kinds_under(parts, strip, width_of(strip));
        EXPECT_EQ(kinds & kSomeMixed, 0U);
        EXPECT_TRUE(strip.fixed_cells != 0 || (kinds & kSomeFixed) == 0);
        EXPECT_EQ(strip.kind == StripKind::fixed, (kinds & kSomeFree) == 0);
        if (strip.kind == StripKind::plain) {
          EXPECT_EQ(kinds, unsigned{kSomeFree});
          EXPECT_TRUE(strip_is_inside(parts.extent, kNarrow, kPart.steps, strip));
        }
        EXPECT_EQ(strip.kind, warps[i / 16 * 16].front().kind) << i;
      }
    }
  }
}

/// All blocks run at once and end together, so the device waits only briefly.
TEST(StripCuts, FillTheDevice) {
  for (const int side : {2500, 3000, 4096, 8192, 16384}) {
    for (const StripShape& shape : {kNarrow, kWithWide}) {
      const Parts parts = bare_parts({side, side});
      const BlockTimes times(cut_strips(parts, shape, kRoom).plain);
      EXPECT_LE(times.blocks, kMultiprocessors);
      EXPECT_GT(times.used(times.longest), side < 4096 ? 0.92 : 0.95) << side;
    }
  }
}

/// A part of a grid that was cut into rows for two devices, whose cut lies below or above.
struct CutPart {
  Slab slab;
  Parts parts;
};

/// Makes a slab and its parts for the last pass before an exchange.
CutPart part_at_cut(int width, int own, int held_above, int held_below) {
  CutPart part{.slab = {.whole = {width, 2 * own},
                        .own = {held_above, held_above + own},
                        .held_above = held_above,
                        .held_below = held_below,
                        .row_of_whole = {},
                        .sums = std::make_shared<testing::NoSums>()},
               .parts = bare_parts({width, own + held_above + held_below})};
  part.parts.rows = rows_before_exchange(part.slab, kPart.steps + 1 + kNarrow.ahead).value();
  return part;
}

TEST(StripCuts, ExchangedRowsAreWrittenByTheFirstTiles) {
  for (const int held : {32, 56, 104}) {
    for (const auto& [above, below] : {std::pair{0, held}, {held, 0}, {held, held}}) {
      const CutPart part = part_at_cut(4096, 2048, above, below);
      const Slab& slab = part.slab;
      const Cut strips = cut_strips(part.parts, kWithWide, kRoom);
      const Cut tiles = cut_tiles(part.parts, {104, 64, 12});
      for (const Cut* cut : {&strips, &tiles}) {
        const CutList<FusedTile>& list = cut->plain;
        ASSERT_GT(list.exchanged, 0U);
        ASSERT_LT(list.exchanged, list.tiles.size() - list.followers);
        const auto warps = strips_of_warps(list);
        for (std::size_t i = list.exchanged; i < warps.size(); ++i) {
          for (const FusedTile& tile : warps[i]) {
            EXPECT_GE(tile.y, slab.own.begin + above);
            EXPECT_LE(tile.y + tile.height, slab.own.end - below);
          }
        }
      }
      // Narrow strips write each of the slab's own rows once, and no other.
      const Writes once(part.parts, cut_strips(part.parts, kNarrow, kRoom), 104);
      const Writes writes(part.parts, strips, 104, 168);
      for (int row = 0; row < part.parts.extent.height; ++row) {
        const bool is_own = row >= slab.own.begin && row < slab.own.end;
        EXPECT_EQ(once.range_of_row(row), (std::pair{is_own ? 1 : 0, is_own ? 1 : 0})) << row;
        EXPECT_EQ(writes.range_of_row(row).first, is_own ? 1 : 0) << row;
        EXPECT_LE(writes.range_of_row(row).second, is_own ? 2 : 0) << row;
      }
    }
  }
}

/// A block more than the device has multiprocessors would take as long again as all others.
TEST(StripCuts, ExchangedStripsEndEarlyAndFillTheDeviceWithTheOthers) {
  for (const int width : {4096, 8192, 16384}) {
    for (const int held : {32, 56, 80, 104}) {
      for (const StripShape& shape : {kNarrow, kWithWide}) {
        const CutPart part = part_at_cut(width, width / 2, 0, held);
        const Cut cut = cut_strips(part.parts, shape, kRoom);
        EXPECT_EQ(cut.plain.exchanged % static_cast<std::size_t>(shape.warps), 0U);
        const BlockTimes times(cut.plain);
        EXPECT_GT(times.used(times.longest), 0.85) << width << ", " << held;
        EXPECT_LE(times.longest_exchanged, times.longest - 30.0) << width << ", " << held;
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::field
