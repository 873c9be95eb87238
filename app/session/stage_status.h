// What the session shows of the stage: the play at hand.
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
  std::uint64_t version = 0;  ///< grows with every play
};

}  // namespace heatwave::session
