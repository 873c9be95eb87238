// The mathematical functions that device code calls.
#pragma once

#include "kernels/cuda_text/bytecode.h"
#include "kernels/cuda_text/scalar.h"

namespace heatwave::cuda_text {

/// Returns the function's result for operands of this type. Functions of fewer operands ignore the
/// last ones; a function that does not exist for the type returns 0.
Word result_of(Math function, Scalar scalar, Word a, Word b, Word c);

}  // namespace heatwave::cuda_text
