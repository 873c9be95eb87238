// How long ago this program was started.
#pragma once

#include <filesystem>

namespace heatwave::shell {

/// In milliseconds, loading and all, to ten of them; 0 where the system does not tell. `root` is
/// where /proc lies.
double process_age_ms(const std::filesystem::path& root = "/");

}  // namespace heatwave::shell
