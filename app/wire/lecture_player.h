// Leads a session through a lecture: step by step, and back to how each step was left.
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

/// A step that has no scene goes on from where the step before ended when it was done, not from
/// what has become of it since: so a lecture shows the same field every time.
class LecturePlayer {
 public:
  /// `waits`: nobody looks, and a measurement is waited for. The session outlives the player.
  LecturePlayer(Lecture lecture, session::Session& session, bool waits);

  [[nodiscard]] const Lecture& lecture() const { return lecture_; }
  /// The step that it stands at, or is on its way to.
  [[nodiscard]] std::size_t step() const { return wanted_; }
  [[nodiscard]] std::size_t count() const { return lecture_.steps.size(); }
  /// Whether that step is not there yet.
  [[nodiscard]] bool is_going() const { return doing_.has_value(); }

  /// Does a step, as it comes after all those before it.
  void go_to(std::size_t step);
  /// To the next step; how it is here now is kept, with what is shown.
  void next(const session::Sight& shown);
  /// To the step before, as it was left; where it never was, it is done.
  void back();
  /// Goes on for about so long. Throws core::Error, naming the step and the command, for what
  /// cannot be done; what there was of the step is then given up.
  void go_on(std::chrono::nanoseconds budget);
  /// What the rooms are to show, once, when the player has come somewhere.
  [[nodiscard]] std::optional<session::Sight> take_sight();

  /// Call when a person has changed the field: it is no longer what the lecture's steps make of it.
  void note_edit() { runs_untouched_ = false; }

  /// Another lecture, or other steps: what was kept holds no more. Nothing is done.
  void replace(Lecture lecture, std::size_t step);
  /// The same steps with other words.
  void reword(Lecture lecture) { lecture_ = std::move(lecture); }

  /// What the moments that are kept may take of the memory.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;

 private:
  using KeptField = std::shared_ptr<const session::Session::Kept>;

  /// How a step was when it was left for the next.
  struct Left {
    KeptField field;
    bool playing = false;
    bool runs_untouched = false;
    session::Sight sight;
  };
  /// A step that is being done.
  struct Doing {
    std::size_t step = 0;
    std::size_t command = 0;  ///< the next one
    std::int64_t owed = 0;    ///< steps of the field, of the newest command
    bool begun = false;
    bool runs = false;  ///< its commands are done, and it runs to where the step says
    bool field_is_done = false;
  };

  void begin(std::size_t step);
  void begin_field(const LectureStep& step);
  [[nodiscard]] std::size_t first_needed(std::size_t step) const;
  [[nodiscard]] scene::Scene first_scene(const LectureStep& step) const;
  bool go_a_little();
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
  std::map<std::size_t, KeptField> ends_;  ///< by step: the field when it had been done
  std::map<std::size_t, Left> left_;       ///< by step
  /// The field runs or has run in view to where the step says, and nothing but the step's commands
  /// has changed it.
  bool runs_untouched_ = false;
  std::uint64_t run_story_ = 0;  ///< the snapshot's story while the field runs
  std::int64_t chunk_ = 1;       ///< steps that take a few milliseconds
};

}  // namespace heatwave::wire
