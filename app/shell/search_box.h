// The search box over the window: what is typed, and what fits it.
#pragma once

#include "app/shell/shell_view.h"

namespace heatwave::shell {

void draw_search_box(ShellView& shell);

}  // namespace heatwave::shell
