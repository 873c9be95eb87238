// A lecture in the window: what is shown of it, and what is asked of it in this frame.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/wire/lecture.h"

namespace heatwave::shell {

/// What is done to a lecture that is being written.
enum class LectureDeed : std::uint8_t {
  none,
  begin,    ///< a new lecture
  add,      ///< a step behind this one, that shows what is shown now
  renew,    ///< this step shows what is shown now
  record,   ///< a step behind this one, that does what is done until it is pressed again
  earlier,  ///< the step changes places with the one before
  later,
  remove,
  save,
};

struct LectureModel {
  bool card_shown = false;                 ///< in the side panel's place
  bool caption_shown = true;               ///< the question, where the room is presented alone
  const wire::Lecture* lecture = nullptr;  ///< null: none is open
  std::size_t step = 0;
  bool answer_shown = false;
  bool answer_is_new = false;                            ///< it is to be scrolled to
  bool is_going = false;                                 ///< the step is still being done
  std::pair<const wire::Lecture*, std::size_t> drawn{};  ///< the step that the card showed last
  std::vector<wire::LectureListing> all;                 ///< that come with the program

  bool wants_next = false;
  bool wants_back = false;
  bool wants_to_leave = false;
  std::string wanted;  ///< another lecture, by its name

  bool writing = false;    ///< the card is for writing
  bool recording = false;  ///< a step is being recorded
  bool changed = false;    ///< since it was read or saved
  LectureDeed deed = LectureDeed::none;
  wire::LectureWords words;    ///< of the step shown, as they are written
  bool words_changed = false;  ///< in this frame

  [[nodiscard]] const wire::LectureStep& here() const { return lecture->steps[step]; }
  /// Whether going on shows the answer first; whoever writes sees it in any case.
  [[nodiscard]] bool has_answer_to_show() const {
    return !answer_shown && !writing && !here().question.empty();
  }
};

}  // namespace heatwave::shell
