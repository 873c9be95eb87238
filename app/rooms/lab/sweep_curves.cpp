// Collects the curves of a sweep, one for each variant that was measured, and compares their
// figures.
#include <algorithm>
#include <utility>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_charts.h"
#include "app/ui/chart_axes.h"

namespace heatwave::lab_room {
namespace {

Curve& curve_for(std::vector<Curve>& curves, const lab::Measurement& m) {
  for (Curve& curve : curves) {
    if (curve.variant->variant == m.variant) return curve;
  }
  curves.push_back({&m, {}, {}});
  return curves.back();
}

}  // namespace

std::vector<Curve> curves_of(const lab::Report& report) {
  std::vector<Curve> curves;
  for (const std::int64_t value : swept_values(report)) {
    for (const lab::Measurement* m : ladder_of(report, value).rungs) {
      const bool counts = m->status == lab::Status::measured || m->status == lab::Status::wrong;
      if (!m->timed() || !counts) continue;
      Curve& curve = curve_for(curves, *m);
      if (m->status == lab::Status::wrong) {
        curve.wrong.push_back(value);
      } else {
        curve.points.push_back({value, m});
      }
    }
  }
  return curves;
}

double figure_of(const lab::Measurement& m, SweepMetric metric) {
  switch (metric) {
    case SweepMetric::bandwidth:
      return m.bytes_per_second;
    case SweepMetric::arithmetic:
      return m.operations_per_second;
    case SweepMetric::cells:
      return m.cells_per_second();
    case SweepMetric::time:
      break;
  }
  return m.time.median;
}

bool has_metric(const lab::Report& report, SweepMetric metric) {
  return std::any_of(report.measurements.begin(), report.measurements.end(),
                     [&](const auto& m) { return m.timed() && figure_of(m, metric) > 0; });
}

bool is_best_point(const std::vector<Curve>& curves, const lab::Measurement& m,
                   SweepMetric metric) {
  const double figure = figure_of(m, metric);
  const auto is_better = [&](const CurvePoint& point) {
    const double other = figure_of(*point.measurement, metric);
    return other > 0 && (metric == SweepMetric::time ? other < figure : other > figure);
  };
  return figure > 0 && std::ranges::none_of(curves, [&](const Curve& curve) {
           return std::ranges::any_of(curve.points, is_better);
         });
}

std::pair<double, double> ends_of(const std::vector<Curve>& curves, SweepMetric metric) {
  ui::PositiveEnds ends;
  for (const Curve& curve : curves) {
    for (const CurvePoint& point : curve.points) {
      ends.include(figure_of(*point.measurement, metric));
    }
  }
  return {ends.least, ends.most};
}

}  // namespace heatwave::lab_room
