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
#include "app/session/field/pace_keeper.h"

namespace heatwave::session {

class FieldCourse {
 public:
  FieldCourse(FieldCore& core, FieldWatch& watch, FieldMeasures& measures, FieldFiles& files)
      : core_(core), watch_(watch), measures_(measures), files_(files) {}

  void apply(const Play& command, Gesture gesture);
  void apply(const Pause& command, Gesture gesture);
  void apply(const Advance& command, Gesture gesture);

  /// Begins a frame in which steps may take so long.
  void begin_frame(double most_seconds);
  /// Whether steps of an Advance wait for the writer or the next frame.
  [[nodiscard]] bool has_pending_steps() const { return pending_steps_ > 0; }
  void run_pending_steps();
  void drop_pending_steps() { pending_steps_ = 0; }
  /// Takes as many steps as the pace says, where the field is playing.
  void play(double seconds);
  /// Takes exactly so many, however long they take.
  void run(std::int64_t steps);
  /// Takes steps again that a device took with it.
  void catch_up() { advance(0); }
  /// Keeps a field that is playing from going on.
  void rest(bool on) { resting_ = on; }

  /// Looks at what the steps came to, and says what there is to say of it.
  void observe();
  /// Tells the loss of a device. It is in the recording that is under way.
  void tell_loss();
  /// The field cannot go on for now: says so, and lets nothing run into it again and again.
  void stop_for_failure(const std::string& words);
  /// The field is another one. It no longer overflows, nor pauses at the step it was to.
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
  std::optional<std::int64_t> play_until_;  ///< the step at which playing pauses; none: at no step
  bool overflowed_ = false;
  bool resting_ = false;
  std::int64_t step_before_frame_ = 0;
};

}  // namespace heatwave::session
