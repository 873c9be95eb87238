// The memory of plays. A caller that plays again and again uses it again, since a system takes its
// time to give new pages.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/stage/arena.h"

namespace heatwave::stage {

/// The memory of plays that one thread plays one after the other.
class PlayMemory : core::NonCopyable {
 public:
  /// Returns an empty arena for a trace: one that no trace uses any more, or a new one.
  std::shared_ptr<Arena> for_trace() {
    const auto unused = std::find_if(traces_.begin(), traces_.end(),
                                     [](const auto& arena) { return arena.use_count() == 1; });
    if (unused == traces_.end()) return traces_.emplace_back(std::make_shared<Arena>());
    (*unused)->clear();
    return *unused;
  }
  /// Returns the emptied arena for a launch. The launch before must have ended.
  Arena& for_launch() {
    launch_.clear();
    return launch_;
  }

 private:
  std::vector<std::shared_ptr<Arena>> traces_;
  Arena launch_;
};

}  // namespace heatwave::stage
