// The caption of a lecture: its question and answer below a presented room.
#pragma once

#include "app/shell/shell_view.h"
#include "app/ui/box.h"
#include "app/ui/equation_text.h"

namespace heatwave::shell {

/// A lecture's question, then its answer below it, in a band below the room, laid out for a frame.
/// Letters are large enough for the last row while the room is presented.
struct LectureCaption {
  ui::Box box;  ///< empty: nothing is shown
  ui::EquationText text;
  float letters = 0.0F;  ///< height of a line, in window units
  bool is_answer = false;
  /// The answered question, in letters as large; without lines: there is no room for it.
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
