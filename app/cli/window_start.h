// From the window's options to what it opens with, checked before there is a window.
#pragma once

#include <string>

#include "app/cli/options.h"
#include "app/scene/scene.h"
#include "app/shell/start.h"

namespace heatwave::cli {

/// What a grid costs that takes a while until it is seen first; empty: hardly anything.
std::string cost_of(const session::Scene& scene);

/// Says such a cost on standard error. Throws UsageError for a scene, parameter or file that cannot
/// be, core::Error when there is no display.
shell::Start window_start(const WindowOptions& options);

}  // namespace heatwave::cli
