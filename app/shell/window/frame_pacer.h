// Keeps frames at the screen's rate: computes the time for a frame's steps and for its sleep.
#pragma once

#include <algorithm>
#include <chrono>

namespace heatwave::shell {

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

}  // namespace heatwave::shell
