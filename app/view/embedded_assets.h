// Files embedded in the program (shaders, fonts), by name.
#pragma once

#include <span>
#include <string_view>

namespace heatwave::view {

/// Empty: no file of this name is embedded.
std::span<const unsigned char> embedded_file(std::string_view name);

}  // namespace heatwave::view
