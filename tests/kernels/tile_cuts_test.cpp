// Tests that every cell of a grid is written by a tile that can step it.
#include "kernels/field/cuda/tile_cuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "tests/kernels/cut_parts.h"

namespace heatwave::field {
namespace {

using testing::bare_parts;
using testing::parts_of;
using testing::Writes;

constexpr TileShape kTile{104, 64, 12};

double mean_writes(const Parts& parts) {
  return Writes(parts, cut_tiles(parts, kTile), kTile.width).mean();
}

TEST(TileCuts, WriteEveryCellAndFewTwice) {
  for (const core::Extent e : {core::Extent{1, 1}, {52, 32}, {641, 479}, {4096, 4000}}) {
    EXPECT_GE(mean_writes(parts_of(e)), 1.0);
    EXPECT_LE(mean_writes(parts_of(e)), 1.15);
    EXPECT_EQ(mean_writes(bare_parts(e)), 1.0);
  }
}

/// Tiles begin beside the mixed parts, wherever that is.
TEST(TileCuts, OnlyTheOutermostPartsAreMixedAtAbsorbingEdges) {
  for (const core::Extent e :
       {core::Extent{1920, 1080}, {1920, 1100}, {1972, 1080}, {4096, 4096}, {641, 479}}) {
    const Parts parts = testing::parts_with_mixed_edges(e);
    const auto at_edges = std::ranges::count_if(
        parts.kinds, [](std::uint8_t kinds) { return (kinds & kSomeMixed) != 0; });
    EXPECT_EQ(std::ssize(cut_tiles(parts, kTile).mixed.tiles), at_edges) << e.width;
    EXPECT_GE(mean_writes(parts), 1.0) << e.width;
    EXPECT_LE(mean_writes(parts), 1.2) << e.width;
  }
}

TEST(TileCuts, PartsWithMediaAreInTilesOfTheirOwn) {
  const Parts parts = parts_of({4096, 4000});
  const Cut cut = cut_tiles(parts, kTile);
  EXPECT_GT(cut.media.tiles.size(), 100U);
  for (const FusedTile& tile : cut.media.tiles) {
    const unsigned kinds = testing::kinds_under(parts, tile, kTile.width);
    EXPECT_EQ(kinds & (kSomeMedia | kSomeMixed), unsigned{kSomeMedia});
    EXPECT_EQ(tile.fixed_cells != 0, (kinds & kSomeFixed) != 0);
    EXPECT_LE(tile.height, kTile.height);
  }
  for (const FusedTile& tile : cut.plain.tiles) {
    EXPECT_EQ(testing::kinds_under(parts, tile, kTile.width) & kSomeMedia, 0U);
  }
}

}  // namespace
}  // namespace heatwave::field
