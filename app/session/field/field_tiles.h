// Saved parts of a field, so that undoing a stroke takes little memory.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "app/scene/mask.h"
#include "kernels/core/geometry.h"

namespace heatwave::session {

/// The part of a square of cells inside the grid, with each plane's values.
struct FieldTile {
  core::Rect area;
  std::vector<std::vector<float>> planes;
};

/// Receives whole rows of a field, band after band from the top.
using TakeBand = std::function<void(FieldTile)>;

/// Passes all rows of a field on; may be called again. It may begin at the top again meanwhile.
using ReadBands = std::function<void(const TakeBand& take)>;

/// A whole field that is read in bands of rows, because it may be larger than the host's memory.
struct BandedField {
  std::int64_t step = 0;
  std::vector<float> rim;  ///< the memory of absorbing edges, as FieldState has it
  ReadBands read;
};

inline constexpr int kTileSide = 64;

/// Returns the areas of the tiles that contain a cell of the mask.
std::vector<core::Rect> tiles_under(const scene::Mask& mask, core::Extent grid);
[[nodiscard]] bool holds(const std::vector<FieldTile>& tiles, core::Rect area);
std::uint64_t bytes_of(const std::vector<FieldTile>& tiles);
/// Copies the tiles into the planes of a whole field.
void lay_over(const std::vector<FieldTile>& tiles, core::Extent grid,
              std::vector<std::vector<float>>& planes);

}  // namespace heatwave::session
