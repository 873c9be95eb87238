// Changes a lecture that is being written: its steps, their order, a step recorded from what is
// done.
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

  /// A lecture whose only step shows what is shown now.
  [[nodiscard]] wire::Lecture new_lecture() const;
  /// Adds, renews, moves or removes the player's present step, or begins and ends a recorded one.
  void apply(session::LectureEdit edit, wire::LecturePlayer& player);
  void reword(const wire::LectureWords& words, wire::LecturePlayer& player);

  [[nodiscard]] bool is_recording() const { return recording_; }
  /// Whether the lecture has changed since it was read or saved.
  [[nodiscard]] bool has_changed() const { return changed_; }
  /// The lecture is another one, with nothing to save.
  void start_over();
  void mark_changed() { changed_ = true; }

  /// Carries a command out as part of the step that is recorded. Returns false where the command
  /// does not belong there, and nothing was done.
  bool record(const session::Command& command, session::Gesture gesture);
  /// Lets the recorded step begin, once the player has come to it.
  void update(const wire::LecturePlayer& player);
  void end_step(wire::LecturePlayer& player);

 private:
  [[nodiscard]] wire::LectureStep step_as_shown(const std::string& title) const;
  void replace(wire::LecturePlayer& player, wire::Lecture lecture, std::size_t step);
  void begin_step(wire::LecturePlayer& player);
  /// Notes the steps that the field has taken since the newest command.
  void note_steps_done();
  void save(wire::LecturePlayer& player);

  const ShellContext& shell_;
  std::vector<session::Command> done_;      ///< in the step that is being recorded
  std::optional<std::int64_t> done_until_;  ///< the field's step so far; none: it is not there yet
  bool recording_ = false;
  bool changed_ = false;
};

}  // namespace heatwave::shell
