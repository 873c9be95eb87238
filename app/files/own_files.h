// The JSON files that the program keeps for itself: settings, state, tuning, notes.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heatwave::files {

/// Throws core::Error when the file cannot be read, is too large or is not JSON.
nlohmann::ordered_json own_document(const std::filesystem::path& path);

/// Renames an unreadable file to "NAME.broken", with a number if that exists, so that nothing is
/// lost. Returns a sentence that says so and contains `why`.
std::string set_aside(const std::filesystem::path& path, const std::string& why);

}  // namespace heatwave::files
