// Lectures in the window: the player and its editor, and where the words of a lecture stand.
#pragma once

#include <memory>
#include <vector>

#include "app/shell/lectures/lecture_caption.h"
#include "app/shell/lectures/lecture_writer.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/wire/lecture_player.h"

namespace heatwave::shell {

/// Where the parts of a lecture lie in a frame; empty boxes: they are not shown.
struct LecturePlaces {
  ui::Box side;  ///< the side panel's place
  ui::Box bar;   ///< below it
  LectureCaption caption;
};

class Lectures {
 public:
  /// Opens the lecture that the window begins with, if there is one.
  explicit Lectures(const ShellContext& shell);

  void handle(const session::OpenLecture& command);
  void handle(const session::OpenLectureFile& command);
  void handle(const session::CloseLecture& command);
  void handle(const session::NextLectureStep& command);
  void handle(const session::PreviousLectureStep& command);
  void handle(const session::ShowLectureCard& command);
  void handle(const session::ShowLectureCaption& command);
  void handle(const session::WriteLecture& command);
  void handle(const session::EditLecture& command);
  void handle(const session::RewordLectureStep& command);
  /// Looks at a command of the window's for the session. Returns false where it goes no further:
  /// a step that is still being done would lose it, or the recorded step has it.
  bool admit(const session::Command& command, session::Gesture gesture);

  /// Goes on with a step that is being done.
  void update();
  void draw(ShellView& view, const LecturePlaces& places);

  [[nodiscard]] const LectureStatus& status() const { return status_; }

 private:
  void open(wire::Lecture lecture);
  void show_card(bool on);
  /// Ends what shows the field again, and returns true where something does: the command is then
  /// sent once more.
  bool waits_for_playback(session::Command command);
  void publish();

  const ShellContext& shell_;
  LectureWriter writer_;
  std::unique_ptr<wire::LecturePlayer> player_;  ///< null: no lecture is open
  LectureStatus status_;
  bool answer_is_new_ = false;                            ///< it is to be scrolled to
  std::pair<const wire::Lecture*, std::size_t> drawn_{};  ///< the step that the card showed last
};

}  // namespace heatwave::shell
