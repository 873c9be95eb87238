// Keeps what belongs to the moment and the board shown, until another is asked for.
#include "app/rooms/stage/shown_play.h"

#include <utility>

#include "app/ui/box.h"

namespace heatwave::stage_room {

ShownPlay::ShownPlay(std::shared_ptr<const stage::Trace> trace)
    : trace_(std::move(trace)), events_(events_of(*trace_)), totals_(stage::totals(*trace_)) {}

const stage::State& ShownPlay::at(int step) {
  if (std::exchange(step_, step) != step) state_ = trace_->at(step);
  return state_;
}

const BoardLayout& ShownPlay::layout(const ui::Box& room, float unit) {
  const int launch = shown_launch(*trace_, state_);
  const bool as_before = unit == unit_ && launch == layout_.launch && room == room_;
  if (as_before) return layout_;
  layout_ = lay_out_board(*trace_, launch, room, unit);
  room_ = room;
  unit_ = unit;
  return layout_;
}

}  // namespace heatwave::stage_room
