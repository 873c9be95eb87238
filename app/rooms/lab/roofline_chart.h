// What memory and arithmetic of the device allow, and where each variant stands below it.
#pragma once

#include <string>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

/// Whether a variant of it counts bytes and operations. If none does there is no roofline, and bars
/// of what memory gives stand in its place.
bool has_roofline(const Ladder& ladder);
/// Fills its area, a part of the current window, and returns the variant that was clicked, or
/// nothing. The content is what "save the chart" saves: title and axes are part of it.
std::string draw_roofline(LabView& context, const ui::Box& area, const ChartData& data);

}  // namespace heatwave::lab_room
