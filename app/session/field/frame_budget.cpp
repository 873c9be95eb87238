// By the solver's newest figures; where there are none yet, by what no machine takes long over.
#include "app/session/field/frame_budget.h"

#include <algorithm>
#include <cmath>

namespace heatwave::session {
namespace {

/// Steps of cells that take some tens of milliseconds on the slowest of machines.
constexpr std::int64_t kSurelyShort = std::int64_t{1} << 22U;
/// A stretch may turn out slower than the last, because other programs take the processors. So it
/// is planned to take no longer than this, and no more than a share of what is left of its frame.
constexpr double kStretchMilliseconds = 20.0;
constexpr double kPartOfFrame = 0.6;
/// Less than this of a frame is not worth another stretch.
constexpr double kLeastShare = 0.1;

/// 0: not known.
double ms_per_step(const field::Report& report) {
  if (report.advance_steps == 0) return 0.0;
  return report.advance_ms / static_cast<double>(report.advance_steps);
}

}  // namespace

void FrameBudget::begin_frame(double most_ms) {
  began_ = Clock::now();
  most_ms_ = most_ms;
  stretches_ = 0;
  expected_ms_ = 0.0;
  measured_ms_ = 0.0;
  measured_steps_ = 0;
}

/// A device goes on by itself: there the clock tells nothing of what it was given to do.
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
  // Where a step takes long, the first is given whatever it takes, and others while there is room.
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
