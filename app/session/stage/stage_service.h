// The stage's service: plays lessons, beside the frames.
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

  /// Says why a play could not be.
  void observe();
  void show_in(StageStatus& status) { worker_.show_in(status); }

 private:
  Hub& hub_;
  StageWorker worker_;
};

}  // namespace heatwave::session
