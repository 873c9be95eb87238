// The text that printf prints in device code.
#pragma once

#include <span>
#include <string>

#include "kernels/cuda_text/scalar.h"

namespace heatwave::cuda_text {

struct PrintedValue {
  Scalar scalar{};
  Word word = 0;
};

/// Returns the format with its conversions replaced by the values; those without a value are left
/// out.
std::string printed(const std::string& format, std::span<const PrintedValue> values);

}  // namespace heatwave::cuda_text
