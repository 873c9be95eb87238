// The kernel that is played: the line of the last step marked, and on each line who stands there.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

/// Threads of one block that stand on a line: "t0–3".
struct ThreadBadge {
  int block = 0;
  std::string text;
  std::vector<int> threads;
  bool waiting = false;  ///< at a barrier, all of them
};

/// Who will go on from this line, block by block; those that have not begun or are done do not.
std::vector<ThreadBadge> badges_of(const stage::Trace& trace, const stage::State& state, int line);
/// The line of the kernel that the step before this moment was about; 0: none.
int acted_line(const stage::Trace& trace, int step);

/// The kernel of the lesson shown, as CUDA.
const rooms::ShownSource& shown_source(StageView& context);
/// A line of it with its number, without what it is indented by; empty: it has none such.
std::string code_of_line(const rooms::ShownSource& source, int line);

/// Fills what is left of the window.
void draw_stage_source(StageView& context, const StageMoment& moment);

}  // namespace heatwave::stage_room
