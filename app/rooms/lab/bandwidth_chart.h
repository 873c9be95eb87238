// The roofline's reduced form, for experiments that only move memory: bandwidth against its limit.
#pragma once

#include <string>

#include "app/rooms/lab/lab_room.h"
#include "app/rooms/pen.h"

namespace heatwave::panels {

/// Into the current window; returns the variant that was clicked.
std::string draw_bandwidth_bars(PanelContext& context, const Box& area, const ChartData& data);
/// "GPU: 4.80 TB/s by clock and bus".
std::string limit_words(const std::string& device, const lab::Limits& limits);

}  // namespace heatwave::panels
