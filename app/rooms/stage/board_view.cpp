// Asks a moment of a play what a thread, a cell, a lock are doing.
#include "app/rooms/stage/board_view.h"

#include <algorithm>

namespace heatwave::stage_room {

const stage::ThreadState* BoardView::thread_state(int thread) const {
  const auto& threads = moment.state.threads;
  const bool known = thread >= 0 && static_cast<std::size_t>(thread) < threads.size();
  return known ? &threads[static_cast<std::size_t>(thread)] : nullptr;
}

const stage::CellState* BoardView::cell_state(int array, std::int64_t index) const {
  const auto& arrays = moment.state.arrays;
  if (array < 0 || static_cast<std::size_t>(array) >= arrays.size()) return nullptr;
  const auto& cells = arrays[static_cast<std::size_t>(array)];
  const bool known = index >= 0 && static_cast<std::size_t>(index) < cells.size();
  return known ? &cells[static_cast<std::size_t>(index)] : nullptr;
}

const stage::Action* BoardView::action_of(int thread) const {
  if (last == nullptr) return nullptr;
  for (const stage::Action& action : last->actions) {
    if (action.thread == thread) return &action;
  }
  return nullptr;
}

Doing BoardView::doing(int thread) const {
  const stage::ThreadState* state = thread_state(thread);
  if (state == nullptr) return Doing::absent;
  switch (state->status) {
    case stage::Status::absent:
      return Doing::absent;
    case stage::Status::ready:
      return Doing::ready;
    case stage::Status::barrier:
      return Doing::barrier;
    case stage::Status::spinning:
      return Doing::spinning;
    case stage::Status::done:
      break;
  }
  return Doing::done;
}

bool BoardView::can_be_chosen(int thread) const {
  return std::find(choices.begin(), choices.end(), thread) != choices.end();
}

ui::Box BoardView::card_of(const ThreadPlace& place) const {
  ui::Box card = place.card;
  if (doing(place.thread) != Doing::barrier) return card;
  const float down = 8 * pen.unit();  // onto the line below
  card.top += down;
  card.bottom += down;
  return card;
}

int BoardView::holder_of(int mutex) const {
  const stage::CellState* cell = cell_state(mutex, 0);
  if (cell == nullptr || !moment.trace.arrays[static_cast<std::size_t>(mutex)].is_mutex ||
      cell->value == 0.0 || cell->writer < 0) {
    return -1;
  }
  const auto& step = moment.trace.steps[static_cast<std::size_t>(cell->writer)];
  for (const stage::Action& action : step.actions) {
    const bool took = action.array == mutex && action.op == stage::Op::atomic &&
                      action.before == 0.0 && action.value != 0.0;
    if (took) return action.thread;
  }
  return -1;
}

BlockClip::BlockClip(const BoardView& view) {
  const ImVec2 from = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  ImGui::PushClipRect({from.x, std::max(from.y, view.layout.blocks_from)},
                      {from.x + size.x, from.y + size.y}, true);
}

BlockClip::~BlockClip() { ImGui::PopClipRect(); }

}  // namespace heatwave::stage_room
