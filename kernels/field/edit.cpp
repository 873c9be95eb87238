// The value of an oscillating source is computed once, on the host, for every backend.
#include "kernels/field/edit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heatwave::field {

namespace {

/// Returns half a cosine wave from 0 to 1. Both ends are level, so that neither of them creates
/// short waves.
double rise_at(double step, double ramp) {
  return step < ramp ? 0.5 - 0.5 * std::cos(std::numbers::pi * std::max(0.0, step) / ramp) : 1.0;
}

}  // namespace

float Oscillation::value_at(std::int64_t step) const {
  // Whole periods are removed first, which keeps the sine exact after millions of steps.
  const double turns = std::fmod(static_cast<double>(step), period) / period;
  const double wave = std::sin(2.0 * std::numbers::pi * (turns + phase / 360.0));
  return static_cast<float>(offset + rise_at(static_cast<double>(step), ramp) * amplitude * wave);
}

}  // namespace heatwave::field
