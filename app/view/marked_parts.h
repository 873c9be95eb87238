// Which parts of a grid have marks that are drawn: most have none, and are coloured by less work.
#pragma once

#include <vector>

#include "app/view/cell_marks.h"

namespace heatwave::view {

struct MarkedPart {
  core::Rect cells;  ///< of those that are shown
  bool marked = false;
};

/// Rectangles that cover all cells that are shown, each of them once.
std::vector<MarkedPart> marked_parts(const CellMarks& marks);

}  // namespace heatwave::view
