// Finds the tiles that a stroke touches, and copies tiles into a field.
#include "app/session/field/field_tiles.h"

#include <algorithm>

namespace heatwave::session {

std::vector<core::Rect> tiles_under(const scene::Mask& mask, core::Extent grid) {
  std::vector<core::Rect> tiles;
  const core::Rect area = mask.area;
  const auto has_cell = [&](core::Rect part) {
    for (int y = part.y0; y < part.y1; ++y) {
      for (int x = part.x0; x < part.x1; ++x) {
        if (mask.at(x, y)) return true;
      }
    }
    return false;
  };
  for (int y = area.y0 / kTileSide * kTileSide; y < area.y1; y += kTileSide) {
    for (int x = area.x0 / kTileSide * kTileSide; x < area.x1; x += kTileSide) {
      const core::Rect tile =
          core::intersection({x, y, x + kTileSide, y + kTileSide}, core::whole(grid));
      if (has_cell(core::intersection(tile, area))) tiles.push_back(tile);
    }
  }
  return tiles;
}

bool holds(const std::vector<FieldTile>& tiles, core::Rect area) {
  return std::any_of(tiles.begin(), tiles.end(),
                     [&](const FieldTile& tile) { return tile.area == area; });
}

std::uint64_t bytes_of(const std::vector<FieldTile>& tiles) {
  std::uint64_t floats = 0;
  for (const FieldTile& tile : tiles) {
    for (const auto& plane : tile.planes) floats += plane.size();
  }
  return floats * sizeof(float);
}

void lay_over(const std::vector<FieldTile>& tiles, core::Extent grid,
              std::vector<std::vector<float>>& planes) {
  const core::Rect all = core::whole(grid);
  for (const FieldTile& tile : tiles) {
    for (std::size_t p = 0; p < planes.size(); ++p) {
      for (int y = tile.area.y0; y < tile.area.y1; ++y) {
        const auto from =
            tile.planes[p].begin() + static_cast<std::ptrdiff_t>(tile.area.index(tile.area.x0, y));
        std::copy_n(from, tile.area.width(),
                    planes[p].begin() + static_cast<std::ptrdiff_t>(all.index(tile.area.x0, y)));
      }
    }
  }
}

}  // namespace heatwave::session
