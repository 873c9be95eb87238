// The program's version, as set in CMake.
#pragma once

#include <string_view>

namespace heatwave::words {

/// Returns the version in the form "1.0.0".
std::string_view version();

}  // namespace heatwave::words
