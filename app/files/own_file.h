// The JSON files that the program keeps for itself: settings, state, tuning, notes. One that cannot
// be read is kept beside its place, so that nothing is lost.
#pragma once

#include <filesystem>
#include <string>

#include "app/json/json_reader.h"

namespace heatwave::files {

/// Throws core::Error where the file cannot be read, is too large or is not a JSON object.
json::JsonReader read_own_file(const std::filesystem::path& path);

/// Renames the file to "NAME.broken", or with a number behind it; returns one sentence that says
/// so.
std::string set_aside(const std::filesystem::path& path, const std::string& why);

}  // namespace heatwave::files
