// The words of a lecture, in the side panel's place, and the bar below that goes on and back.
#pragma once

#include "app/shell/shell_view.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// In units of design: wider than the panel where the window has room, for its letters are larger.
float card_width(core::Extent window, float unit);
/// Takes the bar's place off the lower end of the side panel's.
ui::Box cut_bar(ui::Box& side, float unit);

/// Where the card's words are scrolled to in this frame.
struct CardScroll {
  bool from_top = false;
  bool to_answer = false;
};
/// The step's title, its text and its question; without a lecture, the list of those there are.
void draw_lecture_card(ShellView& shell, const ui::Box& area, CardScroll scroll);
/// Back, where it stands, on; and the card folded and unfolded.
void draw_lecture_bar(ShellView& shell, const ui::Box& area);

}  // namespace heatwave::shell
