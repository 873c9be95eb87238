// The lab's charts: times as bars, sweeps as curves, the roofline, utilisation, and results.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

/// Fills its area, a part of the current window, and returns the variant that was clicked, or
/// nothing. The content is what "save the chart" saves: title and axes are part of it.
std::string draw_bars(LabView& context, const ui::Box& area, const ChartData& data);

struct CurvePoint {
  std::int64_t value = 0;  ///< of the swept parameter
  const lab::Measurement* measurement = nullptr;
};

struct Curve {
  const lab::Measurement* variant = nullptr;  ///< any of its measurements: title, place
  std::vector<CurvePoint> points;             ///< by growing value
  std::vector<std::int64_t> wrong;            ///< where its result was wrong: no point
};
/// In the ladder's order; variants without any time have none.
std::vector<Curve> curves_of(const lab::Report& report);

/// Whether any measurement has such a figure.
bool has_metric(const lab::Report& report, SweepMetric metric);
/// The least and the most of it, above zero.
std::pair<double, double> ends_of(const std::vector<Curve>& curves, SweepMetric metric);

/// Fills its area, a part of the current window, and returns the variant that was clicked, or
/// nothing. The content is what "save the chart" saves: title and axes are part of it.
std::string draw_sweep(LabView& context, const ui::Box& area, const ChartData& data);

/// Whether a variant of it counts bytes and operations. If none does there is no roofline, and bars
/// of what memory gives stand in its place.
bool has_roofline(const Ladder& ladder);
/// Fills its area, a part of the current window, and returns the variant that was clicked, or
/// nothing. The content is what "save the chart" saves: title and axes are part of it.
std::string draw_roofline(LabView& context, const ui::Box& area, const ChartData& data);

/// Fills its area, a part of the current window, and returns the variant that was clicked, or
/// nothing.
std::string draw_utilisation(LabView& context, const ui::Box& area, const ChartData& data);

void draw_outcome(LabView& context, const ui::Box& area, const ChartData& data);

}  // namespace heatwave::lab_room
