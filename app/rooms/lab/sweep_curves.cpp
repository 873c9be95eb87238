// Collects a sweep's curves.
#include "app/rooms/lab/sweep_curves.h"

#include <algorithm>

#include "app/ui/chart_axes.h"
#include "app/words/numbers.h"

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
  if (metric == SweepMetric::bandwidth) return m.bytes_per_second;
  return metric == SweepMetric::arithmetic ? m.operations_per_second : m.time.median;
}

bool has_metric(const lab::Report& report, SweepMetric metric) {
  return std::any_of(report.measurements.begin(), report.measurements.end(),
                     [&](const auto& m) { return m.timed() && figure_of(m, metric) > 0; });
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

std::string metric_words(double figure, SweepMetric metric) {
  if (metric == SweepMetric::time) return words::measured_time(figure);
  return words::with_prefix(figure, metric == SweepMetric::bandwidth ? "B/s" : "FLOP/s");
}

std::string metric_tick(double figure, SweepMetric metric, double step) {
  if (metric == SweepMetric::time) return words::round_time(figure);
  return ui::tick_label(figure / 1e9, step / 1e9);
}

const char* metric_title(SweepMetric metric) {
  if (metric == SweepMetric::bandwidth) return "Memory in GB/s; higher is faster";
  if (metric == SweepMetric::arithmetic) return "Arithmetic in GFLOP/s; higher is faster";
  return "Time of one run; lower is faster";
}

}  // namespace heatwave::lab_room
