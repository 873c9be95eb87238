// The font compiled into the writers of pictures.
#pragma once

#include <span>
#include <string_view>

namespace heatwave::exporting {

/// Returns a file's bytes; empty: no file of this name was embedded.
std::span<const unsigned char> embedded_file(std::string_view name);

}  // namespace heatwave::exporting
