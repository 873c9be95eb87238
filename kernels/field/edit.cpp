// The value of an oscillating source, computed once on the host for every backend.
#include "kernels/field/edit.h"

#include <cmath>
#include <numbers>

namespace heatwave::field {

float Oscillation::value_at(std::int64_t step) const {
  // Taking whole periods off first keeps the sine exact after millions of steps.
  const double turns = std::fmod(static_cast<double>(step), period) / period;
  return static_cast<float>(offset +
                            amplitude * std::sin(2.0 * std::numbers::pi * (turns + phase / 360.0)));
}

}  // namespace heatwave::field
