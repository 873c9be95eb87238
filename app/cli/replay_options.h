// The options of `replay`.
#pragma once

#include <CLI/CLI.hpp>

#include "app/cli/options.h"

namespace heatwave::cli {

void add_replay_options(CLI::App& app, ReplayOptions& options);
/// Throws UsageError for what is missing or does not fit together.
void settle_replay(const ReplayOptions& options);

}  // namespace heatwave::cli
