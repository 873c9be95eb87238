// Locations of the program's own files, relative to the binary.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heatwave::scene {

/// Returns the assets folder; the environment variable HEATWAVE_ASSETS overrides its location.
/// Throws core::Error that lists the places searched.
std::filesystem::path asset_folder();

/// Returns the files with this extension in one of its folders and below, sorted by name; none for a
/// missing folder. Throws core::Error when a folder cannot be read.
std::vector<std::filesystem::path> asset_files(const std::string& folder,
                                               const std::string& ending);

}  // namespace heatwave::scene
