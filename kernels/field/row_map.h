// A RowMap finds the row of the whole grid that a row of a slab is.
#pragma once

#include "kernels/core/host_device.h"

namespace heatwave::field {

/// A slab's rows form a ring, as those of every grid do. Row 0 of the whole grid is row 0 of its
/// part; copies of the last rows of the whole grid, which are its neighbours if the edges are
/// periodic, are the last rows of that part.
struct RowMap {
  int seam = 0;    ///< rows before the seam have the same number in the whole grid
  int offset = 0;  ///< rows from the seam on lie this many rows further down in the whole grid

  [[nodiscard]] HEATWAVE_HOST_DEVICE int operator()(int row) const {
    return row < seam ? row : row + offset;
  }
};

}  // namespace heatwave::field
