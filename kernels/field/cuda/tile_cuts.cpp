// Rectangular tiles cover all parts that are not mixed.
#include "kernels/field/cuda/tile_cuts.h"

#include <algorithm>

namespace heatwave::field {
PartsUnderTile Parts::under_tile(int row, int height, int column, int width) const {
  PartsUnderTile under{.kinds = 0, .factor = 0.0F};
  for (int r = row; r < std::min(row + height, down()); ++r) {
    for (int c = column; c < std::min(column + width, across()); ++c) {
      const std::size_t part = index(c, r);
      under.kinds |= kinds[part];
      if (factors[part] == 0.0F) continue;
      if (under.factor == 0.0F) under.factor = factors[part];
      if (under.factor != factors[part]) under.kinds |= kSomeMedia;
    }
  }
  if (under.factor == 0.0F || (under.kinds & kSomeMedia) != 0) under.factor = 1.0F;
  return under;
}

void put_exchanged_first(const Parts& parts, Cut& cut) {
  const PassRows& rows = parts.rows;
  const auto rows_of_part = [&](std::size_t part) {
    const int begin = static_cast<int>(part) / parts.across() * parts.shape.height;
    return Band{begin, std::min(begin + parts.shape.height, parts.extent.height)};
  };
  std::erase_if(cut.mixed.tiles,
                [&](std::size_t part) { return !rows.are_written(rows_of_part(part)); });
  const auto sort = [&](auto& list, auto rows_of) {
    const auto others =
        std::stable_partition(list.tiles.begin(), list.tiles.end(),
                              [&](const auto& tile) { return rows.are_exchanged(rows_of(tile)); });
    list.exchanged = static_cast<std::size_t>(others - list.tiles.begin());
  };
  sort(cut.mixed, rows_of_part);
  const auto rows_of_tile = [](const FusedTile& tile) {
    return Band{tile.y, tile.y + tile.height};
  };
  sort(cut.media, rows_of_tile);
  sort(cut.plain, rows_of_tile);
}

Cut cut_tiles(const Parts& parts, TileShape shape) {
  Cut cut;
  const int columns = shape.width / parts.shape.width;
  const int rows = shape.height / parts.shape.height;
  std::vector<bool> has_tile(parts.kinds.size());
  // Adds a tile that covers the part, as far right and down as its parts are not mixed. It may
  // overlap others, and writes equal values where it does.
  const auto add_tile = [&](int part_row, int part_column) {
    for (int row = part_row; row > part_row - rows && row >= 0; --row) {
      for (int column = part_column; column > part_column - columns && column >= 0; --column) {
        const unsigned kinds = parts.under_tile(row, rows, column, columns).kinds;
        if ((kinds & kSomeMixed) != 0) continue;
        const int y = row * parts.shape.height;
        const FusedTile tile{.x = column * parts.shape.width,
                             .y = y,
                             .fixed_cells = (kinds & kSomeFixed) != 0 ? 1 : 0,
                             .height = std::min(shape.height, parts.extent.height - y)};
        ((kinds & kSomeMedia) != 0 ? cut.media : cut.plain).tiles.push_back(tile);
        for (int r = row; r < std::min(row + rows, parts.down()); ++r) {
          for (int c = column; c < std::min(column + columns, parts.across()); ++c) {
            has_tile[parts.index(c, r)] = true;
          }
        }
        return;
      }
    }
    cut.mixed.tiles.push_back(parts.index(part_column, part_row));
  };
  for (int row = 0; row < parts.down(); ++row) {
    const Band rows_here{row * parts.shape.height, (row + 1) * parts.shape.height};
    if (!parts.rows.are_written(rows_here)) continue;
    for (int column = 0; column < parts.across(); ++column) {
      if (!has_tile[parts.index(column, row)]) add_tile(row, column);
    }
  }
  // Tiles with fixed cells take longer. They begin first, so that no multiprocessor gets two of
  // them while others get none.
  const auto quickness = [](const FusedTile& tile) { return -tile.fixed_cells; };
  std::ranges::stable_sort(cut.plain.tiles, {}, quickness);
  std::ranges::stable_sort(cut.media.tiles, {}, quickness);
  put_exchanged_first(parts, cut);
  return cut;
}

}  // namespace heatwave::field
