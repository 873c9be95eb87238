// Runs a session through a lecture: forward step by step, and back to the states of earlier steps.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/session/session.h"
#include "app/wire/lecture.h"

namespace heatwave::wire {

/// A step without a scene continues from the previous step's end as the lecture computed it,
/// without later changes by the user. So a lecture always shows the same fields.
class LecturePlayer {
 public:
  /// `waits`: there is no window, and measurements are waited for. The session must outlive the
  /// player.
  LecturePlayer(Lecture lecture, session::Session& session, bool waits);

  [[nodiscard]] const Lecture& lecture() const { return lecture_; }
  /// The current step, or the one that is being prepared.
  [[nodiscard]] std::size_t step() const { return wanted_; }
  [[nodiscard]] std::size_t count() const { return lecture_.steps.size(); }
  /// Returns whether the step is still being prepared.
  [[nodiscard]] bool is_going() const { return doing_.has_value(); }

  /// Goes to a step, whose field is the result of all earlier steps.
  void go_to(std::size_t step);
  /// Goes to the next step. Keeps the current state and the views, `shown`, for back().
  void next(const session::Sight& shown);
  /// Goes to the previous step in the state in which it was left; if there is none, runs it.
  void back();
  /// Continues for about this time. Throws core::Error that names the step and the command for a
  /// command that fails; the rest of the step is then dropped.
  void go_on(std::chrono::nanoseconds budget);
  /// Returns the rooms' views, once, after the player has reached a step.
  [[nodiscard]] std::optional<session::Sight> take_sight();

  /// Call when a person has changed the field, which then differs from the lecture's.
  void note_edit() { runs_untouched_ = false; }

  /// Replaces the lecture, or its steps, and drops all kept states. Runs nothing.
  void replace(Lecture lecture, std::size_t step);
  /// Replaces the lecture by one with the same steps and other words.
  void reword(Lecture lecture) { lecture_ = std::move(lecture); }

  /// Limit of the memory for kept states, in bytes.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;

 private:
  using KeptField = std::shared_ptr<const session::Session::Kept>;

  /// State of a step when the player left it for the next.
  struct Left {
    KeptField field;
    bool playing = false;
    bool runs_untouched = false;
    session::Sight sight;
  };
  /// A step that is being carried out.
  struct Doing {
    std::size_t step = 0;
    std::size_t command = 0;         ///< index of the next command
    std::int64_t pending_steps = 0;  ///< remaining field steps of the newest command
    bool begun = false;
    bool runs = false;  ///< its commands are done, and it runs to its final step
    bool field_is_done = false;
  };

  void begin(std::size_t step);
  void begin_field(const LectureStep& step);
  [[nodiscard]] std::size_t first_needed(std::size_t step) const;
  [[nodiscard]] scene::Scene first_scene(const LectureStep& step) const;
  bool advance_chunk();
  void do_command(const session::Command& command);
  void end_field(const LectureStep& step);
  [[nodiscard]] bool runs_in_view(const LectureStep& step) const;
  [[nodiscard]] std::int64_t steps_to_run(const LectureStep& step) const;
  void run_in_view(const LectureStep& step);
  [[nodiscard]] bool can_finish_run(std::size_t step) const;
  void finish_run(std::size_t step);
  void arrive();
  void apply(session::Command command);
  [[nodiscard]] bool waits_for_lab(const LectureStep& step);
  [[nodiscard]] bool is_wanted_later(std::size_t step) const;
  void forget_most();
  [[noreturn]] void give_up(const std::string& why);

  Lecture lecture_;
  session::Session* session_;
  bool waits_;
  std::size_t wanted_ = 0;
  std::optional<Doing> doing_;
  std::optional<session::Sight> sight_;
  std::map<std::size_t, KeptField> ends_;  ///< by step: the field at its end
  std::map<std::size_t, Left> left_;       ///< by step: its state when the player left it
  /// The field runs or has run visibly to the step's end, and only the step's commands have changed
  /// it.
  bool runs_untouched_ = false;
  std::uint64_t run_epoch_ = 0;  ///< the snapshot's survey epoch while the field runs
  std::int64_t chunk_ = 1;       ///< steps that take a few milliseconds
};

}  // namespace heatwave::wire
