// The options of `heatwave lab`.
#pragma once

#include <CLI/CLI.hpp>

#include "app/cli/options.h"

namespace heatwave::cli {

void add_lab_options(CLI::App& app, LabOptions& options);
/// What single options cannot see; a file's name says its format where no option does. Throws
/// UsageError.
void settle_lab(LabOptions& options);

}  // namespace heatwave::cli
