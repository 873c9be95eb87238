// A FieldExpression is a quantity that is shown in place of a component: an expression of the
// components of an equation, such as u^2 + v^2. It never changes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/core/thread_team.h"
#include "kernels/field/cells.h"
#include "kernels/field/equation.h"
#include "kernels/field/formula/program.h"
#include "kernels/field/formula/row_bytecode.h"

namespace heatwave::field::formula {

/// A field between two steps, in host memory.
struct FieldMoment {
  core::Extent extent;
  std::int64_t step = 0;
  /// Ordered as in FieldState; those that the expression does not read may be empty.
  std::span<const std::vector<float>> planes;
  std::span<const std::uint8_t> flags;  ///< one for each cell
  Edges edges;
  std::span<const double> parameters;  ///< in the equation's order
};

class FieldExpression : core::NonCopyable {
 public:
  /// `equation` is built-in or a formula's. Throws core::Error with all mistakes.
  FieldExpression(const EquationInfo& equation, std::string_view text);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// Returns whether the text alone shows that no value is below zero, as of u^2 + v^2.
  [[nodiscard]] bool is_never_negative() const;
  /// Returns whether it reads a plane, counted as in FieldState.
  [[nodiscard]] bool reads(std::size_t plane) const;
  /// Returns the value in each cell, the same bits on all processors and with any number of
  /// threads. A neighbour that is a wall, or lies beyond an edge that is not periodic, has the
  /// cell's own value.
  [[nodiscard]] std::vector<float> values(const FieldMoment& moment, core::ThreadTeam& team) const;

 private:
  std::string text_;
  Model model_;
  Program program_;
  Bytecode code_;
  /// For each parameter of the model its index in the equation.
  std::vector<std::size_t> parameters_;
};

/// Returns all mistakes of an expression; empty: it has none.
std::vector<Problem> problems_of(const EquationInfo& equation, std::string_view expression);

}  // namespace heatwave::field::formula
