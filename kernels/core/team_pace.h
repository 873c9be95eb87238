// A TeamPace decides whether several threads are faster than one, which they may not be while
// another program is running.
#pragma once

namespace heatwave::core {

/// A thread that loses its processor in the middle of a piece delays all threads that need the
/// piece, for as long as the other program runs: then one thread alone is faster. So if the caller
/// waits a lot, both choices are tried in turn, and the faster one is kept for a while.
class TeamPace {
 public:
  [[nodiscard]] bool is_together() const { return is_together_; }

  /// Records that `work`, in any unit, was done as is_together() says in `seconds`. The caller
  /// spent `waited` seconds of them waiting for other threads or for a processor.
  void record(double work, double seconds, double waited);

  static constexpr double kTrialSeconds = 0.01;
  static constexpr double kStaySeconds = 0.1;
  static constexpr double kMuchWaiting = 0.25;  ///< part of the time

 private:
  bool is_together_ = true;
  bool is_trial_ = false;
  double other_rate_ = 0.0;  ///< work per second of the other choice, during a trial
  double work_ = 0.0;        ///< work since the last decision, in the caller's unit
  double seconds_ = 0.0;
  double waited_ = 0.0;
};

}  // namespace heatwave::core
