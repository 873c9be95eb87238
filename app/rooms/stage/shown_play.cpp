// Caches the state, the story and the layout until others are requested.
#include "app/rooms/stage/shown_play.h"

#include <algorithm>
#include <utility>

#include "app/ui/box.h"

namespace heatwave::stage_room {

ShownPlay::ShownPlay(std::shared_ptr<const stage::Trace> trace, stage::Totals totals)
    : trace_(std::move(trace)), events_(events_of(*trace_)), totals_(std::move(totals)) {}

const stage::State& ShownPlay::at(int step) {
  if (std::exchange(step_, step) != step) state_ = trace_->at(step);
  return state_;
}

const std::vector<StoryLine>& ShownPlay::story(const StageCell& cell, int thread) {
  if (cell == told_cell_ && thread == told_thread_) return story_;
  told_cell_ = cell;
  told_thread_ = thread;
  story_ = cell.array >= 0 ? story_of_cell(*trace_, cell) : story_of_thread(*trace_, thread);
  return story_;
}

const BoardLayout& ShownPlay::layout(const ui::Box& room, float unit) {
  const int launch = shown_launch(*trace_, state_);
  const auto is_it = [&](const KeptLayout& kept) {
    return kept.unit == unit && kept.layout.launch == launch && kept.room == room;
  };
  const auto found = std::find_if(layouts_.begin(), layouts_.end(), is_it);
  if (found == layouts_.end()) {
    layouts_.back() = {room, unit, lay_out_board(*trace_, launch, room, unit)};
  }
  const auto newest = found == layouts_.end() ? layouts_.end() - 1 : found;
  std::rotate(layouts_.begin(), newest, newest + 1);
  return layouts_.front().layout;
}

}  // namespace heatwave::stage_room
