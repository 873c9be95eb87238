// The key below the board explains the signs of threads, the arrows and the marks of cells.
#pragma once

#include "app/rooms/stage/board_view.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"

namespace heatwave::stage_room {

/// Returns the height of the key below the board in this area. A low board has none: the room is
/// needed for its blocks.
float board_key_height(const ui::Box& area, float unit);

/// Draws the key, and says at its end how many lanes a warp has on a GPU, if those of the play have
/// fewer. Before an audience, and where not all entries have room, only those on the board are
/// explained.
void draw_board_key(const StageView& context, const BoardView& view, const ui::Box& area);

}  // namespace heatwave::stage_room
