// The source files of the lab and the stage as they were compiled, by name from the top of the
// source tree.
#pragma once

#include <span>
#include <string_view>

namespace heatwave::session {

/// Returns a file's bytes; empty: no file of this name was embedded.
std::span<const unsigned char> embedded_file(std::string_view name);

}  // namespace heatwave::session
