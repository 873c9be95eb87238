// Files compiled into the program (shaders, fonts), by name.
#pragma once

#include <span>
#include <string_view>

namespace heatwave::view {

/// Empty when no file of this name was embedded.
std::span<const unsigned char> embedded_file(std::string_view name);

}  // namespace heatwave::view
