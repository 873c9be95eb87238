// All that is drawn over and around the field.
#pragma once

#include "app/panels/panel_context.h"

namespace heatwave::panels {

void draw_top_bar(PanelContext& context, const view::Area& area);
void draw_transport_bar(PanelContext& context, const view::Area& area);
void draw_side_panel(PanelContext& context, const view::Area& area);
void draw_colour_bar(PanelContext& context, const view::Area& area);
/// Outlines of what is hovered, selected, drawn, and of the brush.
void draw_field_overlay(PanelContext& context, const PointerInput& pointer);
void draw_notices(PanelContext& context, const view::Area& field);
void draw_help(PanelContext& context, double width, double height);

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
