// Derivatives and divergences of a formula's text become terms of a sum.
#pragma once

#include "kernels/field/formula/expression_terms.h"

namespace heatwave::field::formula {

/// Returns the derivative of the component in this plane. Throws NotLowered for a mixed one.
Term derivative_of(Direction direction, int plane, const SubStepContext& context);

/// Returns the terms of div(…), whose fluxes lie between the cells.
Terms divergence_of(const Node& at, ExpressionTerms& expressions, const SubStepContext& context);

}  // namespace heatwave::field::formula
