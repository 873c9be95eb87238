// What the pointer finds on the stage's board: a thread with its registers, a cell with its story.
#include "app/rooms/stage/board_pointing.h"

#include <algorithm>
#include <string>

#include "app/rooms/stage/board_lanes.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "app/ui/chart_area.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

using stage::Status;

std::string status_words(const BoardView& view, const stage::ThreadState& state) {
  switch (state.status) {
    case Status::absent:
      return "not launched yet";
    case Status::ready:
      return "ready";
    case Status::barrier:
      return "waits at a barrier";
    case Status::spinning: {
      const bool known = state.waits_for >= 0 && static_cast<std::size_t>(state.waits_for) <
                                                     view.moment.trace.arrays.size();
      if (!known) return "spins";
      const std::size_t mutex = static_cast<std::size_t>(state.waits_for);
      return "spins on " + view.moment.trace.arrays[mutex].name;
    }
    case Status::done:
      return "done";
  }
  return "";
}

void tell_thread(const StageView& context, const BoardView& view, int thread) {
  const stage::ThreadState* state = view.thread_state(thread);
  if (state == nullptr) return;
  const stage::ThreadInfo& info = view.moment.trace.threads[static_cast<std::size_t>(thread)];
  ui::ChartTooltip tooltip(context);
  tooltip.title("Thread " + std::to_string(info.thread) + " of block " +
                std::to_string(info.block));
  const bool choice = view.can_be_chosen(thread);
  if (choice) tooltip.sentence("Click to let it go next.", context.theme.accent);
  tooltip.figure("Warp, lane", std::to_string(info.warp) + ", " + std::to_string(info.lane));
  tooltip.figure("Now", status_words(view, *state));
  for (const stage::LocalState& local : state->locals) {
    tooltip.figure(local.name, board_value(local.value), view.model.followed == thread);
  }
  if (!choice) tooltip.sentence("Click to follow it.", context.theme.dim);
}

std::string writer_words(const stage::Trace& trace, const StageCell& cell, int step) {
  if (step < 0 || static_cast<std::size_t>(step) >= trace.steps.size()) return "the input";
  for (const stage::Action& action : trace.steps[static_cast<std::size_t>(step)].actions) {
    if (action.array == cell.array && action.index == cell.index) {
      return stage::words::thread(trace, action.thread);
    }
  }
  return "the host";
}

void tell_cell(const StageView& context, const BoardView& view, const StageCell& cell) {
  const stage::CellState* state = view.cell_state(cell.array, cell.index);
  if (state == nullptr) return;
  const stage::Trace& trace = view.moment.trace;
  const std::string name = stage::words::cell(trace, cell.array, cell.index);
  ui::ChartTooltip tooltip(context);
  if (!state->written) {
    tooltip.title(name);
    tooltip.sentence("Nobody has written it yet.", context.theme.text);
    return;
  }
  tooltip.title(name + " = " + board_value(state->value));
  tooltip.figure("Written by", writer_words(trace, cell, state->writer));
  if (state->writer >= 0) tooltip.figure("In step", std::to_string(state->writer + 1));
  const int holder = view.holder_of(cell.array);
  if (holder >= 0) tooltip.figure("Held by", stage::words::thread(trace, holder), true);
}

StageCell cell_under(const BoardView& view, ImVec2 at) {
  const auto look = [&](const ArrayPlace& place) -> StageCell {
    const std::int64_t index = place.array < 0 ? -1 : place.cell_at(at);
    return index < 0 ? StageCell{} : StageCell{place.array, index};
  };
  for (const ArrayPlace& place : view.layout.arrays) {
    if (const StageCell cell = look(place); cell.array >= 0) return cell;
  }
  if (at.y < view.layout.blocks_from) return {};
  for (const BlockPlace& block : view.layout.blocks) {
    for (const ArrayPlace& place : block.shared) {
      if (const StageCell cell = look(place); cell.array >= 0) return cell;
    }
  }
  return {};
}

/// The array that shows its lanes; null: there is none.
const ArrayPlace* place_of_lanes(const BoardLayout& layout) {
  const auto found = std::find_if(layout.arrays.begin(), layout.arrays.end(),
                                  [](const ArrayPlace& place) { return place.lanes; });
  return found == layout.arrays.end() ? nullptr : &*found;
}

StageClick point_at_lane(const StageView& context, const BoardView& view, const ArrayPlace& place,
                         int lane, bool clicked) {
  const std::int64_t index = place.cell_at(ImGui::GetIO().MousePos);
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  view.pen.frame(place.cell(index), view.pen.theme().text, 2 * view.pen.unit());
  if (clicked) return {.lane = lane};
  ui::ChartTooltip tooltip(context);
  tooltip.title("Lane " + std::to_string(lane) + " reads " +
                stage::words::cell(view.moment.trace, place.array, index));
  tooltip.sentence("Drag it to another cell; with Shift, all lanes go as far.",
                   context.theme.accent);
  return {};
}

}  // namespace

StageClick point_at_board(const StageView& context, const BoardView& view, bool clicked) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const BoardPen& pen = view.pen;
  const ArrayPlace* lanes = place_of_lanes(view.layout);
  if (lanes != nullptr && view.model.dragged_lane >= 0) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return {.under = {lanes->array, lanes->cell_near(mouse)}};
  }
  const int lane = lanes == nullptr ? -1 : lane_at(view, *lanes, mouse);
  if (lane >= 0) return point_at_lane(context, view, *lanes, lane, clicked);
  for (const BlockPlace& block : view.layout.blocks) {
    if (!block.box.contains(mouse) || mouse.y < view.layout.blocks_from) continue;
    for (const ThreadPlace& place : block.threads) {
      const ui::Box card = view.card_of(place);
      if (!card.contains(mouse)) continue;
      pen.frame(grown(card, 1 * pen.unit()), pen.theme().text, 1.5F * pen.unit(), 6 * pen.unit());
      tell_thread(context, view, place.thread);
      return {.thread = clicked ? place.thread : -1};
    }
  }
  const StageCell cell = cell_under(view, mouse);
  if (cell.array < 0) return {};
  const ArrayPlace* place = view.layout.place_of_array(cell.array);
  if (place != nullptr) {
    pen.frame(place->cell(cell.index), pen.theme().text, 1.5F * pen.unit());
  }
  tell_cell(context, view, cell);
  return {.cell = clicked ? cell : StageCell{}};
}

}  // namespace heatwave::stage_room
