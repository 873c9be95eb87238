// The JSON files that the program keeps for itself: settings, state, tuning, notes.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heatwave::files {

/// Throws core::Error where the file cannot be read, is too large or is not JSON.
nlohmann::ordered_json own_document(const std::filesystem::path& path);

/// Renames a file that cannot be read to "NAME.broken", or with a number after that, so that
/// nothing is lost. Returns a sentence that says so and `why`.
std::string set_aside(const std::filesystem::path& path, const std::string& why);

}  // namespace heatwave::files
