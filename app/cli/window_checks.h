// What can be said of a window's options before there is a window.
#pragma once

#include "app/cli/options.h"

namespace heatwave::cli {

/// Throws UsageError for a scene, parameter or file that cannot be, core::Error when there is no
/// display.
void check_window(const WindowOptions& options);

}  // namespace heatwave::cli
