// What the last step did, over the board: arrows, values under way, faults.
#pragma once

#include "app/rooms/stage/board_view.h"

namespace heatwave::stage_room {

/// Arrows of the last step; they run behind cards and cells, so that these stay legible.
void draw_board_accesses(const BoardView& view);
/// The values that travel along them.
void draw_board_values_under_way(const BoardView& view);
void draw_board_faults(const BoardView& view);

}  // namespace heatwave::stage_room
