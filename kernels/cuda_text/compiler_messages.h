// The messages of NVIDIA's compilers, as mistakes with their places.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/cuda_text/diagnostic.h"

namespace heatwave::cuda_text {

/// Returns the errors in what nvcc or NVRTC said, in their order; empty: it names no line.
std::vector<Diagnostic> errors_in(std::string_view messages);

}  // namespace heatwave::cuda_text
