// Decides when the next frame is drawn: keeps frames at the screen's rate, and rests while the
// window is idle.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace heatwave::shell {

/// Divides the time of a frame: how long it may run steps and how long it sleeps at its end.
class FramePacer {
 public:
  explicit FramePacer(double frames_per_second);

  void begin_frame();
  /// Begins a frame after a rest, whose duration does not count.
  void begin_anew();
  /// Records the duration of a frame's work other than steps, in seconds.
  void note_overhead(double seconds);
  /// Records the duration of a frame that ran as many steps as fit. If it was late, later frames
  /// run fewer steps.
  void note_fitted(double seconds);
  /// Returns the seconds between frames at which drawing takes this share of the time.
  [[nodiscard]] double seconds_between(double part_of_time) const {
    return overhead_ / part_of_time;
  }
  /// Returns the seconds that are left for steps.
  [[nodiscard]] double seconds_for_steps() const;
  /// Returns the most seconds for steps when more are requested than fit, so that no frame is long.
  [[nodiscard]] double most_seconds_for_steps() const;
  /// Returns whether this frame has used up its period.
  [[nodiscard]] bool is_late() const;
  /// Sleeps until the period ends, unless the screen's refresh has delayed the frame already.
  /// `seconds_of_steps`: duration of this frame's steps.
  void end_frame(double seconds_of_steps);
  /// Limits the frame rate; 0: the screen's rate.
  void limit(double frames_per_second);
  /// Seconds between the previous frame's begin and this one's.
  [[nodiscard]] double frame_seconds() const { return frame_seconds_; }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] double period() const { return std::max(period_, least_period_); }
  /// Returns the seconds of this frame so far.
  [[nodiscard]] double used() const;

  double period_;
  double least_period_ = 0.0;
  double overhead_ = 0.004;
  /// Duration of frames besides steps, including the wait for the screen, in seconds.
  double apart_ = 0.015;
  /// Seconds by which frames exceed the plan; steps get less by them.
  double late_ = 0.0;
  double frame_seconds_;
  Clock::time_point began_ = Clock::now();
};

/// Tells when the window is idle: nothing moves, no input arrives, and the picture stays the same.
/// While it is idle, a frame is drawn on an event, and at intervals to check for changes.
class IdleWatch {
 public:
  static constexpr double kPollInterval = 0.5;  ///< longest rest, in seconds

  /// Records input, or a change without input.
  void notify_activity(double now);
  /// Records a checksum of the drawn picture.
  void observe_frame(std::uint64_t picture, double now);

  /// Returns whether nothing has happened for a while, so that frame times are meaningless.
  [[nodiscard]] bool is_quiet(double now) const { return now - active_at_ > kIdleDelay; }
  [[nodiscard]] bool may_rest(double now) const { return is_quiet(now) && same_ >= kSameFrames; }

 private:
  /// Time for tooltips to appear and buttons to be released, in seconds.
  static constexpr double kIdleDelay = 1.0;
  static constexpr int kSameFrames = 3;

  double active_at_ = 0.0;
  std::uint64_t picture_ = 0;
  int same_ = 0;  ///< number of identical frames in a row, including the newest
};

}  // namespace heatwave::shell
