// What the session shows of the stage: the play at hand, and the one that is being played.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kernels/stage/lesson.h"

namespace heatwave::session {

struct StageStatus {
  std::string lesson;            ///< empty: nothing has been played yet
  stage::PlaySettings settings;  ///< as played, with everything filled in
  std::shared_ptr<const stage::Trace> trace;
  stage::Totals totals;
  std::uint64_t version = 0;  ///< grows with every play

  bool running = false;    ///< another is being played
  std::string asked;       ///< its lesson; else the newest that was asked for
  std::int64_t steps = 0;  ///< that it has come so far
  double seconds = 0.0;    ///< since it began
};

}  // namespace heatwave::session
