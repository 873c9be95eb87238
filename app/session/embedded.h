// The lab's and the stage's source files as they were compiled, by name from the top of the source
// tree.
#pragma once

#include <span>
#include <string_view>

namespace heatwave::session {

/// Empty when no file of this name was embedded.
std::span<const unsigned char> embedded_file(std::string_view name);

}  // namespace heatwave::session
