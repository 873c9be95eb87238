// The words of a lecture: the card in place of the side panel, and the bar below it for the next
// and the previous step.
#pragma once

#include "app/shell/shell_view.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// Returns the card's width in design units. It exceeds the panel's in a wide window, because the
/// letters are larger; in any window it leaves three fifths of the width to the room.
float card_width(core::Extent window, float unit);
/// Cuts the bar off the lower end of the side panel or of the rail.
ui::Box cut_bar(ui::Box& side, float unit);

/// Scroll requests for the card's words in this frame.
struct CardScroll {
  bool from_top = false;
  bool to_answer = false;
};
/// Draws the step's title, text and question; without a lecture, the list of lectures.
/// `question_height`: the height that the question needs, as the last frame has measured it.
void draw_lecture_card(ShellView& shell, const ui::Box& area, CardScroll scroll,
                       float& question_height);
/// Draws the buttons for the previous and the next step, the step's number, and the button that
/// folds the card.
void draw_lecture_bar(ShellView& shell, const ui::Box& area);

}  // namespace heatwave::shell
