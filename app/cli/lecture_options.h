// The options of `lecture`.
#pragma once

#include <CLI/CLI.hpp>

#include "app/cli/options.h"

namespace heatwave::cli {

void add_lecture_options(CLI::App& app, LectureOptions& options);
/// Throws UsageError for what is missing or does not fit together.
void settle_lecture(const LectureOptions& options);

}  // namespace heatwave::cli
