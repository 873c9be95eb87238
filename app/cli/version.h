// The program's version, as CMake knows it.
#pragma once

#include <string_view>

namespace heatwave::cli {

std::string_view version();

}  // namespace heatwave::cli
