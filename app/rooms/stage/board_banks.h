// The 32 banks of shared memory: the words that the last step wanted, one above the other.
#pragma once

#include "app/rooms/stage/board_view.h"

namespace heatwave::stage_room {

/// How many lanes of the last step each bank had to serve one by one.
void draw_banks(const BoardView& view, const BlockPlace& block);

}  // namespace heatwave::stage_room
