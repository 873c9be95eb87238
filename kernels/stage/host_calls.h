// Compiles what a lesson's host code calls: CUDA's runtime, launches of kernels, and printf.
#pragma once

#include "kernels/stage/host_expressions.h"

namespace heatwave::stage {

HostExpression host_call(const cuda_text::Expression& call, HostExpressions& expressions);
/// Compiles kernel<<<grid, block, shared_bytes>>>(arguments).
HostExpression host_launch(const cuda_text::Expression& launch, HostExpressions& expressions);

}  // namespace heatwave::stage
