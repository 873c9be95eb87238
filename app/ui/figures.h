// Figures in the bottom bar: numbers in fixed positions, and the newest frame times.
#pragma once

#include <string>

#include "app/ui/look.h"
#include "app/ui/time_series.h"

namespace heatwave::ui {

/// A number over its label, both right-aligned in a field of fixed width.
void draw_figure(const Look& look, const std::string& number, const char* label, float width,
                 const std::string& help, bool large = false);
/// The mean frame time and its chart, at the right end of a bar of this width.
void draw_frame_time(const Look& look, const TimeSeries& frames, double now, float bar_width);
/// Frame times as a strip of bars; the line marks 1/60 s.
void draw_strip_chart(const Look& look, const TimeSeries& series, ImVec2 size);

}  // namespace heatwave::ui
