// Undoes and redoes settings.
#include "app/rooms/stage/play_history.h"

namespace heatwave::stage_room {

void PlayHistory::note(const stage::PlaySettings& now, int gesture) {
  constexpr std::size_t kMost = 200;  // older settings are dropped
  if (all_.empty()) {
    all_.push_back(now);
    return;
  }
  if (all_[here_] == now) return;
  all_.resize(here_ + 1);
  if (gesture >= 0 && gesture == gesture_ && here_ > 0) {
    all_.back() = now;
  } else {
    all_.push_back(now);
    if (all_.size() > kMost) all_.erase(all_.begin());
  }
  here_ = all_.size() - 1;
  gesture_ = gesture;
}

const stage::PlaySettings& PlayHistory::undo() {
  gesture_ = -1;
  return all_[--here_];
}

const stage::PlaySettings& PlayHistory::redo() {
  gesture_ = -1;
  return all_[++here_];
}

}  // namespace heatwave::stage_room
