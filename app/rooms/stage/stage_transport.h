// The stage's bar at the bottom: play, step and jump, the pace, and the time line.
#pragma once

#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"

namespace heatwave::stage_room {

void draw_stage_transport(StageView& context, const ui::Box& area);

}  // namespace heatwave::stage_room
