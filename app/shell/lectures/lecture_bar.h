// The bar of a lecture below its words: the next and the previous step.
#pragma once

#include "app/shell/shell_view.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// Cuts the bar off the lower end of the side panel or of the rail.
ui::Box cut_bar(ui::Box& side, float unit);
/// Draws the buttons for the previous and the next step, the step's number, and the button that
/// folds the card.
void draw_lecture_bar(ShellView& shell, const ui::Box& area);

}  // namespace heatwave::shell
