// The JSON files that the program keeps for itself: settings, state, tuning, notes.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace heatwave::files {

/// Throws core::Error where the file cannot be read, is too large or is not JSON.
nlohmann::ordered_json own_document(const std::filesystem::path& path);

}  // namespace heatwave::files
