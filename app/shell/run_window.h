// The window, from opening to closing.
#pragma once

#include "app/shell/start.h"

namespace heatwave::shell {

/// Throws core::Error when the program was built without a window.
void require_window();

/// Returns the program's exit status. Throws core::Error when no window can be opened.
int run_window(const Start& start);

}  // namespace heatwave::shell
