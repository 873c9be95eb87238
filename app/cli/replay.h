// `heatwave replay`: does again what a recording holds, and compares.
#pragma once

#include <string>

#include "app/cli/options.h"

namespace heatwave::cli {

/// Returns what is to be printed. Throws core::Error, also where the field comes out differently.
std::string replay(const ReplayOptions& options);

}  // namespace heatwave::cli
