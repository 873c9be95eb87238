// One row of a grid as the CPU steps it: where to read, where to write.
#pragma once

#include <cstdint>

#include "kernels/field/neighbours.h"

namespace heatwave::field {

/// Pointers to column 0 of each row of one component. Columns −1 and width may be read in `centre`
/// (they are padding, filled where the grid is periodic). `out` holds the values two steps back
/// when the step begins.
struct ComponentRows {
  const float* north;
  const float* centre;
  const float* south;
  float* out;
};

template <int kComponents>
struct RowJob {
  PerComponent<ComponentRows, kComponents> rows;
  const std::uint8_t* flags;
  const float* factors;  ///< medium factors, or null where the grid has none
};

}  // namespace heatwave::field
