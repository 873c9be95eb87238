// Where the program's own files lie: beside the binary, wherever that was put.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heatwave::scene {

/// The assets folder; the environment variable HEATWAVE_ASSETS overrides where it is sought.
/// Throws core::Error naming the places where it was sought.
std::filesystem::path asset_folder();

/// The files in one of its folders that have this extension, in the order of their names; a missing
/// folder has none. Throws core::Error where the folder cannot be read.
std::vector<std::filesystem::path> asset_files(const std::string& folder,
                                               const std::string& ending);

}  // namespace heatwave::scene
