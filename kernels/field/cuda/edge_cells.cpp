// The flags of the outermost cells are copied here and searched.
#include "kernels/field/cuda/edge_cells.h"

#include <algorithm>

namespace heatwave::field {

EdgeCells::EdgeCells(core::Extent extent)
    : extent_(extent),
      left_(static_cast<std::size_t>(extent.height)),
      right_(left_),
      top_(static_cast<std::size_t>(extent.width)),
      bottom_(top_),
      columns_{.joined = true},
      rows_{.joined = true} {}

void EdgeCells::set_flags(core::Rect area, std::span<const std::uint8_t> flags) {
  const bool in_left = area.x0 == 0;
  const bool in_right = area.x1 == extent_.width;
  const bool in_top = area.y0 == 0;
  const bool in_bottom = area.y1 == extent_.height;
  if (area.empty() || !(in_left || in_right || in_top || in_bottom)) return;
  for (int y = area.y0; y < area.y1; ++y) {
    const auto at = static_cast<std::size_t>(y);
    if (in_left) left_[at] = flags[area.index(area.x0, y)];
    if (in_right) right_[at] = flags[area.index(area.x1 - 1, y)];
  }
  for (int x = area.x0; x < area.x1; ++x) {
    const auto at = static_cast<std::size_t>(x);
    if (in_top) top_[at] = flags[area.index(x, area.y0)];
    if (in_bottom) bottom_[at] = flags[area.index(x, area.y1 - 1)];
  }
  columns_ = pair(left_, kNoWest, right_, kNoEast);
  rows_ = pair(top_, kNoNorth, bottom_, kNoSouth);
  const auto absorbs = [](std::uint8_t cell) { return (cell & kAbsorb) != 0; };
  absorb_ = std::ranges::any_of(left_, absorbs) || std::ranges::any_of(right_, absorbs) ||
            std::ranges::any_of(top_, absorbs) || std::ranges::any_of(bottom_, absorbs);
}

EdgePair EdgeCells::pair(const std::vector<std::uint8_t>& first, CellFlag before,
                         const std::vector<std::uint8_t>& last, CellFlag behind) {
  EdgePair pair;
  const auto inspect = [&pair](const std::vector<std::uint8_t>& cells, CellFlag missing) {
    for (const std::uint8_t cell : cells) {
      if (is_fixed(cell)) continue;
      ((cell & missing) != 0 ? pair.reflects : pair.joined) = true;
    }
  };
  inspect(first, before);
  inspect(last, behind);
  return pair;
}

}  // namespace heatwave::field
