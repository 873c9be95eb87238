// A Slab says which rows of a larger grid a solver holds: the rows of its part, and copies of rows
// of other parts beside them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"
#include "kernels/field/row_map.h"

namespace heatwave::field {

/// Rows from `begin` up to but not including `end`.
struct Band {
  int begin = 0;
  int end = 0;

  [[nodiscard]] int rows() const { return end - begin; }
};

/// Adds numbers of all rows of a grid whose rows lie in several parts.
class RowSums : core::NonCopyable {
 public:
  virtual ~RowSums() = default;
  /// Takes the numbers of a part's own rows, and returns the sum of those of all parts, added from
  /// the top. Every part must call it, each on a thread of its own. Throws core::Error when another
  /// part has failed.
  virtual double add(std::span<const double> own_rows) = 0;
};

struct Slab {
  core::Extent whole;  ///< extent of the whole grid
  Band own;            ///< the solver's rows that belong to its part; the others are copies
  int held_above = 0;  ///< number of copied rows before the part's own, on the ring of its rows
  int held_below = 0;  ///< number of copied rows behind them
  RowMap row_of_whole;
  std::shared_ptr<RowSums> sums = nullptr;  ///< adds integrals; null: the slab is the whole grid

  /// Returns whether the solver holds all rows.
  [[nodiscard]] bool is_whole() const { return sums == nullptr; }
};

/// Returns the slab of a solver that holds all rows of a grid.
inline Slab whole_slab(core::Extent extent) {
  return {.whole = extent, .own = {0, extent.height}, .row_of_whole = {}};
}

/// The memory of a solver's field between two steps. Precondition of all copies: the stream's work
/// is waited for, or queued before them.
struct FieldMemory {
  std::vector<float*> planes;  ///< the first cell of each plane, ordered as in FieldState
  std::size_t stride = 0;      ///< floats from one row to the next, equal in all planes
  /// The cells before and after each row, which rows that form a ring read
  int padding = 0;
  float* rim = nullptr;  ///< component after component; null: neither side absorbs
  int components = 1;
  void* stream = nullptr;  ///< CUDA stream of the solver; null: the memory is the host's
  int device = -1;         ///< index of the CUDA device; −1: the memory is the host's
};

}  // namespace heatwave::field
