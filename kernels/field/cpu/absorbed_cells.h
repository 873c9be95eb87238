// AbsorbedCells are the cells on absorbing edges that one thread steps for a formula: they are
// gathered and stepped as blocks, by bytecode.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernels/field/cpu/formula_level.h"

namespace heatwave::field {

class AbsorbedCells {
 public:
  /// Steps the cells of some rows that lie on absorbing edges, while the rows to be written still
  /// hold the values of two steps ago. Their values are stored by store(), after the rows have been
  /// stepped. `values` are those of StepCode::with_speeds.
  void step(const FormulaLevel& level, formula::BlockValues& values, Band rows);

  void store(const FormulaLevel& level) {
    for (const Absorbed& one : absorbed_) {
      level.row_to(one.plane, one.cell.y)[one.cell.x] = one.value;
    }
    absorbed_.clear();
  }

 private:
  /// The new value of a cell, until its row has been stepped.
  struct Absorbed {
    int plane = 0;
    core::Cell cell;
    float value = 0.0F;
  };
  /// The values of a block of cells, by plane or output.
  struct Gathered {
    using Cells = std::array<float, kLineCells>;
    std::array<std::array<Cells, formula::kPlaneSlots>, formula::kMostPlanes> slots{};
    std::array<Cells, formula::kMostPlanes> along{};
    std::array<Cells, formula::kMostPlanes> next{};
    std::array<Cells, formula::kMostPlanes> speeds{};
    Cells factors{};
    Cells places{};
  };

  void step_block(const FormulaLevel& level, formula::BlockValues& values,
                  std::span<const core::Cell> cells);
  void gather(const FormulaLevel& level, std::span<const core::Cell> cells);
  void run(const FormulaLevel& level, formula::BlockValues& values,
           std::span<const core::Cell> cells);

  Gathered gathered_;
  std::vector<Absorbed> absorbed_;
};

}  // namespace heatwave::field
