// The flags of all cells are searched here for neighbours that are missing inside the grid.
#include "kernels/field/cuda/inner_walls.h"

#include <algorithm>
#include <cstddef>

#include "kernels/field/cells.h"

namespace heatwave::field {

InnerWalls::InnerWalls(core::Extent extent) : extent_(extent) {
  if (extent.cells() <= kMostCells) lacks_.resize(static_cast<std::size_t>(extent.cells()));
}

void InnerWalls::set_flags(core::Rect area, std::span<const std::uint8_t> flags) {
  if (lacks_.empty()) return;
  for (int y = area.y0; y < area.y1; ++y) {
    const int in_row = (y > 0 ? kNoNorth : 0) | (y < extent_.height - 1 ? kNoSouth : 0);
    // Missing neighbours count if they would lie in the grid.
    const auto search = [&](int begin, int end, int inside) {
      const std::uint8_t* cells = flags.data() + area.index(begin, y);
      std::uint8_t* lacks = lacks_.data() + core::whole(extent_).index(begin, y);
      int change = 0;
      for (int i = 0; i < end - begin; ++i) {
        const bool is_searched = !is_fixed(cells[i]);
        const bool is_beside = (cells[i] & inside) != 0;
        const auto now = static_cast<std::uint8_t>(is_searched & is_beside ? 1 : 0);
        change += now - lacks[i];
        lacks[i] = now;
      }
      count_ += change;
    };
    const int first = std::min(std::max(area.x0, 1), area.x1);
    const int last = std::max(std::min(area.x1, extent_.width - 1), first);
    search(area.x0, first, in_row | (extent_.width > 1 ? kNoEast : 0));
    search(first, last, in_row | kNoWest | kNoEast);
    search(last, area.x1, in_row | kNoWest);
  }
}

}  // namespace heatwave::field
