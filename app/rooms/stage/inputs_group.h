// The groups of what is set for a lesson: its version, its inputs, who goes next.
#pragma once

#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

void draw_inputs_group(StageView& context);
void draw_schedule_group(StageView& context);

}  // namespace heatwave::stage_room
