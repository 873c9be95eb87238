// The graph of a sub-step is written as operations, in the order that program.h describes.
#pragma once

#include <vector>

#include "kernels/field/formula/folded_expressions.h"
#include "kernels/field/formula/graph.h"
#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

/// The sum that a sub-step gives to a plane.
struct StepSum {
  Terms terms;
  int centre = kNone;         ///< graph node of u
  int difference = kNone;     ///< graph node of u − older, second order only
  int own_laplacian = kNone;  ///< graph node of lap(u)
  bool is_plain = false;      ///< true: the one term's value is the result
};

/// A plane, and the sum that becomes its value.
struct PlaneSum {
  int plane = 0;
  int fixed_plane = 0;  ///< see Output
  StepSum sum;
};

/// Appends the operations and outputs of these sums to a sub-step that has none.
void write_operations(const Graph& graph, FoldedExpressions& folded,
                      const std::vector<PlaneSum>& sums, SubStep& step);

}  // namespace heatwave::field::formula
