// The cells that a shape covers.
#pragma once

#include <cstdint>
#include <vector>

#include "app/scene/scene.h"
#include "app/scene/shape.h"

namespace heatwave::scene {

/// One byte for each cell of an area, row by row: 1 where the cell is covered, else 0.
struct Mask {
  core::Rect area;
  std::vector<std::uint8_t> cells;

  [[nodiscard]] bool any() const;
  [[nodiscard]] bool at(int x, int y) const { return cells[area.index(x, y)] != 0; }
};

/// Returns a mask of the part of `within` that the shape may cover.
Mask mask_of(const Shape& shape, core::Rect within);
Mask mask_of(const Stroke& stroke, core::Rect within);
/// Returns the mask of the shape without its holes.
Mask mask_of(const Item& item, core::Rect within);

/// Returns whether the item covers a cell of `within`.
bool covers_any(const Item& item, core::Rect within);

}  // namespace heatwave::scene
