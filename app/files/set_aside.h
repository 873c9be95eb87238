// Files of the program's own that cannot be read are kept beside their place, so that nothing is
// lost.
#pragma once

#include <filesystem>
#include <string>

namespace heatwave::files {

/// Renames it to "NAME.broken", or with a number behind it; returns one sentence that says so.
std::string set_aside(const std::filesystem::path& path, const std::string& why);

}  // namespace heatwave::files
