// `heatwave stage`: plays a lesson without a window and prints what happened.
#pragma once

#include <string>

#include "app/cli/options.h"

namespace heatwave::cli {

/// What to print: the list, a line for each step, the moment after one, or one JSON document. A
/// fault that is found is part of the play; a lesson that cannot be played throws core::Error.
std::string stage(const StageOptions& options);

}  // namespace heatwave::cli
