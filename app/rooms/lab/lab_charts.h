// The Lab's charts: the list of times, sweeps as curves, the roofline, utilisation, results, and
// occupancy.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

/// Returns the words for an experiment that has no result yet: how to run it, and what that takes.
ui::ChartHeading waiting_heading(const LabView& context);

/// Fills its area, a part of the current window, and returns the variant that was clicked, or an
/// empty string. Without a result it describes the variants. A saved picture of the chart includes
/// its title and axes.
std::string draw_list(LabView& context, const ui::Box& area, const ChartData& data);

struct CurvePoint {
  std::int64_t value = 0;  ///< value of the swept parameter
  const lab::Measurement* measurement = nullptr;
};

struct Curve {
  /// any measurement of the variant, for its title and processor
  const lab::Measurement* variant = nullptr;
  std::vector<CurvePoint> points;   ///< in ascending order of the value
  std::vector<std::int64_t> wrong;  ///< values with a wrong result, which have no point
};
/// Returns the curves in the ladder's order; variants without a time have none.
std::vector<Curve> curves_of(const lab::Report& report);

/// Returns the figure of a measurement; 0: it has none.
double figure_of(const lab::Measurement& measurement, SweepMetric metric);
/// True if any measurement has this figure.
bool has_metric(const lab::Report& report, SweepMetric metric);
/// Returns whether no point of the curves is better than the measurement, at whatever value.
bool is_best_point(const std::vector<Curve>& curves, const lab::Measurement& m, SweepMetric metric);
/// Returns the smallest and the largest positive figure.
std::pair<double, double> ends_of(const std::vector<Curve>& curves, SweepMetric metric);

/// Fills its area, a part of the current window, and returns the variant that was clicked, or an
/// empty string. A saved picture of the chart includes its title and axes.
std::string draw_sweep(LabView& context, const ui::Box& area, const ChartData& data);

/// True if a variant of the ladder counts bytes and operations. If none does, bars of memory
/// bandwidth replace the roofline.
bool has_roofline(const Ladder& ladder);
/// Fills its area, a part of the current window, and returns the variant that was clicked, or an
/// empty string. A saved picture of the chart includes its title and axes.
std::string draw_roofline(LabView& context, const ui::Box& area, const ChartData& data);

/// Fills its area, a part of the current window, and returns the variant that was clicked, or an
/// empty string.
std::string draw_utilisation(LabView& context, const ui::Box& area, const ChartData& data);

/// Draws a multiprocessor and the blocks of the selected variant on it. Fills its area.
void draw_occupancy(LabView& context, const ui::Box& area, const ChartData& data);

void draw_outcome(LabView& context, const ui::Box& area, const ChartData& data);

}  // namespace heatwave::lab_room
