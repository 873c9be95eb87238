// Functions, comparisons and powers of a formula's text become nodes of a sub-step's graph.
#pragma once

#include "kernels/field/formula/expression_terms.h"

namespace heatwave::field::formula {

/// Returns the graph node of a function, a comparison or a power. Throws NotLowered when the
/// operation is none of these.
int function_value(const Node& at, ExpressionTerms& expressions, const SubStepContext& context);

}  // namespace heatwave::field::formula
