// The window, from opening to leaving.
#pragma once

#include "app/shell/start.h"

namespace heatwave::shell {

/// Returns the program's exit status. Throws core::Error when there is no window to be had.
int run_window(const Start& start);

}  // namespace heatwave::shell
