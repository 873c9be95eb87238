// Profiling, as it was and as it is: command lines to copy, and the old profiler's report.
#pragma once

#include "app/rooms/lab/lab_view.h"

namespace heatwave::lab_room {

/// Fills what is left of the window.
void draw_lab_profile(LabView& context);

}  // namespace heatwave::lab_room
