// One row of a grid as a CPU solver steps it: where to read, where to write.
#pragma once

#include <cstdint>

namespace heatwave::field {

/// Pointers to column 0 of each row. Columns −1 and width may be read in `centre` (they are
/// padding, filled where the grid is periodic). `out` holds the values two steps back when the step
/// begins.
struct RowJob {
  const float* north;
  const float* centre;
  const float* south;
  float* out;
  const std::uint8_t* flags;
  const float* factors;  ///< medium factors, or null where the grid has none
};

}  // namespace heatwave::field
