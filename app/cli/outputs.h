// Checks where a run wants to write, before anything is computed.
#pragma once

#include <filesystem>

#include "app/cli/options.h"

namespace heatwave::cli {

/// Throws core::Error when a file would be overwritten without --force or a folder cannot be
/// written; touches nothing.
void check_outputs(const OutputOptions& options);

/// Likewise for one file; an empty path is none.
void check_file(const std::filesystem::path& path, bool force);

/// Throws UsageError where this file is one of those that are saved anyway; an empty path is none.
void check_apart(const char* option, const std::filesystem::path& path,
                 const OutputOptions& options);

}  // namespace heatwave::cli
