// A lecture's question, then its answer, in a band below the room: for the last row, where the
// room is presented alone.
#pragma once

#include <string>

#include "app/shell/shell_view.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// The caption, laid out for a frame.
struct LectureCaption {
  ui::Box box;           ///< empty: nothing is shown
  std::string lines;     ///< the words, with their line breaks
  float letters = 0.0F;  ///< height of a line, in window units
  bool is_answer = false;

  [[nodiscard]] bool is_shown() const { return box.height() > 0; }
};

/// The height of a caption's line on a picture of this height, in its units. Where the picture is
/// 800 high, letters are at least 36 from the top of an h to the foot of a q.
float caption_letters(float picture_height);
/// Takes the caption's place off the lower end of the room: as little as its words need. `letters`
/// is the least height of a line; only words that would fill more than half of the room at that
/// size are written smaller. Call between the frame's begin and its end.
LectureCaption cut_caption(const LectureStatus& lecture, const ui::FontSet& fonts, float letters,
                           ui::Box& room);
void draw_lecture_caption(ShellView& shell, const LectureCaption& caption);

}  // namespace heatwave::shell
