// Tells when the window is idle: nothing moves, no input arrives, and the picture stays the same.
#pragma once

#include <cstdint>

namespace heatwave::shell {

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
