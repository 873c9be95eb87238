// Arrays on the stage's board: cells with values, what the last step touched, and what it cost.
#pragma once

#include "app/rooms/stage/board_view.h"

namespace heatwave::stage_room {

/// Arrays with values in their cells, or those without, which arrows may cross.
void draw_board_arrays(const BoardView& view, bool with_values);

}  // namespace heatwave::stage_room
