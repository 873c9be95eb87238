// The numbers that a launch gives to its kernel have a place of their own beside the arrays.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/stage/board_parts.h"
#include "app/rooms/stage/board_view.h"
#include "app/ui/box.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

/// Returns "stride = 2, n = 16"; empty: the launch gives no numbers.
std::string scalars_text(const stage::Trace& trace, int launch);

/// Returns a place for the numbers at the right of an array, side by side or below each other, or
/// above all arrays, which move down for it. `free_width`: width for a place beside arrays;
/// `width`: for one above them. Empty: there are no numbers or no arrays, or the place is too
/// narrow.
ui::Box place_scalars(const board_parts::LayoutInput& in, std::vector<ArrayPlace>& arrays,
                      float free_width, float width);

void draw_board_scalars(const BoardView& view);

}  // namespace heatwave::stage_room
