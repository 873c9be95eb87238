// The utilisation of a device's limit is computed from a measured rate here.
#pragma once

#include <algorithm>

namespace heatwave::core {

/// The relative error that measured limits and times may have.
inline constexpr double kMeasuringError = 0.05;

/// Returns the utilisation from 0 to 1. A limit that is exceeded by more than the measuring error
/// does not apply; then, or if no limit is known, returns 0.
inline double part_of_limit(double rate, double limit) {
  if (limit <= 0 || rate > limit * (1.0 + kMeasuringError)) return 0.0;
  return std::min(rate / limit, 1.0);
}

}  // namespace heatwave::core
