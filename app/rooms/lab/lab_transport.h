// The lab's bar at the bottom: run, cancel, progress.
#pragma once

#include "app/rooms/lab/lab_view.h"
#include "app/ui/area.h"

namespace heatwave::lab_room {

void draw_lab_transport(LabView& context, const ui::Area& area);

}  // namespace heatwave::lab_room
