// The words of a lecture: the card in place of the side panel, the bar below it for the next and
// the previous step, and the caption below the room.
#pragma once

#include <string>

#include "app/shell/shell_view.h"
#include "app/ui/box.h"
#include "app/ui/equation_text.h"

namespace heatwave::shell {

/// Returns the card's width in design units. It exceeds the panel's in a wide window, because the
/// letters are larger; in any window it leaves three fifths of the width to the room.
float card_width(core::Extent window, float unit);
/// Cuts the bar off the lower end of the side panel or of the rail.
ui::Box cut_bar(ui::Box& side, float unit);

/// Scroll requests for the card's words in this frame.
struct CardScroll {
  bool from_top = false;
  bool to_question = false;
  bool to_answer = false;
};
/// Draws the step's title, text and question; without a lecture, the list of lectures. Returns
/// whether the question ends below the card's edge.
bool draw_lecture_card(ShellView& shell, const ui::Box& area, CardScroll scroll);
/// Draws the buttons for the previous and the next step, the step's number, and the button that
/// folds the card.
void draw_lecture_bar(ShellView& shell, const ui::Box& area);

/// A lecture's question, then its answer below it, in a band below the room, laid out for a frame.
/// Letters are large enough for the last row while the room is presented.
struct LectureCaption {
  ui::Box box;  ///< empty: nothing is shown
  ui::EquationText text;
  float letters = 0.0F;  ///< height of a line, in window units
  bool is_answer = false;
  /// The answered question in smaller letters; without lines: there is no room for it.
  ui::EquationText question;
  float question_height = 0.0F;

  [[nodiscard]] bool is_shown() const { return box.height() > 0; }
};

/// Returns the line height of a caption on a picture of this height, in the same units. On a
/// picture 800 high, letters are at least 36 high, from the top of an h to the bottom of a q.
float caption_letters(float picture_height);
/// Cuts the caption's band off the lower end of the room, as low as the question and the answer
/// allow, so that a room that is not small stays as it is when the answer is shown. `letters` is
/// the least line height; only words that would fill more than half of the room are drawn smaller.
/// Call it between the frame's begin and end.
LectureCaption cut_caption(const LectureStatus& lecture, const ui::FontSet& fonts,
                           ui::Memory& memory, float letters, ui::Box& room);
void draw_lecture_caption(ShellView& shell, const LectureCaption& caption);

}  // namespace heatwave::shell
