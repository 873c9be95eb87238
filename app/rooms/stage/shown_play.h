// Data that the Stage derives from the shown play, cached between frames.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "app/rooms/stage/board_layout.h"
#include "app/rooms/stage/play_rules.h"
#include "app/ui/box.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

class ShownPlay {
 public:
  ShownPlay(std::shared_ptr<const stage::Trace> trace, stage::Totals totals);

  [[nodiscard]] const std::vector<StageEvent>& events() const { return events_; }
  [[nodiscard]] const stage::Totals& totals() const { return totals_; }
  /// Returns the state after `step` steps; valid until the next call.
  const stage::State& at(int step);
  /// Returns the story of a cell or, for an empty cell, of a thread; valid until the next call.
  const std::vector<StoryLine>& story(const StageCell& cell, int thread);
  /// Returns the board at the step that at() was last called for, in this room; valid until the
  /// next call.
  const BoardLayout& layout(const ui::Box& room, float unit);

 private:
  std::shared_ptr<const stage::Trace> trace_;
  std::vector<StageEvent> events_;
  stage::Totals totals_;
  StageCell told_cell_;
  int told_thread_ = -1;
  std::vector<StoryLine> story_;
  int step_ = -1;
  stage::State state_;

  struct KeptLayout {
    ui::Box room;
    float unit = 0.0F;
    BoardLayout layout;
  };
  /// Newest first. Each of two windows needs two, because a room tries two widths.
  std::array<KeptLayout, 4> layouts_;
};

}  // namespace heatwave::stage_room
