// The stage room: the board beside the kernel, and below them what has just happened.
#include "app/rooms/stage/stage_place.h"

#include <algorithm>
#include <string>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/lesson_source.h"
#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/shown_play.h"
#include "app/rooms/stage/stage_actions.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/area.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

constexpr float kPadding = 12.0F;
constexpr float kWords = 92.0F;         ///< height of what is told
constexpr float kSourceWidth = 600.0F;  ///< at the most
constexpr float kSourcePart = 0.34F;    ///< of a wide room: the board makes more of it
constexpr float kSourceGood = 374.0F;   ///< most lines stand in one or two
constexpr float kSourceLeast = 280.0F;  ///< narrower, its lines would be torn to pieces

/// The fault that belongs to this moment: found in the last step, or by there being no next one.
const stage::Fault* fault_of(const stage::Trace& trace, int step) {
  const int last = last_step(trace);
  for (const stage::Fault& fault : trace.faults) {
    if (std::clamp(fault.step + 1, 0, last) == step && step > 0) return &fault;
  }
  return nullptr;
}

std::string what_happened(const StageView& context, const StageMoment& moment) {
  if (moment.step > 0) return stage::words::sentence(moment.trace, moment.step - 1);
  return "Nothing has happened yet. Press " + context.keys_of("play_pause") + " to play, or '" +
         context.keys_of("step") + "' for one step.";
}

/// Writes text in a column of this width; the letters shrink rather than be cut off. Returns its
/// height.
float draw_fitting(ImFont* font, float size, ImVec2 at, float width, float height, ImVec4 ink,
                   const std::string& text) {
  const auto high = [&](float s) { return font->CalcTextSizeA(s, 1e6F, width, text.c_str()).y; };
  float fitting = size;
  while (high(fitting) > height && fitting > size * 0.6F) fitting *= 0.95F;
  ImGui::GetWindowDrawList()->AddText(font, fitting, at, ui::packed(ink), text.c_str(), nullptr,
                                      width);
  return high(fitting);
}

/// A button for each that may go next, as many as there is room for; a click on a thread does the
/// same.
void draw_candidates(StageView& context, const StageMoment& moment, ImVec2 at, float right) {
  const float u = context.unit;
  ImGui::SetCursorScreenPos(at);
  for (std::size_t i = 0; i < moment.trace.candidates.size(); ++i) {
    const stage::Candidate& candidate = moment.trace.candidates[i];
    const std::string text = stage::words::threads(moment.trace, candidate.threads) + ", line " +
                             std::to_string(candidate.line);
    const float width = ImGui::CalcTextSize(text.c_str()).x + 52 * u;
    if (i > 0) ImGui::SameLine(0, 8 * u);
    if (ImGui::GetCursorScreenPos().x + width > right) break;
    const ui::ButtonLook look{.width = width / u, .text = text.c_str()};
    if (icon_button(context, ("choose/" + std::to_string(i)).c_str(), ui::Icon::step, "Goes next.",
                    "", "", look)) {
      choose_next(context, static_cast<int>(i));
      break;  // the candidates are others now
    }
  }
}

void draw_words(StageView& context, const StageMoment& moment, const ui::Area& area) {
  const float u = context.unit;
  const ImVec2 at{static_cast<float>(area.x), static_cast<float>(area.y) + 8 * u};
  const auto width = static_cast<float>(area.width);
  const float height = static_cast<float>(area.height) - 12 * u;
  const stage::Fault* fault = fault_of(moment.trace, moment.step);
  const ui::FontSet& fonts = context.fonts;
  const float used =
      draw_fitting(fonts.large, fonts.large_size, at, width, fault == nullptr ? height : height / 2,
                   context.theme.text, what_happened(context, moment));
  if (fault != nullptr) {
    draw_fitting(fonts.large, fonts.large_size * 0.9F, {at.x, at.y + used + 2 * u}, width,
                 height - used - 2 * u, context.theme.error, fault->text);
  } else if (moment.choosing) {
    const ImVec2 below{at.x, at.y + used + 6 * u};
    const char* question = "Who goes next?";
    draw_fitting(fonts.large, fonts.large_size, {below.x, below.y + 4 * u}, width, height,
                 context.theme.accent, question);
    const float wide = fonts.large->CalcTextSizeA(fonts.large_size, 1e6F, 0, question).x + 16 * u;
    draw_candidates(context, moment, {below.x + wide, below.y}, at.x + width);
  }
}

void drag_lane(StageView& context, const StageMoment& moment, const StageClick& click) {
  StageModel& model = context.model;
  if (click.lane >= 0) {
    model.dragged_lane = click.lane;
    go_to_step(context, last_step(moment.trace));  // where it is seen what it costs
  }
  if (!ImGui::IsMouseDown(0)) model.dragged_lane = -1;
  if (model.dragged_lane >= 0 && click.under.array >= 0) {
    move_lane(context, model.dragged_lane, click.under, ImGui::GetIO().KeyShift);
  }
}

void take_click(StageView& context, const StageMoment& moment, const StageClick& click) {
  StageModel& model = context.model;
  drag_lane(context, moment, click);
  if (click.cell.array >= 0) {
    model.asked = click.cell == model.asked ? StageCell{} : click.cell;
    model.followed = -1;
  }
  if (click.thread < 0) return;
  const int candidate = moment.choosing ? candidate_of(moment.trace, click.thread) : -1;
  if (candidate >= 0) {
    choose_next(context, candidate);
  } else {
    model.followed = click.thread == model.followed ? -1 : click.thread;
    model.asked = {};
  }
}

void draw_play(StageView& context, const StageMoment& moment) {
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 all = ImGui::GetContentRegionAvail();
  const float words = std::min(kWords * u, all.y * 0.25F);
  const float high = all.y - words;
  float source =
      std::clamp(all.x * kSourcePart, std::min(kSourceGood * u, all.x * 0.42F), kSourceWidth * u);
  if (source < kSourceLeast * u) source = 0;  // until the side panel is folded away
  const float between = source > 0 ? 16 * u : 0;
  const ui::Area board{from.x, from.y, all.x - source - between, high - 4 * u};
  StageModel& model = context.model;
  model.board_area = {static_cast<float>(board.x), static_cast<float>(board.y),
                      static_cast<float>(board.width), static_cast<float>(board.height)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (source > 0) {
    ImGui::SetCursorScreenPos({from.x + all.x - source, from.y});
    ui::begin_part("source", {source, high});
    draw_stage_source(context, moment);
    ImGui::EndChild();
    const float edge = from.x + all.x - source - between / 2;
    list.AddLine({edge, from.y}, {edge, from.y + high}, ui::packed(context.theme.line));
  }
  list.AddLine({from.x, from.y + high}, {from.x + all.x, from.y + high},
               ui::packed(context.theme.line));
  draw_words(context, moment,
             {from.x, static_cast<double>(from.y + high), all.x, static_cast<double>(words)});
  ImGui::SetCursorScreenPos(from);
  take_click(context, moment, draw_stage_board(context, board, moment));
}

}  // namespace

void draw_stage_place(StageView& context, const ui::Area& room) {
  const float u = context.unit;
  ui::place_window(room);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {kPadding * u, 8 * u});
  ImGui::Begin("stage", nullptr, ui::kBarFlags | ImGuiWindowFlags_NoScrollWithMouse);
  if (const stage::Trace* trace = shown_play(context)) {
    StageModel& model = context.model;
    draw_play(context,
              {*trace, model.play->at(model.step), model.step, is_choosing(*trace, model.step)});
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::stage_room
