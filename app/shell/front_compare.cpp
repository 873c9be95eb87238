// Two fields side by side: the second one is begun, follows the first, and is given up.
#include <algorithm>
#include <utility>

#include "app/shell/front.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

void Front::turn_comparing() {
  if (!std::exchange(asks_.compare, false)) return;
  if (compared_) {
    compared_.reset();
    return;
  }
  try {
    session::SessionOptions options;
    options.device = start_.device;
    options.writer = writer_;
    options.prepare = preparer();
    compared_ = std::make_unique<ComparedField>(session_, std::move(options));
  } catch (const core::Error& error) {
    tell_why(error);
  }
}

void Front::follow_with_compared() {
  if (!compared_) return;
  constexpr double kCatchUp = 0.03;  // seconds of a frame
  try {
    compared_->follow(session_.snapshot(), std::max(kCatchUp, pacer_.seconds_for_steps()));
    if (in_fields()) compared_->present(session_);
  } catch (const core::Error& error) {
    compared_.reset();
    tell_why(error);
  }
}

}  // namespace heatwave::shell
