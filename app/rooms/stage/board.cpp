// The stage's board: lays out a play, draws one moment of it, and says what was clicked.
#include "app/rooms/stage/board.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/rooms/stage/board_arrays.h"
#include "app/rooms/stage/board_blocks.h"
#include "app/rooms/stage/board_marks.h"
#include "app/rooms/stage/board_parts.h"
#include "app/rooms/stage/board_pointing.h"
#include "app/rooms/stage/board_view.h"
#include "app/rooms/stage/shown_play.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "app/ui/chart_area.h"
#include "app/ui/sized.h"

namespace heatwave::stage_room {

namespace {

constexpr float kPad = 12;  // at the sides; half of it above and below

BoardView view_of(const StageMoment& moment, const StageModel& model, const BoardLayout& layout,
                  const BoardPen& pen) {
  BoardView view{.moment = moment, .model = model, .layout = layout, .pen = pen};
  const stage::Trace& trace = moment.trace;
  const int steps = static_cast<int>(trace.steps.size());
  if (moment.step > 0 && moment.step <= steps) {
    view.last = &trace.steps[static_cast<std::size_t>(moment.step) - 1];
  }
  for (const stage::Fault& fault : trace.faults) {
    const bool at_end = fault.step >= steps && moment.step == steps;
    if (fault.step == moment.step - 1 || at_end) view.faults.push_back(&fault);
  }
  if (moment.choosing) {
    for (const stage::Candidate& candidate : trace.candidates_at(moment.step)) {
      view.choices.insert(view.choices.end(), candidate.threads.begin(), candidate.threads.end());
    }
  }
  return view;
}

void draw_key(const BoardPen& pen, const ui::Box& line, bool choosing) {
  constexpr std::array<std::pair<Doing, const char*>, 5> kEntries{{{Doing::ready, "ready"},
                                                                   {Doing::acting, "acting"},
                                                                   {Doing::barrier, "at a barrier"},
                                                                   {Doing::spinning, "spinning"},
                                                                   {Doing::done, "done"}}};
  const float u = pen.unit();
  const float size = pen.legible();
  const float y = (line.top + line.bottom) / 2;
  float x = line.left + 12 * u;
  for (const auto& [doing, word] : kEntries) {
    const float wide = pen.sized_width(word, size);
    if (x + 16 * u + wide > line.right) break;
    pen.sign(doing, {x + 6 * u, y}, 6 * u, pen.colour_of(doing));
    pen.sized(x + 17 * u, y, word, size, pen.theme().dim);
    x += 17 * u + wide + 12 * u;
  }
  const char* choice = "may go next";
  if (!choosing || x + 22 * u + pen.sized_width(choice, size) > line.right) return;
  pen.dashed_frame({x, y - 7 * u, x + 14 * u, y + 7 * u}, pen.theme().accent, 2 * u);
  pen.sized(x + 21 * u, y, choice, size, pen.theme().dim);
}

/// Seconds since the moment came, counted for each window that shows a board.
float seconds_at(int step, bool& fresh) {
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  int& shown = *kept.GetIntRef(ImGui::GetID("step"), -1);
  float& since = *kept.GetFloatRef(ImGui::GetID("since"), 0.0F);
  fresh = shown != step;
  since = fresh ? 0.0F : since + ImGui::GetIO().DeltaTime;
  shown = step;
  return since;
}

/// The layout as it stands when its window has been scrolled so far: arrays may stay where they
/// are.
BoardLayout scrolled(BoardLayout layout, float by) {
  for (ArrayPlace& place : layout.arrays) {
    if (layout.blocks_from == 0) board_parts::move(place, 0, -by);
  }
  for (BlockPlace& place : layout.blocks) board_parts::move(place, 0, -by);
  return layout;
}

/// Scrolls to whoever acted, where the board is higher than its window: to all of the block, with
/// what its threads share, or at least to the thread.
void show_acting(const BoardView& view) {
  if (view.last == nullptr) {  // a play that begins is read from its top, whatever was shown before
    ImGui::SetScrollY(0);
    return;
  }
  if (ImGui::GetScrollMaxY() <= 0) return;
  int thread = view.last->actions.front().thread;
  for (const stage::Fault* fault : view.faults) {
    // Where nobody goes on, those count of whom it is told.
    if (fault->kind == stage::FaultKind::deadlock && !fault->threads.empty()) {
      thread = fault->threads.front();
    }
  }
  const ThreadPlace* place = view.layout.place_of_thread(thread);
  if (place == nullptr) return;
  const float margin = 6 * view.pen.unit();
  const float top = std::max(ImGui::GetWindowPos().y, view.layout.blocks_from) + margin;
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight() - margin;
  const ui::Box& block = view.layout.block_of_thread(thread)->box;
  const ui::Box& wanted = block.height() <= bottom - top ? block : place->card;
  if (wanted.top >= top && wanted.bottom <= bottom) return;
  const float by = wanted.top < top ? wanted.top - top : wanted.bottom - bottom;
  ImGui::SetScrollY(std::max(0.0F, ImGui::GetScrollY() + by));
}

}  // namespace

ui::Box board_room(const ui::Box& area, float unit) {
  const float pad = kPad * unit;
  return {area.left + pad, area.top + pad / 2, area.right - pad,
          area.bottom - kBoardKey * unit - pad / 2};
}

StageClick draw_stage_board(StageView& context, const ui::Box& area, const StageMoment& moment) {
  const float u = context.unit;
  StageModel& model = context.model;
  model.places.smallest_letters = kNoLetters;
  const float key_height = kBoardKey * u;
  const ui::Box all = area;
  {
    const BoardPen pen(context, *ImGui::GetWindowDrawList(), &model.places.smallest_letters);
    draw_key(pen, {all.left, all.bottom - key_height, all.right, all.bottom}, moment.choosing);
  }
  const ui::ChartArea child("stage-board", {all.left, all.top, all.right, all.bottom - key_height},
                            true);
  const BoardPen pen(context, *ImGui::GetWindowDrawList(), &model.places.smallest_letters);
  const float scroll = ImGui::GetScrollY();
  const ui::Box room = board_room(area, u);
  const BoardLayout& at_rest = model.play->layout(room, u);
  const BoardLayout layout = scrolled(at_rest, scroll);
  BoardView view = view_of(moment, model, layout, pen);
  bool fresh = false;
  view.seconds = seconds_at(moment.step, fresh);
  if (context.is_for_picture) view.seconds = 1e6F;  // pictures are of a board at rest
  draw_board_blocks(view);
  draw_board_arrays(view, false);
  draw_board_accesses(view);
  draw_board_arrays(view, true);
  draw_board_threads(view);
  draw_board_faults(view);
  draw_board_values_under_way(view);
  for (const ArrayPlace& place : layout.arrays) {
    if (context.places == nullptr) break;
    (*context.places)["array/" + view.info(place).name] = place.cells;
  }
  const float height = at_rest.box.bottom - area.top + kPad / 2 * u;
  if (height > child.box().height()) ui::space({1, height});
  const bool has_other_room = std::exchange(model.places.board_before, area) != area;
  if (fresh || has_other_room) show_acting(view);
  const bool pointed = child.hovered() || model.dragged_lane >= 0;
  return pointed ? point_at_board(context, view, child.clicked()) : StageClick{};
}

}  // namespace heatwave::stage_room
