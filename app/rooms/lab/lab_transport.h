// The lab's bar at the bottom: run, cancel, progress.
#pragma once

#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

void draw_lab_transport(LabView& context, const ui::Box& area);

}  // namespace heatwave::lab_room
