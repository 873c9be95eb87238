// What the drawing of the stage's board is given: one moment of a play, and what is asked of it.
#pragma once

#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/board_layout.h"
#include "app/rooms/stage/board_pen.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::stage_room {

struct BoardView {
  const StageMoment& moment;
  const StageModel& model;
  const BoardLayout& layout;
  const BoardPen& pen;
  const stage::Step* last = nullptr;        ///< what led to this moment; null at the start
  std::vector<const stage::Fault*> faults;  ///< found in it, or now that nobody goes on
  std::vector<int> choices;                 ///< threads that may be chosen
  float seconds = 1e6F;                     ///< since this moment was first shown

  [[nodiscard]] const stage::ArrayInfo& info(const ArrayPlace& place) const {
    return moment.trace.arrays[static_cast<std::size_t>(place.array)];
  }
  /// Null: not among those shown.
  [[nodiscard]] const stage::ThreadState* thread_state(int thread) const;
  [[nodiscard]] const stage::CellState* cell_state(int array, std::int64_t index) const;
  /// What the thread did in the last step; null: nothing.
  [[nodiscard]] const stage::Action* action_of(int thread) const;
  [[nodiscard]] Doing doing(int thread) const;
  [[nodiscard]] bool can_be_chosen(int thread) const;
  /// The card as drawn now: threads at a barrier stand down at its line.
  [[nodiscard]] ui::Box card_of(const ThreadPlace& place) const;
  /// The thread that holds a mutex; −1: it is open.
  [[nodiscard]] int holder_of(int mutex) const;
};

/// While it lasts, nothing is drawn above the line below which the blocks scroll.
class BlockClip : core::NonCopyable {
 public:
  explicit BlockClip(const BoardView& view);
  ~BlockClip();
};

}  // namespace heatwave::stage_room
