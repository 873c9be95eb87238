// Parts of a field as they were, so that undoing a stroke takes the memory of a stroke.
#pragma once

#include <cstdint>
#include <vector>

#include "app/scene/mask.h"
#include "kernels/core/geometry.h"

namespace heatwave::session {

/// A square of cells, or what of it lies in the grid, with each plane's values.
struct FieldTile {
  core::Rect area;
  std::vector<std::vector<float>> planes;
};

inline constexpr int kTileSide = 64;

/// Where the tiles lie that have a cell under the mask.
std::vector<core::Rect> tiles_under(const scene::Mask& mask, core::Extent grid);
[[nodiscard]] bool holds(const std::vector<FieldTile>& tiles, core::Rect area);
std::uint64_t bytes_of(const std::vector<FieldTile>& tiles);
/// Puts the tiles over a whole field's planes.
void lay_over(const std::vector<FieldTile>& tiles, core::Extent grid,
              std::vector<std::vector<float>>& planes);

}  // namespace heatwave::session
