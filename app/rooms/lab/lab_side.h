// The lab's panel at the right: the experiment, its parameters, running, saving.
#pragma once

#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

void draw_lab_side(LabView& context, const ui::Box& area);

}  // namespace heatwave::lab_room
