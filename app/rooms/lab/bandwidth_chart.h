// The roofline's reduced form, for experiments that only move memory: bandwidth against its limit.
#pragma once

#include <string>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/pen.h"

namespace heatwave::lab_room {

/// Into the current window; returns the variant that was clicked.
std::string draw_bandwidth_bars(LabView& context, const ui::Box& area, const ChartData& data);
/// "GPU: 4.80 TB/s by clock and bus".
std::string limit_words(const std::string& device, const lab::Limits& limits);

}  // namespace heatwave::lab_room
