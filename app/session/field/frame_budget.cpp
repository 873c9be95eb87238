// Estimates a step's time from the solver's newest report; without one, assumes a safe number.
#include "app/session/field/frame_budget.h"

#include <algorithm>
#include <cmath>

namespace heatwave::session {
namespace {

/// Cell steps that take a few tens of milliseconds on the slowest machine.
constexpr std::int64_t kSurelyShort = std::int64_t{1} << 22U;
/// A stretch of steps may run slower than the last one, because other programs take the processors.
/// So it is planned to take at most this time, and at most a share of the frame's remaining time.
constexpr double kStretchMilliseconds = 20.0;
constexpr double kPartOfFrame = 0.6;
/// Smaller remainders of a frame are not worth another stretch.
constexpr double kLeastShare = 0.1;

/// Returns the milliseconds per step; 0: unknown.
double ms_per_step(const field::Report& report) {
  if (report.advance_steps == 0) return 0.0;
  return report.advance_ms / static_cast<double>(report.advance_steps);
}

}  // namespace

std::int64_t PaceKeeper::steps(scene::Pace pace, double seconds, const field::Report& report) {
  constexpr double kMost = 1e6;
  if (pace.steps > 0) {
    previous_steps_ = pace.steps;
  } else if (report.advance_steps > 0) {
    const double ms_per_step =
        std::max(1e-6, report.advance_ms / static_cast<double>(report.advance_steps));
    const double fit = std::clamp(std::floor(seconds * 1e3 / ms_per_step), 1.0, kMost);
    previous_steps_ = std::min(static_cast<std::int64_t>(fit), 2 * previous_steps_);
  } else {
    previous_steps_ = 1;
  }
  return previous_steps_;
}

void FrameBudget::begin_frame(double most_ms) {
  began_ = Clock::now();
  most_ms_ = most_ms;
  stretches_ = 0;
  expected_ms_ = 0.0;
  measured_ms_ = 0.0;
  measured_steps_ = 0;
}

/// Returns the used time of the frame. A device runs asynchronously, so the clock alone would miss
/// its pending work.
double FrameBudget::used_ms() const {
  const double waited = std::chrono::duration<double, std::milli>(Clock::now() - began_).count();
  return std::max(waited, expected_ms_);
}

std::int64_t FrameBudget::steps(std::int64_t wanted, core::Extent grid,
                                const field::Report& newest) const {
  const double left = most_ms_ - used_ms();
  if (stretches_ > 0 && left < kLeastShare * most_ms_) return 0;
  const double each = ms_per_step(newest);
  if (each == 0.0) {
    if (stretches_ > 0) return 0;
    return std::clamp<std::int64_t>(kSurelyShort / grid.cells(), 1, wanted);
  }
  const double stretch = std::min(kStretchMilliseconds, kPartOfFrame * left);
  if (each * static_cast<double>(wanted) <= stretch) return wanted;
  const auto most = static_cast<std::int64_t>(std::floor(std::max(0.0, stretch / each)));
  // The first step of a frame is always allowed; others only while time is left.
  const bool room = stretches_ == 0 || each <= left;
  return std::clamp<std::int64_t>(most, room ? 1 : 0, wanted);
}

void FrameBudget::took(std::int64_t steps, const field::Report& newest) {
  ++stretches_;
  if (newest.advances_done == seen_) {
    expected_ms_ += ms_per_step(newest) * static_cast<double>(steps);
    return;
  }
  seen_ = newest.advances_done;
  measured_ms_ += newest.advance_ms;
  measured_steps_ += newest.advance_steps;
}

void FrameBudget::sum_up(field::Report& report) const {
  if (stretches_ < 2 || measured_steps_ == 0) return;
  report.advance_ms = measured_ms_;
  report.advance_steps = measured_steps_;
}

}  // namespace heatwave::session
