// The card of a lecture that is being written: its words in fields, its steps in order.
#pragma once

#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Buttons for the steps.
void draw_lecture_edits(ShellView& shell, float width);
/// A field for each of the words.
void draw_lecture_words(ShellView& shell);

}  // namespace heatwave::shell
