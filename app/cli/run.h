// `heatwave run`: computes a field without a window, saves pictures and data, tells the figures.
#pragma once

#include <string>

#include "app/cli/options.h"

namespace heatwave::cli {

/// What to print: a summary, or one JSON document. Throws core::Error; a field that overflows is
/// one, and then neither --png nor --dump is written.
std::string run(const RunOptions& options);

}  // namespace heatwave::cli
