// The program's version, as CMake knows it.
#pragma once

#include <string_view>

namespace heatwave::words {

/// Returns the version in the form "1.0.0".
std::string_view version();

}  // namespace heatwave::words
