// FormulaSides are the conditions on the sides of a field, as a sub-step of a formula takes them:
// values in the outermost cells, and slopes beyond them.
#pragma once

#include <array>

#include "kernels/field/cpu/formula_level.h"

namespace heatwave::field {

/// One value for each cell of a block; whole lines of cells may be written.
using CellBlock = std::array<float, formula::kMostBlockCells + kLineCells>;

class FormulaSides {
 public:
  explicit FormulaSides(const FormulaLevel& level) : level_(level) {}

  [[nodiscard]] bool any() const { return !level_.code().sides.empty(); }

  /// Computes how far the missing neighbours' values lie above the cells' own. Returns false where
  /// there is no slope.
  bool slope_on(formula::Side side, int component, int x, int y, int count,
                CellBlock& slopes) const;

  /// Sets the values of the cells of a row that lie on sides with conditions on the value.
  void set_values(int y) const;

 private:
  [[nodiscard]] bool touches(formula::Side side, int x, int y, int count) const;
  [[nodiscard]] const SideCode* condition_of(formula::Side side, int component, bool is_slope,
                                             int x, int y, int count) const;
  void compute(const SideCode& side, double time, int x, int y, int count, CellBlock& to) const;

  const FormulaLevel& level_;
};

}  // namespace heatwave::field
