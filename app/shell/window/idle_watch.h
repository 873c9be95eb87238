// Tells when the window may rest: when nothing moves, nobody does anything, and the picture stays.
#pragma once

#include <cstdint>

namespace heatwave::shell {

/// A frame is then drawn when something happens, and now and then to see whether something has.
class IdleWatch {
 public:
  /// How long a rest may be.
  static constexpr double kPollInterval = 0.5;  ///< seconds

  /// Something happens by itself, or a person does something.
  void notify_activity(double now);
  /// What was drawn, as a number that differs where the picture does.
  void observe_frame(std::uint64_t picture, double now);

  /// Nothing has happened for a while: times of frames tell nothing more.
  [[nodiscard]] bool is_quiet(double now) const { return now - active_at_ > kIdleDelay; }
  [[nodiscard]] bool may_rest(double now) const { return is_quiet(now) && same_ >= kSameFrames; }

 private:
  /// Until tooltips have come and what was pressed has been let go, in seconds.
  static constexpr double kIdleDelay = 1.0;
  static constexpr int kSameFrames = 3;

  double active_at_ = 0.0;
  std::uint64_t picture_ = 0;
  int same_ = 0;  ///< frames in a row, the newest among them
};

}  // namespace heatwave::shell
