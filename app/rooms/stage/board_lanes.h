// Lanes of a warp on the cells that they read, where a person may drag them to others.
#pragma once

#include "app/rooms/stage/board_view.h"

namespace heatwave::stage_room {

/// Where an array's cells show which lanes read them.
void draw_lanes(const BoardView& view, const ArrayPlace& place);
/// The lane whose cell is at this place; −1: none.
int lane_at(const BoardView& view, const ArrayPlace& place, ImVec2 at);

}  // namespace heatwave::stage_room
