// Counts frames that are the same.
#include "app/shell/idle_watch.h"

namespace heatwave::shell {

void IdleWatch::stir(double now) {
  stirred_ = now;
  same_ = 0;
}

void IdleWatch::see(std::uint64_t picture, double now) {
  if (picture == picture_) {
    ++same_;
    return;
  }
  picture_ = picture;
  // What changes after a rest goes on changing, as a notice that fades away.
  if (may_rest(now)) {
    stir(now);
  } else {
    same_ = 0;
  }
}

}  // namespace heatwave::shell
