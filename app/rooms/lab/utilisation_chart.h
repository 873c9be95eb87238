// How busy each variant keeps arithmetic and memory, in percent: what holds it up.
#pragma once

#include <string>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

/// Fills its area, a part of the current window, and returns the variant that was clicked, or
/// nothing.
std::string draw_utilisation(LabView& context, const ui::Box& area, const ChartData& data);

}  // namespace heatwave::lab_room
