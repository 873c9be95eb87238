// What a picture of the board says beside it, so that it can be read away from the program: the
// lesson, the step, the line of the kernel, what happened.
#pragma once

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"

namespace heatwave::stage_room {

/// Over whatever lies above and below the board of this window. Returns the board with both.
ui::Box draw_board_caption(StageView& context, const StageMoment& moment, const ui::Box& window);

}  // namespace heatwave::stage_room
