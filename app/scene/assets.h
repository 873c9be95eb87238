// Where the program's own files lie: beside the binary, wherever that was put.
#pragma once

#include <filesystem>

namespace heatwave::session {

/// The assets folder; the environment variable HEATWAVE_ASSETS overrides where it is sought.
/// Throws core::Error naming the places where it was sought.
std::filesystem::path asset_folder();

}  // namespace heatwave::session
