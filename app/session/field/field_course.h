// The course of a field: whether it plays, and how many steps it takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/field/field_core.h"
#include "app/session/field/field_files.h"
#include "app/session/field/field_measures.h"
#include "app/session/field/field_watch.h"
#include "app/session/field/frame_budget.h"

namespace heatwave::session {

class FieldCourse {
 public:
  FieldCourse(FieldCore& core, FieldWatch& watch, FieldMeasures& measures, FieldFiles& files)
      : core_(core), watch_(watch), measures_(measures), files_(files) {}

  void apply(const Play& command, Gesture gesture);
  void apply(const Pause& command, Gesture gesture);
  void apply(const Advance& command, Gesture gesture);

  /// Begins a frame whose steps may take this time.
  void begin_frame(double most_seconds);
  /// Returns whether steps of an Advance are waiting for the writer or the next frame.
  [[nodiscard]] bool has_pending_steps() const { return pending_steps_ > 0; }
  void run_pending_steps();
  void drop_pending_steps() { pending_steps_ = 0; }
  /// Takes the steps of a frame at the scene's pace, if the field is playing.
  void play(double seconds);
  /// Takes exactly this number of steps, however long they take.
  void run(std::int64_t steps);
  /// Repeats steps that a device lost.
  void catch_up() { advance(0); }
  /// While on, a playing field takes no steps.
  void rest(bool on) { resting_ = on; }

  /// Evaluates the surveys and reports overflow, device loss and export failures.
  void observe();
  /// Reports the loss of a device, also to the running recording.
  void tell_loss();
  /// Reports a failure, and stops playing so that it does not repeat in every frame.
  void stop_for_failure(const std::string& words);
  /// Resets the overflow state and the step to pause at, because the field was replaced.
  void start_over();
  void show_in(FieldStatus& status) const;

 private:
  void advance(std::int64_t steps);
  void pause_where_asked();
  void stop_for_overflow(std::int64_t step);
  void check_overflow_now();

  FieldCore& core_;
  FieldWatch& watch_;
  FieldMeasures& measures_;
  FieldFiles& files_;
  PaceKeeper pace_;
  FrameBudget budget_;
  std::int64_t pending_steps_ = 0;
  bool playing_ = false;
  /// The step at which playing pauses; none: it does not.
  std::optional<std::int64_t> play_until_;
  bool overflowed_ = false;
  bool resting_ = false;
  std::int64_t step_before_frame_ = 0;
};

}  // namespace heatwave::session
