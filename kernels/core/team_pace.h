// Whether several threads are worth it: beside another program they may not be.
#pragma once

namespace heatwave::core {

/// A thread that loses its processor in the middle of a piece holds up those that need it, for as
/// long as the other program runs there: then one thread alone is faster than several. So where the
/// caller waits much, both ways are tried in turn, and the faster one is kept for a while.
class TeamPace {
 public:
  [[nodiscard]] bool is_together() const { return is_together_; }

  /// So much work, in whatever unit, was done as is_together() said, and took so long; of that the
  /// caller waited so long, for others or for a processor.
  void took(double work, double seconds, double waited);

  static constexpr double kTrialSeconds = 0.01;
  static constexpr double kStaySeconds = 0.1;
  static constexpr double kMuchWaiting = 0.25;  ///< a part of the time

 private:
  bool is_together_ = true;
  bool is_trial_ = false;
  double other_rate_ = 0.0;  ///< work per second of the other way, while this one is tried
  double work_ = 0.0;        ///< since the last decision; likewise the times
  double seconds_ = 0.0;
  double waited_ = 0.0;
};

}  // namespace heatwave::core
