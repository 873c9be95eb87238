// The log of a running play: its trace, the state after the newest change, and the open step.
#pragma once

#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage {

class PlayLog : core::NonCopyable {
 public:
  PlayLog();

  [[nodiscard]] const Trace& trace() const { return trace_; }
  [[nodiscard]] Trace& trace() { return trace_; }
  [[nodiscard]] const State& now() const { return now_; }
  [[nodiscard]] State& now() { return now_; }

  /// Returns the whole trace. Call it once, after the last step.
  Trace finish();

  /// Opens a step, which records all changes until it ends.
  Step& begin_step();
  [[nodiscard]] bool is_open() const { return is_open_; }
  void end_step();
  /// Records a change of the open step.
  void note(const Change& change) { changes_.push_back(change); }
  /// Moves the host to a line, and to a launch that it waits for; −1: none.
  void move_host(int line, int launch);

  /// Returns whether a fault of this kind at this place has been reported.
  [[nodiscard]] bool has_fault(FaultKind kind, int array, int line, int other_line) const;
  /// Reports a fault; a second fault of its kind at its place is dropped.
  void add_fault(Fault fault);

 private:
  /// A kind of fault, an array and two lines, the upper one first.
  using Place = std::tuple<FaultKind, int, int, int>;
  static Place place_of(FaultKind kind, int array, int line, int other_line);

  Trace trace_;
  State now_;
  Step step_;
  std::vector<Change> changes_;  ///< changes of the open step so far
  bool is_open_ = false;
  std::set<Place> reported_;
};

}  // namespace heatwave::stage
