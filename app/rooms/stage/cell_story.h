// What the stage tells of a cell or of a thread: who wrote it and when, what it has done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/rooms/stage/stage_view.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

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
