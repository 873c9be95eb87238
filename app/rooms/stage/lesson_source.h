// The played kernel: the line of the last step is marked, and each line shows the threads at it.
#pragma once

#include <array>
#include <cstdint>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

/// The size of code: as usual, or as small as in a narrow pane.
enum class SourceLetters : std::uint8_t { usual, small };

/// Returns the width in which no line is cut, and threads stand behind usual letters.
float whole_source_width(StageView& context, SourceLetters letters);
/// Returns the width in which no line within functions is cut.
float usual_source_width(StageView& context, SourceLetters letters);
/// Returns widths in which an audience reads every line in one row, from the largest letters to the
/// smallest.
std::array<float, 3> presented_source_widths(StageView& context);
/// Returns the height of all lines with their remarks, where none breaks. `letters`: multiple of
/// their usual size.
float whole_source_height(StageView& context, float letters);
/// Returns the height of all lines with their remarks, where rows stand close and none breaks.
float least_source_height(StageView& context);
/// Fills the rest of the window.
void draw_stage_source(StageView& context, const StageMoment& moment);

}  // namespace heatwave::stage_room
