// What a run measures on its way, and where the values go.
#pragma once

#include <CLI/CLI.hpp>

#include "app/cli/options.h"

namespace heatwave::cli {

void add_measure_options(CLI::App& app, RunOptions& options);
/// Throws UsageError where they do not go together.
void check_measure_options(const RunOptions& options);

}  // namespace heatwave::cli
