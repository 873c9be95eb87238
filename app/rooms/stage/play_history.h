// What a person has set for a lesson, one after the other, to go back to and forth again.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/stage/lesson.h"

namespace heatwave::stage_room {

class PlayHistory {
 public:
  /// What is played from now on. Settings of one gesture, such as the drag of a slider, are undone
  /// together; a negative gesture stands by itself.
  void note(const stage::PlaySettings& now, int gesture);

  [[nodiscard]] bool can_undo() const { return here_ > 0; }
  [[nodiscard]] bool can_redo() const { return here_ + 1 < all_.size(); }
  /// Only where it can be.
  const stage::PlaySettings& undo();
  const stage::PlaySettings& redo();

 private:
  std::vector<stage::PlaySettings> all_;
  std::size_t here_ = 0;
  int gesture_ = -1;
};

}  // namespace heatwave::stage_room
