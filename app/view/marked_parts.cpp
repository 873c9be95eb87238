// Divides the grid into square blocks and joins equal ones along rows, then columns.
#include "app/view/marked_parts.h"

#include <algorithm>

namespace heatwave::view {
namespace {

constexpr int kBlock = 32;
constexpr int kMostBlocks = 24;  ///< along a side; more parts would cost more than they save

bool is_marked(const CellMarks& marks, const core::Rect& cells) {
  for (int y = cells.y0; y < cells.y1; ++y) {
    const std::uint8_t* row = marks.at(cells.x0, y);
    // A held cell without an outline looks like any other.
    const bool any = std::any_of(row, row + cells.width(), [](std::uint8_t mark) {
      return (mark & ~static_cast<unsigned>(kMarkHeld)) != 0;
    });
    if (any) return true;
  }
  return false;
}

}  // namespace

std::vector<MarkedPart> marked_parts(const CellMarks& marks) {
  const core::Extent shown = marks.shown();
  const int longest = std::max(shown.width, shown.height);
  const int block = std::max(kBlock, (longest + kMostBlocks - 1) / kMostBlocks);
  std::vector<MarkedPart> parts;
  std::size_t above = 0;  // index of the first part of the row above
  for (int y = 0; y < shown.height; y += block) {
    std::vector<MarkedPart> row;
    for (int x = 0; x < shown.width; x += block) {
      const core::Rect cells{x, y, std::min(x + block, shown.width),
                             std::min(y + block, shown.height)};
      const bool marked = is_marked(marks, cells);
      if (!row.empty() && row.back().marked == marked) {
        row.back().cells.x1 = cells.x1;
      } else {
        row.push_back({cells, marked});
      }
    }
    const bool as_above =
        y > 0 &&
        std::equal(row.begin(), row.end(), parts.begin() + static_cast<std::ptrdiff_t>(above),
                   parts.end(), [](const MarkedPart& a, const MarkedPart& b) {
                     return a.marked == b.marked && a.cells.x0 == b.cells.x0;
                   });
    if (as_above) {
      for (std::size_t i = above; i < parts.size(); ++i) parts[i].cells.y1 = row.front().cells.y1;
    } else {
      above = parts.size();
      parts.insert(parts.end(), row.begin(), row.end());
    }
  }
  return parts;
}

}  // namespace heatwave::view
