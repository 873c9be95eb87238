// What the stage room knows of the play shown: worked out once, not in every frame.
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
  /// The state after so many steps; good until another is asked for.
  const stage::State& at(int step);
  /// What is told of a cell or, where it is none, of a thread; good until another is asked for.
  const std::vector<StoryLine>& story(const StageCell& cell, int thread);
  /// The board at the step last asked for, in this room; likewise good until another is asked for.
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
  /// Two are tried for each of two windows; the one asked for last comes first.
  std::array<KeptLayout, 4> layouts_;
};

}  // namespace heatwave::stage_room
