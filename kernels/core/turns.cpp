// Threads share the pieces of a ring in turns, and a TeamPace decides whether several threads are
// faster than one.
#include "kernels/core/turns.h"

#include <utility>

namespace heatwave::core {

void TeamPace::record(double work, double seconds, double waited) {
  work_ += work;
  seconds_ += seconds;
  waited_ += waited;
  if (seconds_ < (is_trial_ ? kTrialSeconds : kStaySeconds)) return;
  const double rate = std::exchange(work_, 0.0) / seconds_;
  const bool waits_much = std::exchange(waited_, 0.0) > kMuchWaiting * seconds_;
  seconds_ = 0.0;
  if (is_trial_) {
    is_trial_ = false;
    if (rate < other_rate_) is_together_ = !is_together_;
  } else if (!is_together_ || waits_much) {
    other_rate_ = rate;
    is_together_ = !is_together_;
    is_trial_ = true;
  }
}

}  // namespace heatwave::core
