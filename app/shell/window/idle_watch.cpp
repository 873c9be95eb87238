// Counts frames that are the same.
#include "app/shell/window/idle_watch.h"

namespace heatwave::shell {

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
  // What changes after a rest goes on changing, as a notice that fades away.
  if (may_rest(now)) {
    notify_activity(now);
  } else {
    same_ = 0;
  }
}

}  // namespace heatwave::shell
