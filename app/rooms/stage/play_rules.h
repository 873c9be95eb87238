// Walks through a play: the time that passes, the moments to jump to, and the story of a cell or
// thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/rooms/stage/stage_view.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

enum class StageEventKind : std::uint8_t {
  barrier,   ///< all have come, the block goes on
  conflict,  ///< of banks, or threads that wait for another's turn
  divides,   ///< a branch that some of a warp take and others not
  fault,
};

/// A moment worth looking at: after so many steps.
struct StageEvent {
  int step = 0;
  StageEventKind kind = StageEventKind::barrier;
  friend bool operator==(const StageEvent&, const StageEvent&) = default;
};

/// In the order of time; of one moment the gravest last.
std::vector<StageEvent> events_of(const stage::Trace& trace);
/// The first moment after `step`, or before it; where there is none, the play's end or its start.
int next_event(const std::vector<StageEvent>& events, int step, int last);
int previous_event(const std::vector<StageEvent>& events, int step);

inline int last_step(const stage::Trace& trace) { return static_cast<int>(trace.steps.size()); }

/// Lets so many seconds pass; playing stops at the end.
void pass_time(StageModel& model, int last, double seconds);
/// Goes to a step, as far as there is one; playing stops.
void go_to(StageModel& model, int last, int step);

/// Whether a person may choose at this step who goes next, or has chosen.
bool is_choosing(const stage::Trace& trace, int step);
/// The candidate of this step that the thread belongs to; −1: it may not go.
int candidate_of(const stage::Trace& trace, int step, int thread);
/// The choices of a play when this candidate goes at this step: in another's place, what was chosen
/// later counts no more; where it was chosen before, all stay as they are.
std::vector<int> choices_with(const stage::Trace& trace, int step, std::vector<int> choices,
                              int candidate);

/// After a new play: where its time line stands. The same kernel with as many steps as before stays
/// where it was, so that a slider shows what it changes; one played by hand goes to its newest
/// step.
int step_after_play(const stage::PlaySettings& settings, bool same_lesson, int step,
                    int last_before, int last);

/// The text of a list of numbers: "1 2 3"; commas do as well. False where it is none.
bool numbers_from(const std::string& text, std::vector<double>& numbers);
std::string text_of(const std::vector<double>& numbers);

/// A line of a story: what is so after `step` steps.
struct StoryLine {
  int step = 0;
  std::string text;
};

/// All values of a cell in the order of time, with who wrote each.
std::vector<StoryLine> story_of_cell(const stage::Trace& trace, const StageCell& cell);
/// All that a thread does.
std::vector<StoryLine> story_of_thread(const stage::Trace& trace, int thread);
/// "thread 3 of block 0", with what it does now, and its local values.
std::string thread_now(const stage::Trace& trace, const stage::State& state, int thread);

}  // namespace heatwave::stage_room
