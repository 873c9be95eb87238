// Published state of the stage: the shown play, and the running one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kernels/stage/lesson.h"

namespace heatwave::session {

struct StageStatus {
  std::string lesson;            ///< empty: nothing has been played yet
  stage::PlaySettings settings;  ///< with all values filled in
  std::shared_ptr<const stage::Trace> trace;
  stage::Totals totals;
  std::uint64_t version = 0;  ///< grows with every play

  bool running = false;    ///< another play is running
  std::string asked;       ///< lesson of the running play or, if none runs, of the newest request
  std::int64_t steps = 0;  ///< steps of the running play so far
  double seconds = 0.0;    ///< since it began
};

}  // namespace heatwave::session
