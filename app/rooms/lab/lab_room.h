// The lab room: charts, table and source of one experiment, and what a person sets there.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "app/rooms/panel_context.h"
#include "app/session/lab_status.h"
#include "app/view/field_mapping.h"

namespace heatwave::panels {

/// The room between the bars: the chart above, table, source or comparison below.
void draw_lab_room(PanelContext& context, const view::Area& room);
/// The chart once more over all else, high enough for all its rows where the window is.
void draw_whole_chart(PanelContext& context, const view::Area& window);
/// The panel at the right: the experiment, its parameters, running, saving.
void draw_lab_side(PanelContext& context, const view::Area& area);
/// The bar at the bottom: run, cancel, progress.
void draw_lab_transport(PanelContext& context, const view::Area& area);

// Charts
// -------------------------------------------------------------------------------------------

/// What a chart draws from; it keeps nothing of it.
struct ChartData {
  const session::LabResult* result = nullptr;  ///< never null in a chart
  const session::LabResult* before = nullptr;  ///< the run before, to compare with; may be null
  std::string selected;                        ///< the variant chosen, drawn in the accent colour
};

/// Each fills its area, a part of the current window, and returns the variant that was clicked, or
/// nothing. The area's content is what "save the chart" saves: title and axes are part of it.
std::string draw_bars(PanelContext& context, const view::Area& area, const ChartData& data);
std::string draw_sweep(PanelContext& context, const view::Area& area, const ChartData& data);
std::string draw_roofline(PanelContext& context, const view::Area& area, const ChartData& data);
/// What came out of the selected variant: counts as columns, a picture, a small table of facts.
void draw_outcome(PanelContext& context, const view::Area& area, const ChartData& data);

}  // namespace heatwave::panels
