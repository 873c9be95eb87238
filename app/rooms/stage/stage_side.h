// The stage's panel at the right: the lesson, what was found, stories, totals, saving.
#pragma once

#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"

namespace heatwave::stage_room {

void draw_stage_side(StageView& context, const ui::Box& area);

}  // namespace heatwave::stage_room
