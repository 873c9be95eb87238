// What can be found by name in this room: lessons, versions, settings.
#pragma once

#include <vector>

#include "app/rooms/room.h"
#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

std::vector<rooms::Finding> findings_of(const StageModel& model);
void show_found(StageView& context, const rooms::Finding& finding);

}  // namespace heatwave::stage_room
