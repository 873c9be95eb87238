// The expressions of a formula's text become sums of terms, whose values are nodes of a graph.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "kernels/field/formula/folded_expressions.h"
#include "kernels/field/formula/graph.h"
#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

/// Which cell an expression is evaluated in, relative to the cell that is updated.
enum class Shift : std::uint8_t { none, west, east, north, south };

/// The model, program and graph to which the expressions of one sub-step refer.
struct SubStepContext {
  const Model& model;
  Program& program;  ///< gets uniforms, integrals and constants
  FoldedExpressions& folded;
  Graph& graph;
  const std::vector<int>& planes;  ///< the plane from which each component is read

  [[nodiscard]] int plane_of(int component) const {
    return planes[static_cast<std::size_t>(component)];
  }
  /// Returns the graph node of a folded expression.
  [[nodiscard]] int constant(int folded_expression) const {
    return graph.input(Op::constant, folded.constant(folded_expression));
  }
};

/// A factor of a product: a node of the text, which is multiplied by or divided by.
struct Factor {
  int node = 0;
  bool divides = false;
};

/// Reads the expressions of one sub-step. Its functions throw NotLowered at what has no meaning in
/// a time step.
class ExpressionTerms {
 public:
  explicit ExpressionTerms(const SubStepContext& context)
      : context_(context), model_(context.model), folded_(context.folded), graph_(context.graph) {}

  Terms terms_of(int expression);
  int value_of(int expression);
  /// Returns an expression's value in a neighbouring cell.
  int value_of(int expression, Shift shift);
  int value_of(const Terms& terms);
  /// Returns the terms times a folded expression.
  Terms scaled(Terms terms, int scale);
  int uniform(Uniform::Kind kind, int index = 0);
  /// Returns whether an expression is folded on the host.
  bool is_folded(int expression);

 private:
  void must_not_be_shifted(const Node& at) const;
  Terms named(const Node& at);
  /// A coordinate is half the spacing times a whole number; a neighbour's number differs by two.
  Term coordinate(Op op, double neighbours);
  Term white(int stream);
  int integral(const Node& at);
  void collect_factors(int index, bool divides, std::vector<Factor>& factors, bool& is_negative);
  Terms product_of(int index);
  /// Multiplies a product by the sum that was put aside.
  void settle(Term& product, Terms& sum);
  void multiply(Term& product, const Term& by, Terms& sum);

  SubStepContext context_;
  const Model& model_;
  FoldedExpressions& folded_;
  Graph& graph_;
  Shift shift_ = Shift::none;
  std::vector<signed char> is_folded_;  ///< by node of the text; −1: not yet known
  std::map<std::pair<int, Shift>, int> values_;
};

}  // namespace heatwave::field::formula
