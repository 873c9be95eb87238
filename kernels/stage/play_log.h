// The log of a running play: its trace, the state after the newest change, and the open step.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/stage/play_memory.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage {

class PlayLog : core::NonCopyable {
 public:
  /// `arena`: the trace keeps its actions and changes there.
  explicit PlayLog(std::shared_ptr<Arena> arena);

  [[nodiscard]] const Trace& trace() const { return trace_; }
  [[nodiscard]] Trace& trace() { return trace_; }
  [[nodiscard]] const State& now() const { return now_; }
  [[nodiscard]] State& now() { return now_; }

  /// Returns the whole trace. Call it once, after the last step.
  Trace finish();

  /// Opens a step, which records all actions and changes until it ends.
  Step& begin_step();
  [[nodiscard]] bool is_open() const { return is_open_; }
  void end_step();
  /// Returns how many bytes the steps take so far, with the snapshots of the state.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  /// Adds an action to the open step. The reference is valid until the next one is added.
  Action& add_action() { return actions_.add(); }
  /// Returns the actions of the open step so far.
  [[nodiscard]] std::span<const Action> actions() const { return actions_.all(); }
  /// Adds a text to the trace; an action refers to it by the number that is returned.
  int add_text(std::string text);
  // Record changes of the open step, with the values before and after.

  void note_cell(int array, std::int64_t index, const CellState& before, const CellState& after) {
    note(array, -1, index, before, after);
  }
  void note_progress(int thread, const ThreadProgress& before, const ThreadProgress& after) {
    note(-1, thread, 0, before, after);
  }
  void note_local(int thread, int variable, const LocalState& before, const LocalState& after) {
    note(-1, thread, variable, before, after);
  }
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
  template <typename Value>
  void note(int array, int thread, std::int64_t index, const Value& before, const Value& after) {
    Change& change = changes_.add();
    change.array = array;
    change.thread = thread;
    change.index = index;
    auto& values = change.values.emplace<Change::Values<Value>>();
    values.before = before;
    values.after = after;
  }

  Trace trace_;
  State now_;
  std::shared_ptr<Arena> arena_;
  Step step_;
  ArenaList<Action> actions_;  ///< actions of the open step so far
  ArenaList<Change> changes_;  ///< and its changes
  bool is_open_ = false;
  std::int64_t bytes_ = 0;
  std::set<Place> reported_;
};

}  // namespace heatwave::stage
