// The heading of the Lab's list: its titles, the choice of figures and the guess.
#pragma once

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/rooms/lab/list_columns.h"
#include "app/ui/box.h"
#include "app/ui/pen.h"

namespace heatwave::lab_room {

/// Draws the heading and its controls; returns the part of the area below it.
ui::Box draw_list_heading(LabView& context, const ui::ChartPen& pen, const ui::Box& area,
                          const ChartData& chart, const ListData& data);

}  // namespace heatwave::lab_room
