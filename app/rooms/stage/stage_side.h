// The stage's panel at the right: the lesson, what was found, stories, totals, saving.
#pragma once

#include <span>

#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "app/ui/group_list.h"

namespace heatwave::stage_room {

std::span<const ui::GroupRow<StageView>> side_groups();

void draw_stage_side(StageView& context, const ui::Box& area);

}  // namespace heatwave::stage_room
