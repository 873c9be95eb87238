// A sweep's measurements as curves, and the figures they can show. Values only.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/lab/chart_data.h"

namespace heatwave::lab_room {

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

double figure_of(const lab::Measurement& m, SweepMetric metric);
/// Whether any measurement has such a figure.
bool has_metric(const lab::Report& report, SweepMetric metric);
/// The least and the most of it, above zero.
std::pair<double, double> ends_of(const std::vector<Curve>& curves, SweepMetric metric);
/// "0.135 ms", "1.23 TB/s".
std::string metric_words(double figure, SweepMetric metric);
/// A round figure at the axis; rates in giga, because different devices are compared in one unit.
std::string metric_tick(double figure, SweepMetric metric, double step);
const char* metric_title(SweepMetric metric);

}  // namespace heatwave::lab_room
