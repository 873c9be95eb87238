// The head of a lecture's card: its title, the choice of other lectures, and buttons.
#pragma once

#include <vector>

#include "app/shell/shell_view.h"
#include "app/wire/lecture.h"

namespace heatwave::shell {

/// Returns the lectures that come with the program.
const std::vector<wire::LectureListing>& listings(const ShellView& shell);

/// Draws the lecture's title, the choice of other lectures, and the buttons that write and close
/// it.
void draw_lecture_head(ShellView& shell, float width);

}  // namespace heatwave::shell
