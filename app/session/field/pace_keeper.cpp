// Fits steps into a frame.
#include "app/session/field/pace_keeper.h"

#include <algorithm>
#include <cmath>

namespace heatwave::session {

std::int64_t PaceKeeper::steps(scene::Pace pace, double seconds, const field::Report& report) {
  constexpr double kMost = 1e6;
  if (pace.steps > 0) {
    last_ = pace.steps;
  } else if (report.advance_steps > 0) {
    const double ms_per_step =
        std::max(1e-6, report.advance_ms / static_cast<double>(report.advance_steps));
    const double fit = std::clamp(std::floor(seconds * 1e3 / ms_per_step), 1.0, kMost);
    last_ = std::min(static_cast<std::int64_t>(fit), 2 * last_);
  } else {
    last_ = 1;
  }
  return last_;
}

}  // namespace heatwave::session
