// The values of the field under items, which an item that is moved between two steps gives back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/edit.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

/// Saved values of cells under sources and walls, valid until the next step. An item that is moved
/// between two steps thus leaves no trace.
class Underlay {
 public:
  /// Saves the values of free cells that `next` covers. Call it before the solver applies `next`;
  /// `flags` are the old flags of the whole grid.
  void keep(field::FieldSolver& solver, core::Extent grid, std::span<const std::uint8_t> flags,
            const field::SetCells& next);

  /// Restores the saved values of cells in its area that are free again. Call it after the solver
  /// has applied the edit.
  void put_back(field::FieldSolver& solver, core::Extent grid, const field::SetCells& now);

  [[nodiscard]] bool empty() const { return values_.empty(); }

  /// Drops the values, because the field continues or was replaced.
  void forget() {
    // This also frees the memory, which for an item as large as the grid equals a field's.
    if (!values_.empty()) *this = {};
  }

 private:
  std::size_t place_for(std::size_t cell);

  /// Offset of a cell's values, one for each plane.
  std::unordered_map<std::size_t, std::size_t> places_;
  std::vector<float> values_;
  std::vector<std::size_t> unused_;  ///< offsets of restored cells, for reuse
  std::size_t planes_ = 0;
};

}  // namespace heatwave::session
