// The card of a lecture while it is written: its steps are recorded, ordered and reworded.
#pragma once

#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Draws the buttons that record, add, move and remove steps, and save the lecture.
void draw_edit_buttons(ShellView& shell, float width);
/// Draws a text field for each of the step's words.
void draw_word_fields(ShellView& shell);

}  // namespace heatwave::shell
