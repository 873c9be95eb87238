// Tests that every cell of a grid is written by a tile that can step it, and that no block mixes
// kinds of strips.
#include "kernels/field/cuda/tile_cuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "tests/kernels/no_sums.h"

namespace heatwave::field {
namespace {

constexpr TileShape kPart{52, 32, 12};
constexpr StripShape kStrip{.width = 104,
                            .margin = 12,
                            .ahead = 6,
                            .beyond = 20,
                            .warps = 8,
                            .any_cost = 1.9,
                            .media_height = 64};
constexpr int kMultiprocessors = 132;

/// Returns a grid with some columns of held cells, an area of media, and a few mixed parts.
Parts parts_of(core::Extent extent) {
  Parts parts{.extent = extent, .shape = kPart, .kinds = {}, .rows = all_rows(extent.height)};
  for (int i = 0; i < tiles_over(extent, kPart); ++i) {
    const int column = i % parts.across();
    const int row = i / parts.across();
    const unsigned own = column / 2 % 5 == 4 && row % 9 > 3 ? 0U : unsigned{kSomeFree};
    const unsigned reach = i % 97 == 50                  ? unsigned{kSomeMixed}
                           : column % 7 == 3 || own == 0 ? unsigned{kSomeFixed}
                                                         : 0U;
    const unsigned media = column % 11 > 6 && row % 17 > 2 ? unsigned{kSomeMedia} : 0U;
    parts.kinds.push_back(static_cast<std::uint8_t>(own | reach | media));
  }
  return parts;
}

Parts bare_parts(core::Extent extent) {
  const auto count = static_cast<std::size_t>(tiles_over(extent, kPart));
  return {.extent = extent,
          .shape = kPart,
          .kinds = std::vector<std::uint8_t>(count, kSomeFree),
          .rows = all_rows(extent.height)};
}

bool is_plain(const Parts& parts, const FusedTile& strip) {
  return strip.fixed_cells == 0 && strip_is_inside(parts.extent, kStrip, kPart.steps, strip);
}

/// Returns how often each part's rows are written: one count for each row.
std::vector<int> written(const Parts& parts, const Cut& cut, int width) {
  const int across = parts.across();
  std::vector<int> times(static_cast<std::size_t>(across * parts.extent.height));
  const auto write = [&](int column, int columns, int y, int rows) {
    for (int r = y; r < std::min(y + rows, parts.extent.height); ++r) {
      for (int c = column; c < std::min(column + columns, across); ++c) {
        ++times[static_cast<std::size_t>(r * across + c)];
      }
    }
  };
  for (const FusedTile& tile : cut.plain.tiles) {
    EXPECT_EQ(tile.x % parts.shape.width, 0);
    write(tile.x / parts.shape.width, width / parts.shape.width, tile.y, tile.height);
  }
  for (const FusedTile& tile : cut.media.tiles) {
    write(tile.x / parts.shape.width, width / parts.shape.width, tile.y, tile.height);
  }
  for (const std::size_t part : cut.mixed.tiles) {
    const int at = static_cast<int>(part);
    write(at % across, 1, at / across * parts.shape.height, parts.shape.height);
  }
  return times;
}

/// Returns how often the rows of parts are written; -1: some are not.
double mean_writes(const std::vector<int>& times) {
  if (std::ranges::count(times, 0) > 0) return -1.0;
  return std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
}

constexpr TileShape kTile{104, 64, 12};

double mean_writes_by_tiles(const Parts& parts) {
  return mean_writes(written(parts, cut_tiles(parts, kTile), kTile.width));
}
double mean_writes_by_strips(const Parts& parts) {
  return mean_writes(written(parts, cut_strips(parts, kStrip, kMultiprocessors), kStrip.width));
}

TEST(TileCuts, WriteEveryCellAndFewTwice) {
  for (const core::Extent e : {core::Extent{1, 1}, {52, 32}, {641, 479}, {4096, 4000}}) {
    const Parts parts = parts_of(e);
    EXPECT_GE(mean_writes_by_tiles(parts), 1.0);
    EXPECT_LE(mean_writes_by_tiles(parts), 1.15);
    EXPECT_EQ(mean_writes_by_strips(parts), 1.0);
    EXPECT_EQ(mean_writes_by_tiles(bare_parts(e)), 1.0);
    EXPECT_EQ(mean_writes_by_strips(bare_parts(e)), 1.0);
  }
}

/// Tiles and strips begin beside the mixed parts, wherever that is.
TEST(TileCuts, OnlyTheOutermostPartsAreMixedAtAbsorbingEdges) {
  for (const core::Extent e :
       {core::Extent{1920, 1080}, {1920, 1100}, {1972, 1080}, {4096, 4096}, {641, 479}}) {
    Parts parts = bare_parts(e);
    std::size_t at_edges = 0;
    for (int row = 0; row < parts.down(); ++row) {
      for (int column = 0; column < parts.across(); ++column) {
        if (row > 0 && row + 1 < parts.down() && column > 0 && column + 1 < parts.across())
          continue;
        parts.kinds[parts.index(column, row)] |= kSomeMixed;
        ++at_edges;
      }
    }
    const Cut tiles = cut_tiles(parts, kTile);
    EXPECT_EQ(tiles.mixed.tiles.size(), at_edges) << e.width;
    const Cut strips = cut_strips(parts, kStrip, kMultiprocessors);
    EXPECT_EQ(strips.mixed.tiles.size(), at_edges) << e.width;
    EXPECT_GE(mean_writes_by_tiles(parts), 1.0) << e.width;
    EXPECT_LE(mean_writes_by_tiles(parts), 1.2) << e.width;
    EXPECT_GE(mean_writes_by_strips(parts), 1.0) << e.width;
  }
}

/// Returns the kinds of cells under a tile's own columns and rows.
unsigned kinds_under(const Parts& parts, const FusedTile& tile, int width) {
  unsigned kinds = 0;
  for (int y = tile.y; y < tile.y + tile.height; ++y) {
    for (int x = tile.x; x < std::min(tile.x + width, parts.extent.width); x += parts.shape.width) {
      kinds |= parts.kinds[parts.index(x / parts.shape.width, y / parts.shape.height)];
    }
  }
  return kinds;
}

TEST(TileCuts, PartsWithMediaAreInTilesOfTheirOwn) {
  const Parts parts = parts_of({4096, 4000});
  const auto strips = cut_strips(parts, kStrip, kMultiprocessors);
  const auto tiles = cut_tiles(parts, kTile);
  for (const Cut& cut : {strips, tiles}) {
    EXPECT_GT(cut.media.tiles.size(), 100U);
    for (const FusedTile& tile : cut.media.tiles) {
      const unsigned kinds = kinds_under(parts, tile, kStrip.width);
      EXPECT_EQ(kinds & (kSomeMedia | kSomeMixed), unsigned{kSomeMedia});
      EXPECT_EQ(tile.fixed_cells != 0, (kinds & kSomeFixed) != 0);
      EXPECT_LE(tile.height, kStrip.media_height);
    }
    for (const FusedTile& tile : cut.plain.tiles) {
      EXPECT_EQ(kinds_under(parts, tile, kStrip.width) & kSomeMedia, 0U);
    }
  }
  // Two parts of a strip, one below the other, make one tile.
  const auto tall = [](const FusedTile& tile) { return tile.height == 64; };
  EXPECT_GT(2 * std::ranges::count_if(strips.media.tiles, tall), std::ssize(strips.media.tiles));
}

TEST(TileCuts, StripsKnowWhatTheyMeetAndShareBlocksWithTheirLike) {
  const Parts parts = parts_of({4096, 4000});
  const Cut cut = cut_strips(parts, kStrip, kMultiprocessors);
  ASSERT_EQ(cut.plain.tiles.size() % static_cast<std::size_t>(kStrip.warps), 0U);
  for (std::size_t i = 0; i < cut.plain.tiles.size(); ++i) {
    const FusedTile& strip = cut.plain.tiles[i];
    if (strip.height == 0) continue;
    const unsigned kinds = kinds_under(parts, strip, kStrip.width);
    EXPECT_EQ(kinds & kSomeMixed, 0U);
    EXPECT_TRUE(strip.fixed_cells != 0 || kinds == kSomeFree);
    EXPECT_EQ(strip.fixed_cells == kAllFixed, (kinds & kSomeFree) == 0);
    const FusedTile& first = cut.plain.tiles[i / 8 * 8];
    EXPECT_EQ(is_plain(parts, strip), is_plain(parts, first)) << i;
    EXPECT_EQ(strip.fixed_cells == kAllFixed, first.fixed_cells == kAllFixed) << i;
  }
}

/// Blocks end together, so the device waits only briefly.
TEST(TileCuts, StripsFillTheDevice) {
  for (const int side : {2500, 3000, 4096, 8192, 16384}) {
    const Parts parts = bare_parts({side, side});
    const Cut cut = cut_strips(parts, kStrip, kMultiprocessors);
    double all = 0.0;
    double longest = 0.0;
    for (const FusedTile& strip : cut.plain.tiles) {
      if (strip.height == 0) continue;
      const double rows = strip.height + kStrip.beyond;
      const double takes = is_plain(parts, strip) ? rows : kStrip.any_cost * rows;
      all += takes;
      longest = std::max(longest, takes);
    }
    const auto blocks = static_cast<int>(cut.plain.tiles.size()) / kStrip.warps;
    const int rounds = (blocks + kMultiprocessors - 1) / kMultiprocessors;
    EXPECT_GT(all, 0.9 * rounds * longest * kMultiprocessors * kStrip.warps) << side;
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
  part.parts.rows = rows_before_exchange(part.slab, kPart.steps + 1 + kStrip.ahead).value();
  return part;
}

TEST(TileCuts, ExchangedRowsAreWrittenByTheFirstTiles) {
  for (const int held : {32, 56, 104}) {
    for (const auto& [above, below] : {std::pair{0, held}, {held, 0}, {held, held}}) {
      const CutPart part = part_at_cut(4096, 2048, above, below);
      const Slab& slab = part.slab;
      const Cut strips = cut_strips(part.parts, kStrip, kMultiprocessors);
      const Cut tiles = cut_tiles(part.parts, kTile);
      for (const Cut* cut : {&strips, &tiles}) {
        const CutList<FusedTile>& list = cut->plain;
        ASSERT_GT(list.exchanged, 0U);
        ASSERT_LT(list.exchanged, list.tiles.size());
        for (std::size_t i = list.exchanged; i < list.tiles.size(); ++i) {
          const FusedTile& tile = list.tiles[i];
          if (tile.height == 0) continue;
          EXPECT_GE(tile.y, slab.own.begin + above);
          EXPECT_LE(tile.y + tile.height, slab.own.end - below);
        }
      }
      // Strips write each of the slab's own rows once, and no other.
      const std::vector<int> times = written(part.parts, strips, kStrip.width);
      for (std::size_t i = 0; i < times.size(); ++i) {
        const int row = static_cast<int>(i) / part.parts.across();
        EXPECT_EQ(times[i], row >= slab.own.begin && row < slab.own.end ? 1 : 0) << row;
      }
    }
  }
}

/// A block more than the device has multiprocessors would take as long again as all others.
TEST(TileCuts, ExchangedStripsEndEarlyAndFillTheDeviceWithTheOthers) {
  for (const int width : {4096, 8192, 16384}) {
    for (const int held : {32, 56, 80, 104}) {
      const CutPart part = part_at_cut(width, width / 2, 0, held);
      const Cut cut = cut_strips(part.parts, kStrip, kMultiprocessors);
      EXPECT_EQ(cut.plain.exchanged % static_cast<std::size_t>(kStrip.warps), 0U);
      double all = 0.0;
      double longest_first = 0.0;
      double longest = 0.0;
      for (std::size_t i = 0; i < cut.plain.tiles.size(); ++i) {
        const FusedTile& strip = cut.plain.tiles[i];
        if (strip.height == 0) continue;
        const double cost = is_plain(part.parts, strip) ? 1.0 : kStrip.any_cost;
        const double takes = cost * (strip.height + kStrip.beyond);
        all += takes;
        longest = std::max(longest, takes);
        if (i < cut.plain.exchanged) longest_first = std::max(longest_first, takes);
      }
      const auto blocks = static_cast<int>(cut.plain.tiles.size()) / kStrip.warps;
      const int rounds = (blocks + kMultiprocessors - 1) / kMultiprocessors;
      EXPECT_GT(all, 0.85 * rounds * longest * kMultiprocessors * kStrip.warps)
          << width << ", " << held;
      EXPECT_LT(longest_first, 0.85 * rounds * longest) << width << ", " << held;
    }
  }
}

}  // namespace
}  // namespace heatwave::field
