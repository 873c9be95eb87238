// The options of `heatwave stage`.
#pragma once

#include <CLI/CLI.hpp>

#include "app/cli/options.h"

namespace heatwave::cli {

void add_stage_options(CLI::App& app, StageOptions& options);
/// What single options cannot see. Throws UsageError.
void settle_stage(StageOptions& options);

}  // namespace heatwave::cli
