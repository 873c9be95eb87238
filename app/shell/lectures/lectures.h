// Lectures in the window: the player, its editor, and the places of a lecture's words.
#pragma once

#include <memory>
#include <vector>

#include "app/shell/lectures/lecture_caption.h"
#include "app/shell/lectures/lecture_card.h"
#include "app/shell/lectures/lecture_writer.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/wire/lecture_player.h"

namespace heatwave::shell {

/// Positions of the lecture's parts in a frame; an empty box is not shown.
struct LecturePlaces {
  ui::Box side;  ///< place of the side panel
  ui::Box bar;   ///< below the side panel
  LectureCaption caption;
};

class Lectures {
 public:
  /// Opens the lecture given on the command line, if there is one.
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
  void handle(const session::ResetLectureClock& command);
  /// Filters the window's commands for the session. Returns false when a command must not reach the
  /// session: a running step would lose it, or the recorded step has taken it.
  bool admit(const session::Command& command, session::Gesture gesture);

  /// Continues a running step.
  void update();
  void draw(ShellView& view, const LecturePlaces& places);

  [[nodiscard]] const LectureStatus& status() const { return status_; }

 private:
  void open(wire::Lecture lecture);
  void show_card(bool on);
  /// Going on or back ends it, also where that only shows or hides a time.
  void end_black_screen();
  /// Ends the playback of a recording, if there is one, and sends the command again. Returns
  /// whether it did.
  bool waits_for_playback(session::Command command);
  void publish();

  const ShellContext& shell_;
  LectureWriter writer_;
  std::unique_ptr<wire::LecturePlayer> player_;  ///< null: no lecture is open
  LectureStatus status_;
  double began_at_ = 0.0;  ///< time at which its clock began, in seconds
  CardHeights card_heights_;
  /// The step that the card showed in the previous frame.
  std::pair<const wire::Lecture*, std::size_t> drawn_{};
};

}  // namespace heatwave::shell
