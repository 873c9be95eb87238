// The question for a file, over the window.
#pragma once

#include "app/shell/shell_view.h"

namespace heatwave::shell {

void draw_file_dialog(ShellView& shell);

}  // namespace heatwave::shell
