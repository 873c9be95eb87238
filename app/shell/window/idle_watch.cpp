// Counts identical frames.
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
  // A change after a rest usually continues, such as a fading notice.
  if (may_rest(now)) {
    notify_activity(now);
  } else {
    same_ = 0;
  }
}

}  // namespace heatwave::shell
