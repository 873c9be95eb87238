// Builds one sub-step: which planes it writes, and the sums that they become.
#pragma once

#include <utility>
#include <vector>

#include "kernels/field/formula/expression_terms.h"
#include "kernels/field/formula/folded_expressions.h"
#include "kernels/field/formula/graph.h"
#include "kernels/field/formula/operation_writer.h"
#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

class SubStepBuilder {
 public:
  SubStepBuilder(const Model& model, Program& program, FoldedExpressions& folded,
                 std::vector<int> plane_of, double time);
  SubStepBuilder(const SubStepBuilder&) = delete;
  SubStepBuilder& operator=(const SubStepBuilder&) = delete;

  /// Adds u + scale·(rate of change), for a component of first or second order.
  void add_step(int component, int base_plane, int plane, int scale);
  /// Adds an expression's value, without a time step around it.
  void add_value(int expression, int plane, int fixed_plane);
  void add_terms(const Terms& terms, int plane, int fixed_plane);

  /// Returns the right side of a component's equation as one value.
  int rate_of(int component);
  [[nodiscard]] Term term(int value, int factor) const { return {factor, false, false, value}; }
  int centre(int plane) { return graph_.input(Op::centre, plane); }
  int binary(Op op, int a, int b) { return graph_.binary(op, a, b); }
  ExpressionTerms& expressions() { return expressions_; }

  /// Writes all operations. Must be the last call.
  SubStep finish();

 private:
  const Model& model_;
  FoldedExpressions& folded_;
  SubStep step_;
  Graph graph_;
  ExpressionTerms expressions_;
  std::vector<PlaneSum> sums_;
};

}  // namespace heatwave::field::formula
