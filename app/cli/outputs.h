// Checks the destinations of a run before anything is computed.
#pragma once

#include <filesystem>

#include "app/cli/options.h"

namespace heatwave::cli {

/// Throws core::Error when a file would be overwritten without --force or a folder cannot be
/// written; changes nothing.
void check_outputs(const OutputOptions& options);

/// Checks one file in the same way; empty: none.
void check_file(const std::filesystem::path& path, bool force);

/// Throws UsageError when this file equals another output; empty: none.
void check_apart(const char* option, const std::filesystem::path& path,
                 const OutputOptions& options);

}  // namespace heatwave::cli
