// The measures of the font for mathematics, embedded in the program.
#pragma once

#include <span>
#include <string_view>

namespace heatwave::ui {

/// Returns the bytes of a file by its name. Empty: no file of this name is embedded.
std::span<const unsigned char> embedded_file(std::string_view name);

}  // namespace heatwave::ui
