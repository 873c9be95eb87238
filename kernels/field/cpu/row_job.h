// A RowJob describes a few rows that the CPU steps at once: their memory, their flags and their
// runs.
#pragma once

#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/core/simd.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

/// The widest vector instructions step this many cells at once. Runs consist of whole lines of this
/// many cells; a row may be read and written up to the end of its last line.
inline constexpr int kLineCells = 16;
/// This many rows are stepped at once where possible, so that a value that has been loaded serves
/// them all.
inline constexpr int kGroupRows = 4;

/// Returns how many rows one loop steps at once with the widest vectors: as many as their 32
/// registers hold, since each row and component takes three.
constexpr int rows_at_once(int components) { return components == 1 ? kGroupRows : 2; }

/// Consecutive columns of one row, or of a group of rows, that one loop can step.
struct Run {
  /// Each kind of loop can also step the cells of all kinds before it.
  enum class Kind : std::uint8_t {
    fixed,   ///< fixed cells: there is nothing to do
    plain,   ///< free cells that see all their neighbours
    held,    ///< plain cells mixed with fixed cells
    medium,  ///< also cells with a coefficient of their own
    any,
  };
  int begin = 0;
  int end = 0;
  Kind kind = Kind::plain;

  friend bool operator==(const Run&, const Run&) = default;
};

/// Pointers to column 0 of each row. In `from`, columns −1 and width may be read: they are padding,
/// which holds the opposite end of the row where the grid is periodic.
struct ComponentRows {
  /// The row north of the group, the group's rows, the row south of it
  const float* from[kGroupRows + 2];
  float* to[kGroupRows];  ///< values of two steps ago, until the step overwrites them
};

template <int kComponents>
struct RowJob {
  PerComponent<ComponentRows, kComponents> rows;
  const std::uint8_t* flags[kGroupRows];
  /// Factors of media; any readable row if the grid has no media
  const float* factors[kGroupRows];
  int count;        ///< number of rows: kGroupRows, 2 or 1
  const Run* runs;  ///< runs that hold for all of these rows
  int run_count;
  AbsorbingSides absorbing;  ///< absorbing sides of the grid
  core::Extent extent;       ///< extent of the grid
  int y;                     ///< index of the first row
  float* rim;                ///< edge memory, component after component
  core::SimdLevel level;     ///< SIMD level of the code to run; this CPU supports it
};

}  // namespace heatwave::field
