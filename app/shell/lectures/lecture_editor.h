// The card while a lecture is being written: fields for its words, and buttons for its steps.
#pragma once

#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Draws the buttons that edit the steps.
void draw_lecture_edits(ShellView& shell, float width);
/// Draws a field for each of the step's texts.
void draw_lecture_words(ShellView& shell);

}  // namespace heatwave::shell
