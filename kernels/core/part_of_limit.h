// The share of a device's limit that a measurement used.
#pragma once

#include <algorithm>

namespace heatwave::core {

/// How far limits and times may be off, both being measured.
inline constexpr double kMeasuringError = 0.05;

/// From 0 to 1. A limit that is passed by more than measuring errors does not apply: 0, as where
/// none is known.
inline double part_of_limit(double rate, double limit) {
  if (limit <= 0 || rate > limit * (1.0 + kMeasuringError)) return 0.0;
  return std::min(rate / limit, 1.0);
}

}  // namespace heatwave::core
