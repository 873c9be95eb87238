// Edits a lecture: its steps, their order, and steps recorded from commands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/shell_context.h"
#include "app/wire/lecture_player.h"

namespace heatwave::shell {

class LectureWriter {
 public:
  explicit LectureWriter(const ShellContext& shell) : shell_(shell) {}

  /// Returns a lecture whose only step shows the current view.
  [[nodiscard]] wire::Lecture new_lecture() const;
  /// Adds, renews, moves or removes the player's current step, or begins and ends a recorded one.
  void apply(session::LectureEdit edit, wire::LecturePlayer& player);
  void reword(const wire::LectureWords& words, wire::LecturePlayer& player);

  [[nodiscard]] bool is_recording() const { return recording_; }
  /// Returns whether the lecture has changed since it was read or saved.
  [[nodiscard]] bool has_changed() const { return changed_; }
  /// Resets the state for another lecture, with nothing to save.
  void start_over();
  void mark_changed() { changed_ = true; }

  /// Runs a command as part of the recorded step. Returns false, without running it, when the
  /// command does not belong in the step.
  bool record(const session::Command& command, session::Gesture gesture);
  /// Begins the recorded step once the player has reached it.
  void update(const wire::LecturePlayer& player);
  void end_step(wire::LecturePlayer& player);

 private:
  [[nodiscard]] wire::LectureStep step_as_shown(const std::string& title) const;
  void replace(wire::LecturePlayer& player, wire::Lecture lecture, std::size_t step);
  void begin_step(wire::LecturePlayer& player);
  /// Records the steps that the field has taken since the newest command.
  void note_steps_done();
  void save(wire::LecturePlayer& player);

  const ShellContext& shell_;
  std::vector<session::Command> done_;  ///< commands of the step that is being recorded
  /// Field step up to which commands are recorded; none: the recording has not begun.
  std::optional<std::int64_t> done_until_;
  bool recording_ = false;
  bool changed_ = false;
};

}  // namespace heatwave::shell
