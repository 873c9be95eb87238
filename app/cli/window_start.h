// From the window's options to what it opens with, checked before there is a window.
#pragma once

#include "app/cli/options.h"
#include "app/shell/start.h"

namespace heatwave::cli {

/// Says on standard error what a large grid costs. Throws UsageError for a scene, parameter or file
/// that cannot be, core::Error when there is no display.
shell::Start window_start(const WindowOptions& options);

}  // namespace heatwave::cli
