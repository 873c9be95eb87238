// Steps through a play: passing time, moments to jump to, the story of a cell or thread, and the
// data that is derived from the shown play.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/rooms/stage/board_layout.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

enum class StageEventKind : std::uint8_t {
  barrier,   ///< all threads have arrived, the block continues
  conflict,  ///< a bank conflict, or threads that wait for their turn
  divides,   ///< a branch diverges within a warp
  fault,
};

/// A moment worth looking at: after `step` steps.
struct StageEvent {
  int step = 0;
  StageEventKind kind = StageEventKind::barrier;
  friend bool operator==(const StageEvent&, const StageEvent&) = default;
};

/// Returns the events in order of time; at the same step the most serious comes last.
std::vector<StageEvent> events_of(const stage::Trace& trace);
/// Return the next moment after `step`, or the last one before it; without one, the play's end or
/// start.
int next_event(const std::vector<StageEvent>& events, int step, int last);
int previous_event(const std::vector<StageEvent>& events, int step);

inline int last_step(const stage::Trace& trace) { return static_cast<int>(trace.steps.size()); }

/// Advances the play by a time in seconds; playing stops at the end.
void pass_time(StageModel& model, int last, double seconds);
/// Goes to a step within the play and stops playing.
void go_to(StageModel& model, int last, int step);

/// True if the thread that runs next at this step is chosen by hand.
bool is_choosing(const stage::Trace& trace, int step);
/// Returns the index of the thread's candidate at this step; −1: the thread may not run next.
int candidate_of(const stage::Trace& trace, int step, int thread);
/// Returns the choices of a play in which this candidate runs at this step. A new choice drops all
/// later ones; an unchanged choice keeps them.
std::vector<int> choices_with(const stage::Trace& trace, int step, std::vector<int> choices,
                              int candidate);

/// Returns the step to show after a new play. A play of the same lesson with the same number of
/// steps keeps its step, so that a slider shows its effect; a play scheduled by hand goes to its
/// newest step.
int step_after_play(const stage::PlaySettings& settings, bool same_lesson, int step,
                    int last_before, int last);

/// Reads a list of numbers, separated by spaces, commas or semicolons. Returns false if the text is
/// no such list.
bool numbers_from(const std::string& text, std::vector<double>& numbers);
std::string text_of(const std::vector<double>& numbers);

/// A line of a story: the situation after `step` steps.
struct StoryLine {
  int step = 0;
  std::string text;
};

/// Returns all values of a cell in order of time, and the threads that wrote them.
std::vector<StoryLine> story_of_cell(const stage::Trace& trace, const StageCell& cell);
/// Returns all actions of a thread.
std::vector<StoryLine> story_of_thread(const stage::Trace& trace, int thread);
/// Says what the thread does now, and its local values: "It spins on lock.  i = 3".
std::string thread_now(const stage::Trace& trace, const stage::State& state, int thread);

/// Returns the reads of earlier steps whose values this step writes: those of the same threads in
/// the same line, since they last did something else.
std::vector<const stage::Action*> reads_before_write(const stage::Trace& trace, int step);

/// The signs that the board shows at some moment of a play, besides those of every play.
struct PlaySigns {
  bool done = false;       ///< a thread has ended before the last step, or without acting in it
  bool idle = false;       ///< a warp acts without one of its threads that has not ended
  bool read = false;       ///< a thread reads memory
  bool write = false;      ///< a thread writes memory
  bool atomic = false;     ///< a thread reads and writes memory in one operation
  bool queue = false;      ///< an atomic waits for another one on its cell
  bool conflict = false;   ///< threads want different words of one bank
  bool sector = false;     ///< several threads access global memory at once
  bool barrier = false;    ///< a thread waits at a barrier
  bool spinning = false;   ///< a thread spins
  bool waiting = false;    ///< a thread that could continue waits forever
  bool unwritten = false;  ///< an array begins with cells that are not written
};

/// Data that the Stage derives from the shown play, kept until another step, story or room is
/// requested.
class ShownPlay {
 public:
  ShownPlay(std::shared_ptr<const stage::Trace> trace, stage::Totals totals);

  [[nodiscard]] const std::vector<StageEvent>& events() const { return events_; }
  [[nodiscard]] const stage::Totals& totals() const { return totals_; }
  [[nodiscard]] const PlaySigns& signs() const { return signs_; }
  /// Returns whether a thread acts on this line of the lesson's file at any step.
  [[nodiscard]] bool acts_on(int line) const { return acted_lines_.contains(line); }
  /// Returns the state after `step` steps; valid until the next call.
  const stage::State& at(int step);
  /// Returns the story of a cell or, for an empty cell, of a thread; valid until the next call.
  const std::vector<StoryLine>& story(const StageCell& cell, int thread);
  /// Returns the board at the step that at() was last called for, in this room; valid until the
  /// next call.
  const BoardLayout& layout(const ui::Box& room, float unit, float least = 1.0F);

 private:
  std::shared_ptr<const stage::Trace> trace_;
  std::vector<StageEvent> events_;
  stage::Totals totals_;
  std::set<int> acted_lines_;
  PlaySigns signs_;
  StageCell told_cell_;
  int told_thread_ = -1;
  std::vector<StoryLine> story_;
  int step_ = -1;
  stage::State state_;

  struct KeptLayout {
    ui::Box room;
    float unit = 0.0F;
    float least = 1.0F;
    BoardLayout layout;
  };
  /// Newest first. Each of two windows needs sixteen, because a presented room tries eleven widths
  /// and five heights.
  std::array<KeptLayout, 32> layouts_;
};

}  // namespace heatwave::stage_room
