// The played kernel: the line of the last step is marked, and each line shows the threads at it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

/// Threads with equal numbers in one block or several, at a line: "t0–3", and where the launch has
/// several blocks "b0,1 t0–3".
struct ThreadBadge {
  std::vector<int> blocks;
  std::string text;
  std::string brief;  ///< "b0,1", if all threads of the blocks are here; empty: they are not
  std::vector<int> threads;
  bool waiting = false;  ///< all of them wait at a barrier
};

/// Returns the threads that continue from this line, in the order of blocks, without those that
/// have not begun or are done.
std::vector<ThreadBadge> badges_of(const stage::Trace& trace, const stage::State& state, int line);
/// Returns the kernel line of the last step; 0: none.
int acted_line(const stage::Trace& trace, int step);

/// Returns the CUDA source of the shown lesson.
const rooms::ShownSource& shown_source(StageView& context);
/// Returns a line without its indentation; empty: there is no line of this number.
std::string code_of_line(const rooms::ShownSource& source, int line);

/// Returns the width in which no line is cut.
float whole_source_width(StageView& context);
/// Returns widths in which an audience reads every line in one row, from the largest letters to the
/// smallest.
std::array<float, 3> presented_source_widths(StageView& context);
/// Height of a row of code where rows stand close, in design units.
inline constexpr float kTightRow = 20.0F;
/// Fills the rest of the window.
void draw_stage_source(StageView& context, const StageMoment& moment);

}  // namespace heatwave::stage_room
