// Blocks on the stage's board: warps of threads, their registers, the barrier that they stand at.
#pragma once

#include "app/rooms/stage/board_view.h"

namespace heatwave::stage_room {

void draw_board_blocks(const BoardView& view);
void draw_board_threads(const BoardView& view);

}  // namespace heatwave::stage_room
