// The card of a lecture that is being written: its words in fields, its steps in order.
#pragma once

#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Buttons for the steps, then a field for each of the words.
void draw_lecture_editor(ShellView& shell, float width);

}  // namespace heatwave::shell
