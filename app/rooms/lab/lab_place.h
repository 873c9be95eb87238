// The lab between the bars: the chart above, table, source or comparison below.
#pragma once

#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

void draw_lab_place(LabView& context, const ui::Box& room);
/// The chart once more over all else, high enough for all its rows where the window is.
void draw_whole_chart(LabView& context, const ui::Box& window);

}  // namespace heatwave::lab_room
