// The words of a lecture: the card in place of the side panel.
#pragma once

#include "app/shell/shell_view.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// Returns the card's width in design units. It exceeds the panel's in a wide window, because the
/// letters are larger; in any window it leaves three fifths of the width to the room.
float card_width(core::Extent window, float unit);

/// The heights that the words, the question and what stands below it need, as the last frame has
/// measured them.
struct CardHeights {
  float words = 0.0F;
  float question = 0.0F;
  float answer = 0.0F;  ///< height of the answer, or of the buttons in its place
};
/// Draws the step's title, text and question; without a lecture, the list of lectures. `from_top`:
/// scrolls all of them to their beginnings.
void draw_lecture_card(ShellView& shell, const ui::Box& area, bool from_top, CardHeights& heights);

}  // namespace heatwave::shell
