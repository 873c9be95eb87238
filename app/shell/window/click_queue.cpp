// Hands clicks out frame by frame.
#include "app/shell/window/click_queue.h"

namespace heatwave::shell {

void ClickQueue::move(float x, float y) {
  x_ = x;
  y_ = y;
}

void ClickQueue::add(int button, bool down) {
  if (button < 0 || button >= kButtons) return;
  waiting_.push_back({.button = button, .down = down, .x = x_, .y = y_});
}

std::optional<Click> ClickQueue::take() {
  if (waiting_.empty()) return {};
  const Click taken = waiting_.front();
  waiting_.pop_front();
  down_.at(static_cast<std::size_t>(taken.button)) = taken.down;
  return taken;
}

}  // namespace heatwave::shell
