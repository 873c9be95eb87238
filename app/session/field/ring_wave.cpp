// Simpson's rule, and a cubic through four values of the table.
#include "app/session/field/ring_wave.h"

#include <math.h>  // j0() is POSIX's, not C++'s

#include <algorithm>
#include <cmath>

namespace heatwave::session {
namespace {

constexpr double kMostWaves = 7.0;     ///< k·r, beyond which the bell has none
constexpr double kPhase = 0.5;         ///< radians from one value of the integrand to the next
constexpr double kTableSpacing = 0.2;  ///< of the bell's radius
constexpr int kOften = 24;

}  // namespace

double RingWave::integral(double distance, double time) const {
  const double most = kMostWaves / radius_;
  const double phases = most * (speed_ * time + distance) / kPhase;
  const int parts = 2 * static_cast<int>(std::clamp(phases / 2, 24.0, 8192.0));
  const double step = most / parts;
  double sum = 0.0;
  for (int i = 1; i <= parts; ++i) {
    const double k = step * i;
    const double bell = k * std::exp(-0.5 * radius_ * radius_ * k * k);
    const double weight = i == parts ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    sum += weight * bell * std::cos(speed_ * k * time) * ::j0(k * distance);
  }
  return radius_ * radius_ * sum * step / 3;
}

void RingWave::make_table(double time) {
  spacing_ = kTableSpacing * radius_;
  table_.clear();
  const double end = reach(time) + 3 * spacing_;
  for (double distance = 0.0; distance < end; distance += spacing_) {
    table_.push_back(integral(distance, time));
  }
}

double RingWave::from_table(double distance) const {
  const double place = distance / spacing_;
  const auto i = static_cast<std::size_t>(place);
  if (i + 2 >= table_.size()) return 0.0;
  const double part = place - static_cast<double>(i);
  // The ring is the same on the other side of its middle.
  const double before = i == 0 ? table_[1] : table_[i - 1];
  const double a = table_[i];
  const double b = table_[i + 1];
  const double after = table_[i + 2];
  return a +
         0.5 * part *
             (b - before +
              part * (2 * before - 5 * a + 4 * b - after + part * (3 * (a - b) + after - before)));
}

double RingWave::at(double distance, double time) {
  if (distance > reach(time)) return 0.0;
  if (time != moment_) {
    moment_ = time;
    asked_ = 0;
    table_.clear();
  }
  if (table_.empty() && ++asked_ > kOften) make_table(time);
  return table_.empty() ? integral(distance, time) : from_table(distance);
}

}  // namespace heatwave::session
