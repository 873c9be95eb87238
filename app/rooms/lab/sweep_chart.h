// How time and rate change with one parameter.
#pragma once

#include <string>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

/// Fills its area, a part of the current window, and returns the variant that was clicked, or
/// nothing. The content is what "save the chart" saves: title and axes are part of it.
std::string draw_sweep(LabView& context, const ui::Box& area, const ChartData& data);

}  // namespace heatwave::lab_room
