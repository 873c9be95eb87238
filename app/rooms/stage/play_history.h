// The undo history of a lesson's settings.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/stage/lesson.h"

namespace heatwave::stage_room {

class PlayHistory {
 public:
  /// Adds the current settings. Settings of one gesture, such as the drag of a slider, are undone
  /// together; a negative gesture is always a step of its own.
  void note(const stage::PlaySettings& now, int gesture);

  [[nodiscard]] bool can_undo() const { return here_ > 0; }
  [[nodiscard]] bool can_redo() const { return here_ + 1 < all_.size(); }
  /// Precondition of undo(): can_undo(); of redo(): can_redo().
  const stage::PlaySettings& undo();
  const stage::PlaySettings& redo();

 private:
  std::vector<stage::PlaySettings> all_;
  std::size_t here_ = 0;
  int gesture_ = -1;
};

}  // namespace heatwave::stage_room
