// What lay under sources and walls before they were put there, as long as the field has not gone
// on. An item that is moved about between two steps thus leaves nothing behind where it has been.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/edit.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

class Underlay {
 public:
  /// To be called before the solver takes `next`: keeps the values of free cells that it covers.
  /// `flags` are those of the whole grid as they still are.
  void keep(field::FieldSolver& solver, core::Extent grid, std::span<const std::uint8_t> flags,
            const field::SetCells& next);

  /// To be called after it has: gives cells of its area that are free again what lay under them.
  void put_back(field::FieldSolver& solver, core::Extent grid, const field::SetCells& now);

  [[nodiscard]] bool empty() const { return values_.empty(); }

  /// The field went on, or is another one.
  void forget() {
    // Nor is the room for them kept: an item as large as the grid takes as much memory as a field.
    if (!values_.empty()) *this = {};
  }

 private:
  std::size_t place_for(std::size_t cell);

  /// By cell: where its values begin, one for each plane.
  std::unordered_map<std::size_t, std::size_t> places_;
  std::vector<float> values_;
  std::vector<std::size_t> unused_;  ///< places of cells that were put back
  std::size_t planes_ = 0;
};

}  // namespace heatwave::session
