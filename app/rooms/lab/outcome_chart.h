// What came out of the selected variant: counts as columns, a picture, a small table of facts.
#pragma once

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

void draw_outcome(LabView& context, const ui::Box& area, const ChartData& data);

}  // namespace heatwave::lab_room
