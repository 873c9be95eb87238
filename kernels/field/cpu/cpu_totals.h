// The totals of rows are computed here, with the same bits on every CPU and GPU.
#pragma once

#include <cstdint>

#include "kernels/field/totals.h"

namespace heatwave::field {

/// A row of one component. All arrays of a row may be read up to the end of its last line of
/// kLineCells cells. `now[width]` need not be the cell at the other end of the row.
struct RowOfTotals {
  const float* now;
  const std::uint8_t* flags;
  int width;
};

/// Further arrays for the energy of a row: the previous time level, and the row below.
struct RowOfEnergy {
  const float* before;
  const float* south_now;
  const float* south_before;
  const float* factors;  ///< 1 where a cell is not a medium; null: the grid has no media
  float stiffness;       ///< see energy_of_cell()
};

/// Functions that compute the totals of a row by the instructions of one SIMD level.
struct RowTotalLoops {
  RowTotals (*sum)(const RowOfTotals& row);
  RowTotals (*energy)(const RowOfTotals& row, const RowOfEnergy& levels);
};

/// Each level has its own source, which is compiled for its instructions.
const RowTotalLoops& basic_row_totals();
const RowTotalLoops& avx2_row_totals();
const RowTotalLoops& avx512_row_totals();

RowTotals sum_of_row(const RowOfTotals& row);
RowTotals energy_of_row(const RowOfTotals& row, const RowOfEnergy& levels);

}  // namespace heatwave::field
