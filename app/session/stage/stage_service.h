// The stage's service: plays lessons on another thread.
#pragma once

#include "app/session/command.h"
#include "app/session/hub.h"
#include "app/session/stage/stage_status.h"
#include "app/session/stage/stage_worker.h"

namespace heatwave::session {

class StageService {
 public:
  explicit StageService(Hub& hub) : hub_(hub) {}

  void apply(const PlayLesson& command, Gesture gesture);

  /// Reports why a play failed.
  void observe();
  void show_in(StageStatus& status) { worker_.show_in(status); }

 private:
  Hub& hub_;
  StageWorker worker_;
};

}  // namespace heatwave::session
