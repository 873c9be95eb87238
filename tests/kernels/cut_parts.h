// Grids for tests of how tiles and strips cover them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/field/cuda/tile_cuts.h"

namespace heatwave::field::testing {

inline constexpr TileShape kPart{52, 32, 12};

inline Parts bare_parts(core::Extent extent) {
  const auto count = static_cast<std::size_t>(tiles_over(extent, kPart));
  return {.extent = extent,
          .shape = kPart,
          .kinds = std::vector<std::uint8_t>(count, kSomeFree),
          .factors = std::vector<float>(count, 1.0F),
          .rows = all_rows(extent.height)};
}

/// Returns a grid with some columns of held cells, an area of media, and a few mixed parts.
inline Parts parts_of(core::Extent extent) {
  Parts parts = bare_parts(extent);
  parts.kinds.clear();
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

inline constexpr float kGlass = 0.44F;
inline constexpr float kWater = 0.56F;

/// Returns a grid that is glass on its right, with a band of water below and parts of several media
/// in between.
inline Parts parts_in_media(core::Extent extent) {
  Parts parts = bare_parts(extent);
  for (int row = 0; row < parts.down(); ++row) {
    for (int column = 0; column < parts.across(); ++column) {
      const std::size_t part = parts.index(column, row);
      const bool is_right = 2 * column > parts.across();
      const bool is_below = 4 * row > 3 * parts.down();
      parts.factors[part] = is_below ? kWater : is_right ? kGlass : 1.0F;
      if (column % 9 == 4 && row % 13 == 6) {
        parts.factors[part] = 1.0F;
        parts.kinds[part] |= kSomeMedia;
      }
    }
  }
  return parts;
}

/// Returns a grid whose outermost parts are mixed, as at absorbing edges.
inline Parts parts_with_mixed_edges(core::Extent extent) {
  Parts parts = bare_parts(extent);
  for (int row = 0; row < parts.down(); ++row) {
    for (int column = 0; column < parts.across(); ++column) {
      if (row > 0 && row + 1 < parts.down() && column > 0 && column + 1 < parts.across()) continue;
      parts.kinds[parts.index(column, row)] |= kSomeMixed;
    }
  }
  return parts;
}

/// Counts how often each cell of a grid is written; four columns count together.
class Writes {
 public:
  /// `width`, `wide`: the widths of tiles and of wide strips.
  Writes(const Parts& parts, const Cut& cut, int width, int wide = 0)
      : parts_(parts), across_((parts.extent.width + kTogether - 1) / kTogether) {
    times_.resize(static_cast<std::size_t>(across_) *
                  static_cast<std::size_t>(parts.extent.height));
    const auto add_all = [&](const CutList<FusedTile>& list) {
      for (const FusedTile& tile : list.tiles) {
        add(tile.x, tile.kind == StripKind::wide ? wide : width, tile.y, tile.height);
      }
    };
    add_all(cut.plain);
    for (const MediumStrips& strips : cut.in_one_medium) add_all(strips.list);
    for (const FusedTile& tile : cut.media.tiles) add(tile.x, width, tile.y, tile.height);
    for (const std::size_t part : cut.mixed.tiles) {
      const int at = static_cast<int>(part);
      add(at % parts.across() * kPart.width, kPart.width, at / parts.across() * kPart.height,
          kPart.height);
    }
  }

  /// Returns how often cells are written; −1: some are not.
  [[nodiscard]] double mean() const {
    if (std::ranges::count(times_, 0) > 0) return -1.0;
    return std::accumulate(times_.begin(), times_.end(), 0.0) / static_cast<double>(times_.size());
  }
  /// Returns the least or the greatest number of a row.
  [[nodiscard]] std::pair<int, int> range_of_row(int row) const {
    const auto begin = times_.begin() + static_cast<std::ptrdiff_t>(row) * across_;
    const auto [least, greatest] = std::minmax_element(begin, begin + across_);
    return {*least, *greatest};
  }

 private:
  static constexpr int kTogether = 4;

  void add(int x, int columns, int y, int rows) {
    for (int r = y; r < std::min(y + rows, parts_.extent.height); ++r) {
      for (int c = x / kTogether; c < std::min((x + columns) / kTogether, across_); ++c) {
        ++times_[static_cast<std::size_t>(r) * static_cast<std::size_t>(across_) +
                 static_cast<std::size_t>(c)];
      }
    }
  }

  const Parts& parts_;
  int across_;
  std::vector<int> times_;
};

/// Returns the kinds of cells under a tile's own columns and rows.
inline unsigned kinds_under(const Parts& parts, const FusedTile& tile, int width) {
  unsigned kinds = 0;
  const int end = std::min(tile.x + width, parts.extent.width);
  for (int y = tile.y; y < tile.y + tile.height; ++y) {
    for (int x = tile.x / kPart.width * kPart.width; x < end; x += kPart.width) {
      kinds |= parts.kinds[parts.index(x / kPart.width, y / kPart.height)];
    }
  }
  return kinds;
}

/// Returns how many cells the tiles of each medium write, which all must lie in it. `width_of`
/// returns the width of a tile.
template <typename WidthOf>
std::map<float, std::int64_t> cells_in_media(const Parts& parts, const Cut& cut, WidthOf width_of) {
  std::map<float, std::int64_t> cells;
  const auto count = [&](float factor, const CutList<FusedTile>& list) {
    for (const FusedTile& tile : list.tiles) {
      EXPECT_EQ(kinds_under(parts, tile, width_of(tile)) & kSomeMedia, 0U);
      const int end = std::min(tile.x + width_of(tile), parts.extent.width);
      for (int y = tile.y; y < tile.y + tile.height; ++y) {
        for (int x = tile.x / kPart.width * kPart.width; x < end; x += kPart.width) {
          EXPECT_EQ(parts.factors[parts.index(x / kPart.width, y / kPart.height)], factor);
        }
      }
      cells[factor] += std::int64_t{width_of(tile)} * tile.height;
    }
  };
  count(1.0F, cut.plain);
  for (const MediumStrips& strips : cut.in_one_medium) count(strips.factor, strips.list);
  return cells;
}

}  // namespace heatwave::field::testing
