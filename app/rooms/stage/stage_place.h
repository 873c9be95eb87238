// The stage between the bars: the board beside the kernel, and what has just happened.
#pragma once

#include <optional>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"

namespace heatwave::stage_room {

/// None where there is no play yet.
std::optional<StageMoment> shown_moment(const StageView& context);
void draw_stage_place(StageView& context, const ui::Box& room);

}  // namespace heatwave::stage_room
