// Keeps frames at the screen's rate: how long the steps of a frame may take, and how long to rest.
#pragma once

#include <algorithm>
#include <chrono>

namespace heatwave::shell {

class FramePacer {
 public:
  explicit FramePacer(double frames_per_second);

  void begin_frame();
  /// The same after a rest, which is no frame's time.
  void begin_anew();
  /// What a frame's work other than steps took, in seconds.
  void note_overhead(double seconds);
  /// How long a frame took that had as many steps as fit: where it came late for whatever reason,
  /// fewer do.
  void note_fitted(double seconds);
  /// How long to wait from frame to frame so that they take such a part of the time.
  [[nodiscard]] double seconds_between(double part_of_time) const {
    return overhead_ / part_of_time;
  }
  /// What is left for steps.
  [[nodiscard]] double seconds_for_steps() const;
  /// How long steps may take, where more are asked for than fit, so that no frame is a long one.
  [[nodiscard]] double most_seconds_for_steps() const;
  /// Whether this frame has taken all its time already.
  [[nodiscard]] bool is_late() const;
  /// Rests where nothing else (a screen's refresh) held the frame up. Its steps took so long.
  void end_frame(double seconds_of_steps);
  /// At most so many frames a second from now on; 0: as many as the screen shows.
  void limit(double frames_per_second);
  /// From the frame before this one to this one.
  [[nodiscard]] double frame_seconds() const { return frame_seconds_; }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] double period() const { return std::max(period_, least_period_); }
  /// Seconds of this frame.
  [[nodiscard]] double used() const;

  double period_;
  double least_period_ = 0.0;
  double overhead_ = 0.004;
  double apart_ = 0.015;  ///< what frames took besides their steps, waiting for the screen too
  double late_ = 0.0;     ///< by so much more than is known of; steps give way to it
  double frame_seconds_;
  Clock::time_point began_ = Clock::now();
};

}  // namespace heatwave::shell
