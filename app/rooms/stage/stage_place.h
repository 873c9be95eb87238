// The stage between the bars: the board beside the kernel, and what has just happened.
#pragma once

#include "app/rooms/stage/stage_view.h"
#include "app/ui/area.h"

namespace heatwave::stage_room {

void draw_stage_place(StageView& context, const ui::Area& room);

}  // namespace heatwave::stage_room
