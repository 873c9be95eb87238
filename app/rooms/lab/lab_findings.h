// What can be found by name in this room: experiments, variants, settings.
#pragma once

#include <vector>

#include "app/rooms/lab/lab_view.h"
#include "app/rooms/room.h"

namespace heatwave::lab_room {

std::vector<rooms::Finding> findings_of(const LabModel& model);
void show_found(LabView& context, const rooms::Finding& finding);

}  // namespace heatwave::lab_room
