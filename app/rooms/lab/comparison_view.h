// The last two runs of an experiment side by side.
#pragma once

#include "app/rooms/lab/lab_view.h"

namespace heatwave::lab_room {

/// Fills what is left of the window.
void draw_lab_comparison(LabView& context);

}  // namespace heatwave::lab_room
