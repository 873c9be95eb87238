// Draws one moment of a play on the board, and returns what was clicked.
#include "app/rooms/stage/board.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "app/rooms/stage/board_key.h"
#include "app/rooms/stage/board_parts.h"
#include "app/rooms/stage/board_scalars.h"
#include "app/rooms/stage/board_view.h"
#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/step_lines.h"
#include "app/ui/chart_axes.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
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
  if (choice) tooltip.sentence("Click to run it next.", context.theme.accent);
  tooltip.figure("Warp, lane", std::to_string(info.warp) + ", " + std::to_string(info.lane));
  tooltip.figure("Now", status_words(view, *state));
  const std::span<const stage::LocalState> variables = view.moment.state.variables_of(thread);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (!variables[i].is_set) continue;
    tooltip.figure(view.moment.trace.variable(thread, i), board_value(variables[i].value),
                   view.model.followed == thread);
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
    tooltip.sentence("Not written yet.", context.theme.text);
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
  for (const BlockPlace& block : view.layout.blocks) {
    for (const ArrayPlace& place : block.shared) {
      if (const StageCell cell = look(place); cell.array >= 0) return cell;
    }
  }
  return {};
}

/// Returns the array that shows its lanes; null: there is none.
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

/// Explains the thing under the pointer, and returns it when it is clicked.
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
    if (!block.box.contains(mouse)) continue;
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

constexpr float kPad = 12;  // at the sides; half of it above and below

BoardView view_of(const StageMoment& moment, const StageModel& model, const BoardLayout& layout,
                  const BoardPen& pen) {
  BoardView view{.moment = moment, .model = model, .layout = layout, .pen = pen};
  const stage::Trace& trace = moment.trace;
  const int steps = static_cast<int>(trace.steps.size());
  if (moment.step > 0 && moment.step <= steps) {
    view.last = &trace.steps[static_cast<std::size_t>(moment.step) - 1];
    view.reads = reads_before_write(trace, moment.step - 1);
    view.banks = stage::words_by_bank(trace, *view.last);
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

/// Returns the seconds since this step was first shown, counted for each window that shows a board.
float seconds_at(int step, bool& fresh) {
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  int& shown = *kept.GetIntRef(ImGui::GetID("step"), -1);
  float& since = *kept.GetFloatRef(ImGui::GetID("since"), 0.0F);
  fresh = shown != step;
  since = fresh ? 0.0F : since + ImGui::GetIO().DeltaTime;
  shown = step;
  return since;
}

/// Returns the layout of a window scrolled by `by`.
BoardLayout scrolled(BoardLayout layout, float by) {
  for (ArrayPlace& place : layout.arrays) board_parts::move(place, 0, -by);
  layout.scalars = board_parts::moved(layout.scalars, 0, -by);
  for (BlockPlace& place : layout.blocks) board_parts::move(place, 0, -by);
  for (BlockPlace& place : layout.folded) board_parts::move(place, 0, -by);
  return layout;
}

/// Returns the thread of the last step; at a deadlock, where nothing acts, the thread that the
/// fault names; −1: none.
int acting_thread(const BoardView& view) {
  for (const stage::Fault* fault : view.faults) {
    if (fault->kind == stage::FaultKind::deadlock && !fault->threads.empty()) {
      return fault->threads.front();
    }
  }
  const bool acts = view.last != nullptr && !view.last->actions.empty();
  return acts ? view.last->actions.front().thread : -1;
}

/// Returns the block to open where only one can be: that of the followed thread, or of the acting
/// one.
int block_to_open(const BoardView& view) {
  const auto& threads = view.moment.trace.threads;
  const int followed = view.model.followed;
  const int thread = followed >= 0 ? followed : acting_thread(view);
  const bool known = thread >= 0 && static_cast<std::size_t>(thread) < threads.size();
  return known ? threads[static_cast<std::size_t>(thread)].block : 0;
}

/// Scrolls to the acting thread if the board is taller than its window: to its whole block, or at
/// least to the thread.
void show_acting(const BoardView& view) {
  if (view.last == nullptr) {  // a new play is shown from its top
    ImGui::SetScrollY(0);
    return;
  }
  if (ImGui::GetScrollMaxY() <= 0) return;
  const int thread = acting_thread(view);
  const ThreadPlace* place = view.layout.place_of_thread(thread);
  if (place == nullptr) return;
  const float margin = 6 * view.pen.unit();
  const float top = ImGui::GetWindowPos().y + margin;
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
  // The lower edge of a block has words, which keep apart from the key.
  return {area.left + pad, area.top + pad / 2, area.right - pad,
          area.bottom - board_key_height(area, unit) - pad};
}

StageClick draw_stage_board(StageView& context, const ui::Box& area, const StageMoment& moment) {
  const float u = context.unit;
  StageModel& model = context.model;
  model.places.smallest_letters = kNoLetters;
  const float key_height = board_key_height(area, u);
  const ui::Box all = area;
  const BoardLayout& at_rest = model.play->layout(board_room(area, u), u, context.least_letters());
  if (key_height > 0) {
    // The key explains the board and the code, and is not larger than them.
    const BoardPen pen(context, *ImGui::GetWindowDrawList(), &model.places.smallest_letters,
                       context.fonts.size * context.least_letters());
    const ui::Box line{all.left, all.bottom - key_height, all.right - kPad * u, all.bottom};
    draw_board_key(context, view_of(moment, model, at_rest, pen), line);
  }
  const ui::ChartArea child("stage-board", {all.left, all.top, all.right, all.bottom - key_height},
                            true);
  const float scroll = ImGui::GetScrollY();
  ui::Look look = context;
  look.unit = at_rest.sizes.unit;
  const BoardPen pen(look, *ImGui::GetWindowDrawList(), &model.places.smallest_letters,
                     std::min(context.fonts.size, at_rest.sizes.small));
  BoardLayout layout = scrolled(at_rest, scroll);
  layout.open(block_to_open(view_of(moment, model, at_rest, pen)));
  BoardView view = view_of(moment, model, layout, pen);
  bool fresh = false;
  view.seconds = seconds_at(moment.step, fresh);
  // Pictures show the board without animation.
  if (context.is_for_picture || context.less_motion) view.seconds = 1e6F;
  view.ways = ways_of_accesses(view);
  draw_board_blocks(view);
  draw_board_arrays(view, false);
  draw_board_accesses(view);
  draw_board_arrays(view, true);
  draw_board_heads_at_cells(view);
  draw_board_threads(view);
  draw_board_names(view);
  draw_board_faults(view);
  draw_board_titles(view);
  draw_board_scalars(view);
  draw_board_values_under_way(view);
  for (const ArrayPlace& place : layout.arrays) {
    if (context.places == nullptr) break;
    (*context.places)["array/" + view.info(place).name] = place.cells;
  }
  if (layout.scalars.width() > 0) note_box(context, "scalars", layout.scalars);
  const float height = at_rest.box.bottom - area.top + kPad / 2 * u;
  if (height > child.box().height()) ui::space({1, height});
  const bool has_other_room = std::exchange(model.places.board_before, area) != area;
  if (fresh || has_other_room) show_acting(view);
  const bool pointed = child.hovered() || model.dragged_lane >= 0;
  return pointed ? point_at_board(context, view, child.clicked()) : StageClick{};
}

const stage::Fault* fault_of(const stage::Trace& trace, int step) {
  const int last = last_step(trace);
  for (const stage::Fault& fault : trace.faults) {
    if (std::clamp(fault.step + 1, 0, last) == step && step > 0) return &fault;
  }
  return nullptr;
}

namespace {

constexpr float kLeastFitting = 0.6F;  // share of the usual size to which text shrinks
constexpr float kNearlyUsual = 0.9F;   // share to which it shrinks for what follows the step

/// Says what the last step did; at the start, how to continue.
std::string what_happened(const StageView& context, const StageMoment& moment) {
  if (moment.step > 0) return stage::words::sentence(moment.trace, moment.step - 1);
  const std::string next = stage::words::sentence_before(moment.trace);
  if (context.is_for_picture) return next;
  // The arrow key has a name that can be read from afar; the other one is a full stop.
  return next + ' ' + context.keys_of("play_pause") + " plays, the right arrow steps.";
}

}  // namespace

float draw_fitting(ImFont* font, float size, const Column& column, ImVec4 ink,
                   const std::string& text) {
  const auto high = [&](float s) {
    return font->CalcTextSizeA(s, 1e6F, column.width, text.c_str()).y;
  };
  float fitting = size;
  while (high(fitting) > column.height && fitting > size * kLeastFitting) fitting *= 0.95F;
  ImGui::GetWindowDrawList()->AddText(font, fitting, column.at, ui::packed_colour(ink),
                                      text.c_str(), nullptr, column.width);
  return high(fitting);
}

namespace {

/// A sentence below the board, in its colour, with the number of its line as the code shows it.
struct Sentence {
  std::string text;
  ImVec4 ink;
  int line = 0;  ///< 0: none
  LineRole role = LineRole::none;
};

/// Returns the space at both sides of the number of a line.
float tag_rim(const StageView& context) { return 7 * context.unit; }

/// Returns the width of the numbers of lines before the sentences; 0: there are none.
float tags_width(const StageView& context, const std::vector<Sentence>& all, float size) {
  float width = 0.0F;
  for (const Sentence& each : all) {
    if (each.line <= 0) continue;
    const std::string text = stage::words::line_text(each.line);
    width = std::max(width, context.fonts.strong->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x +
                                4 * tag_rim(context));
  }
  return width;
}

void draw_tag(const StageView& context, const Sentence& sentence, ImVec2 at, float size) {
  if (sentence.line <= 0) return;
  const float u = context.unit;
  const float rim = tag_rim(context);
  const std::string text = stage::words::line_text(sentence.line);
  const float width = context.fonts.strong->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
  const ui::Box band{at.x, at.y - 2 * u, at.x + width + 2.5F * rim, at.y + size + 2 * u};
  draw_band(context, band, sentence.role);
  ImGui::GetWindowDrawList()->AddText(context.fonts.strong, size, {at.x + 1.5F * rim, at.y},
                                      ui::packed_colour(context.theme.text), text.c_str());
  const bool acted = sentence.role == LineRole::acted;
  note_box(context, acted ? "line of the step" : "line after the step", band);
}

/// Returns the sentence about what lines after the step's have set: beside the number of their
/// line, if it is one.
Sentence sentence_after(const std::vector<stage::words::VariableSet>& all, ImVec4 ink) {
  const std::string text = stage::words::sentence_after(all);
  if (all.front().line != all.back().line) return {text, ink};
  const int line = all.front().line;
  const std::string before = "Then " + stage::words::line_text(line) + ' ';
  return {stage::words::capital(text.substr(before.size())), ink, line, LineRole::after};
}

/// Returns the sentences about a moment; what follows the step's line is left out where there is no
/// room for it.
std::vector<Sentence> sentences_of(const StageView& context, const StageMoment& moment,
                                   const std::function<bool(const std::vector<Sentence>&)>& fits) {
  const ui::Theme& theme = context.theme;
  const stage::Fault* fault = fault_of(moment.trace, moment.step);
  Sentence told{what_happened(context, moment), theme.text, acted_line(moment.trace, moment.step),
                LineRole::acted};
  // The host's comparison with the expected result already is the fault's sentence.
  if (fault != nullptr && told.text.find(fault->text) != std::string::npos) {
    told.ink = theme.error;
    return {told};
  }
  if (fault != nullptr) return {told, {stage::words::sentence(*fault), theme.error}};
  const std::vector<stage::words::VariableSet> set =
      stage::words::set_after(moment.trace, moment.step - 1);
  if (set.empty()) return {told};
  const std::vector<Sentence> rows{told, sentence_after(set, theme.text)};
  if (fits(rows)) return rows;
  Sentence both = told;
  both.text += ' ' + stage::words::sentence_after(set);
  return fits({both}) ? std::vector{both} : std::vector{told};
}

}  // namespace

ui::Box draw_sentences(StageView& context, const StageMoment& moment, const Column& column) {
  const ui::FontSet& fonts = context.fonts;
  const float between = 4 * context.unit;
  const auto high = [&](const std::string& text, float size, float indent) {
    return fonts.strong->CalcTextSizeA(size, 1e6F, column.width - indent, text.c_str()).y;
  };
  // All sentences are equally large.
  const auto height_at = [&](const std::vector<Sentence>& all, float size) {
    float height = between * static_cast<float>(all.size() - 1);
    const float indent = tags_width(context, all, size);
    for (const Sentence& each : all) height += high(each.text, size, indent);
    return height;
  };
  const std::vector<Sentence> all =
      sentences_of(context, moment, [&](const std::vector<Sentence>& both) {
        return height_at(both, kNearlyUsual * fonts.large_size) <= column.height;
      });
  float size = fonts.large_size;
  while (height_at(all, size) > column.height && size > fonts.large_size * kLeastFitting) {
    size *= 0.95F;
  }
  const float indent = tags_width(context, all, size);
  ImVec2 at{column.at.x + indent, column.at.y};
  ui::Box words{column.at.x, at.y, at.x, at.y};
  for (const Sentence& each : all) {
    draw_tag(context, each, {column.at.x, at.y}, size);
    ImGui::GetWindowDrawList()->AddText(fonts.strong, size, at, ui::packed_colour(each.ink),
                                        each.text.c_str(), nullptr, column.width - indent);
    const ImVec2 extent =
        fonts.strong->CalcTextSizeA(size, 1e6F, column.width - indent, each.text.c_str());
    words.right = std::max(words.right, at.x + extent.x);
    words.bottom = at.y + extent.y;
    at.y += extent.y + between;
  }
  note_box(context, "sentences", words);
  return words;
}

}  // namespace heatwave::stage_room
