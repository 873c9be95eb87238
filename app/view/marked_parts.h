// Finds the parts of a grid with visible marks; all others are coloured by a simpler shader.
#pragma once

#include <vector>

#include "app/view/cell_marks.h"

namespace heatwave::view {

struct MarkedPart {
  core::Rect cells;  ///< in shown cells
  bool marked = false;
};

/// Returns rectangles that cover each shown cell once.
std::vector<MarkedPart> marked_parts(const CellMarks& marks);

}  // namespace heatwave::view
