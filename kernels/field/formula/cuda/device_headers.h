// The headers of the GPU's kernels are embedded in the program, which compiles formulas with them.
#pragma once

#include <span>
#include <string_view>

namespace heatwave::field::formula {

/// Returns the text of a header by its path from the top of the source tree; empty: it is not
/// embedded.
std::span<const unsigned char> embedded_file(std::string_view name);

}  // namespace heatwave::field::formula
