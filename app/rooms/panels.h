// All that is drawn over and around the field.
#pragma once

#include <string>

#include "app/rooms/panel_context.h"

namespace heatwave::panels {

void draw_top_bar(PanelContext& context, const view::Area& area);
void draw_transport_bar(PanelContext& context, const view::Area& area);
void draw_side_panel(PanelContext& context, const view::Area& area);
void draw_colour_bar(PanelContext& context, const view::Area& area);
/// Outlines of what is hovered, selected, drawn, and of the brush.
void draw_field_overlay(PanelContext& context, const PointerInput& pointer);
/// In the lower right corner of a place, the newest at the bottom.
void draw_notices(PanelContext& context, const view::Area& place);
void draw_help(PanelContext& context, double width, double height);

/// A number over its label, both ending at the right edge of a field of fixed width.
void draw_figure(PanelContext& context, const std::string& number, const char* label, float width,
                 const std::string& help, bool large = false);
/// The time of a frame and its chart, at the right end of a bar of this width.
void draw_frame_time(PanelContext& context, float bar_width);
/// Frame times as a strip of bars; the line stands at 1/60 s.
void draw_strip_chart(PanelContext& context, const TimeSeries& series, ImVec2 size);

/// The groups of the side panel.
void draw_tools_group(PanelContext& context);
void draw_item_group(PanelContext& context);
void draw_equation_group(PanelContext& context);
void draw_colours_group(PanelContext& context);
void draw_scene_group(PanelContext& context);
void draw_timings_group(PanelContext& context);
void draw_export_group(PanelContext& context);

}  // namespace heatwave::panels
