// The font compiled into what writes pictures.
#pragma once

#include <span>
#include <string_view>

namespace heatwave::exporting {

/// Empty when no file of this name was embedded.
std::span<const unsigned char> embedded_file(std::string_view name);

}  // namespace heatwave::exporting
