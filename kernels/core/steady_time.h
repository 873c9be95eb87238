// Times between two points of the program are taken with a clock that never goes back.
#pragma once

#include <chrono>

namespace heatwave::core {

using SteadyClock = std::chrono::steady_clock;

/// Returns the milliseconds since a point in time.
inline double ms_since(SteadyClock::time_point start) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - start).count();
}

}  // namespace heatwave::core
