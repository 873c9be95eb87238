// Collects the curves of a sweep: one for each variant that was measured.
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_charts.h"

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

}  // namespace heatwave::lab_room
