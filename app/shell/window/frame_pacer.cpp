// The arithmetic of a frame's time.
#include "app/shell/window/frame_pacer.h"

#include <algorithm>
#include <thread>

namespace heatwave::shell {
namespace {

/// Planned share of a frame; the rest is a reserve.
constexpr double kShare = 0.85;
/// Least seconds for steps, however slow drawing is.
constexpr double kLeast = 0.002;
constexpr double kSmoothing = 0.1;
/// Seconds of the longest frame that still feels immediate.
constexpr double kLongest = 0.095;
/// Least seconds for steps in such a frame.
constexpr double kLeastOfIt = 0.02;
/// In periods: a screen may be slower than its nominal rate.
constexpr double kLate = 1.01;
/// In periods, so that some time is left for steps.
constexpr double kMostLate = 0.25;
/// In periods: from here on the screen's refresh has delayed the frame.
constexpr double kOnTime = 0.95;

}  // namespace

FramePacer::FramePacer(double frames_per_second)
    : period_(1.0 / frames_per_second), frame_seconds_(period_) {}

void FramePacer::begin_frame() {
  const Clock::time_point now = Clock::now();
  frame_seconds_ = std::chrono::duration<double>(now - began_).count();
  began_ = now;
}

void FramePacer::begin_anew() {
  began_ = Clock::now();
  frame_seconds_ = period_;
}

void FramePacer::note_overhead(double seconds) {
  overhead_ += (std::min(seconds, 1.0) - overhead_) * kSmoothing;
}

void FramePacer::note_fitted(double seconds) {
  const double more = std::min(seconds, 2 * period_) - period_ * kLate;
  late_ = std::clamp(late_ + more * kSmoothing, 0.0, period_ * kMostLate);
}

double FramePacer::seconds_for_steps() const {
  return std::max(kLeast, period_ * kShare - overhead_ - late_);
}

double FramePacer::most_seconds_for_steps() const {
  return std::max(kLeastOfIt, kLongest - apart_);
}

void FramePacer::limit(double frames_per_second) {
  least_period_ = frames_per_second > 0 ? 1.0 / frames_per_second : 0.0;
}

double FramePacer::used() const {
  return std::chrono::duration<double>(Clock::now() - began_).count();
}

bool FramePacer::is_late() const { return used() >= period() * kOnTime; }

void FramePacer::end_frame(double seconds_of_steps) {
  apart_ += (std::clamp(used() - seconds_of_steps, 0.0, 1.0) - apart_) * kSmoothing;
  if (is_late()) return;
  std::this_thread::sleep_for(std::chrono::duration<double>(period() - used()));
}

void IdleWatch::notify_activity(double now) {
  active_at_ = now;
  same_ = 0;
}

void IdleWatch::observe_frame(std::uint64_t picture, double now) {
  if (picture == picture_) {
    ++same_;
    return;
  }
  picture_ = picture;
  // A change after a rest usually continues, such as a fading notice.
  if (may_rest(now)) {
    notify_activity(now);
  } else {
    same_ = 0;
  }
}

}  // namespace heatwave::shell
