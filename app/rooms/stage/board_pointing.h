// What the pointer finds on the stage's board: a thread with its registers, a cell with its story.
#pragma once

#include "app/rooms/stage/board_view.h"

namespace heatwave::stage_room {

/// What lies under the pointer: explains it, and gives it when it is clicked.
StageClick point_at_board(const StageView& context, const BoardView& view, bool clicked);

}  // namespace heatwave::stage_room
