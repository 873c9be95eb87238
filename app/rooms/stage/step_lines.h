// The lines of code that the last step is about, and the bands that light them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/stage_view.h"
#include "app/session/source_file.h"

namespace heatwave::stage_room {

/// Returns the kernel line of the last step; 0: none.
int acted_line(const stage::Trace& trace, int step);
/// Returns the line of the last step of a thread; 0: there is none.
int last_acted_line(const stage::Trace& trace, int step);

/// The part of a line in the last step.
enum class LineRole : std::uint8_t {
  none,
  remark,  ///< it only has a remark
  after,   ///< it has set variables after the step's own line
  acted
};

/// The lines that the sentence about a step speaks of.
struct StepLines {
  int acted = 0;           ///< 0: none
  std::vector<int> after;  ///< lines that set variables after it
};
StepLines step_lines(const StageMoment& moment);
LineRole role_of(const StepLines& lines, const session::SourceLine& line);

/// Fills the band of the step's line, frames those of lines after it, and marks remarks with a
/// stripe: only the last step has the accent.
void draw_band(const StageView& context, const ui::Box& row, LineRole role);

}  // namespace heatwave::stage_room
