// A few rows of a grid as the CPU steps them at once: where to read, where to write, what they are.
#pragma once

#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/core/simd.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

/// Cells that are stepped by one vector instruction where vectors are widest; all that is said of
/// stretches of rows is said of whole ones, and a row may be read and written up to the last one's
/// end.
inline constexpr int kLineCells = 16;
/// Rows that are stepped at once where possible, so that a value once loaded serves them all.
inline constexpr int kGroupRows = 4;

/// A stretch of one row, or of a group of rows alike.
struct Run {
  /// Each can do what those before it can.
  enum class Kind : std::uint8_t {
    kept,    ///< cells that keep their value: nothing is to be done
    plain,   ///< free cells that see all their neighbours
    held,    ///< plain ones and such as keep their value
    medium,  ///< these, and cells with a coefficient of their own
    any,
  };
  int begin = 0;
  int end = 0;
  Kind kind = Kind::plain;

  friend bool operator==(const Run&, const Run&) = default;
};

/// Pointers to column 0 of each row. Columns −1 and width may be read in `from` (they are padding,
/// filled where the grid is periodic).
struct ComponentRows {
  const float* from[kGroupRows + 2];  ///< the row north of the group, its rows, the one south of it
  float* to[kGroupRows];              ///< hold the values two steps back when the step begins
};

template <int kComponents>
struct RowJob {
  PerComponent<ComponentRows, kComponents> rows;
  const std::uint8_t* flags[kGroupRows];
  const float* factors[kGroupRows];  ///< of media; any readable row where the grid has none
  int count;                         ///< of rows: kGroupRows, two or one
  const Run* runs;                   ///< of all these rows
  int run_count;
  AbsorbingSides absorbing;  ///< of the grid
  core::Extent extent;       ///< of the grid
  int y;                     ///< the first row
  float* rim;                ///< memory of absorbing edges, component after component
  core::SimdLevel level;     ///< whose code is to be run; this CPU has it
};

}  // namespace heatwave::field
