// Where the program did not end as it should: the offer to go back to what was on the screen.
#pragma once

#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// The answer goes into the model.
void draw_crash_question(ShellView& shell);

}  // namespace heatwave::shell
