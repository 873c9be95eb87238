// The stage's bar at the bottom: play, step and jump, the pace, and the time line.
#include "app/rooms/stage/stage_transport.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/board_pen.h"
#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/shown_play.h"
#include "app/rooms/stage/stage_actions.h"
#include "app/rooms/stage/stage_view.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"

namespace heatwave::stage_room {
namespace {

constexpr double kSlowest = 0.5;  ///< steps per second
constexpr double kFastest = 60;

struct WalkButton {
  ui::Icon icon;
  const char* action;
  const char* help;
};

void draw_walk_buttons(StageView& context) {
  constexpr std::array<WalkButton, 6> kButtons{
      {{ui::Icon::back, "back", "One step back."},
       {ui::Icon::step, "step", "One step."},
       {ui::Icon::to_start, "start", "To the start."},
       {ui::Icon::to_end, "end", "To the end."},
       {ui::Icon::previous_event, "previous_event",
        "Back to the barrier, divided branch, conflict or fault before."},
       {ui::Icon::next_event, "next_event",
        "On to the next barrier, divided branch, conflict or fault."}}};
  const float u = context.unit;
  const bool playing = context.model.playing;
  const ui::ButtonLook play{.primary = true, .width = 56, .height = 40};
  action_button(context, playing ? ui::Icon::pause : ui::Icon::play, "play_pause",
                playing ? "Pause." : "Play.", play);
  const ui::ButtonLook other{.width = 36, .height = 40};
  for (const WalkButton& button : kButtons) {
    ImGui::SameLine(0, 6 * u);
    action_button(context, button.icon, button.action, button.help, other);
  }
  ImGui::SameLine(0, 16 * u);
}

void draw_pace(StageView& context) {
  const float u = context.unit;
  const float top = ImGui::GetCursorPosY();
  ImGui::SetCursorPosY(top + 4 * u);
  ui::set_next_width(112 * u);
  double& pace = context.model.pace;
  slider(context, "##pace", pace, kSlowest, kFastest, pace < 9.95 ? "%.1f steps/s" : "%.0f steps/s",
         "How fast it plays.", true);
  note_place(context, "stage pace");
  ImGui::SameLine(0, 16 * u);
  ImGui::SetCursorPosY(top);
}

struct TimeLine {
  ImVec2 from;
  float width = 0.0F;
  int last = 1;

  [[nodiscard]] float x_of(int step) const {
    return from.x + width * static_cast<float>(step) / static_cast<float>(std::max(1, last));
  }
  [[nodiscard]] int step_at(float x) const {
    const float part = std::clamp((x - from.x) / width, 0.0F, 1.0F);
    return static_cast<int>(part * static_cast<float>(last) + 0.5F);
  }
};

/// Each kind has its own shape and height, so that colour is not needed to tell them apart.
void draw_mark(const StageView& context, ImDrawList& list, float x, float y, StageEventKind kind) {
  const float u = context.unit;
  const ui::Theme& theme = context.theme;
  const BoardPen pen(context, list);
  switch (kind) {
    case StageEventKind::divides:
      list.AddLine({x - 3 * u, y - 14 * u}, {x, y - 9 * u}, ui::packed(theme.dim), 2 * u);
      list.AddLine({x + 3 * u, y - 14 * u}, {x, y - 9 * u}, ui::packed(theme.dim), 2 * u);
      break;
    case StageEventKind::barrier:
      list.AddRectFilled({x - 1.5F * u, y - 16 * u}, {x + 1.5F * u, y + 16 * u},
                         ui::packed(theme.text));
      break;
    case StageEventKind::conflict:
      list.AddCircleFilled({x, y + 13 * u}, 4 * u, ui::packed(pen.waiting()));
      break;
    case StageEventKind::fault:
      list.AddTriangleFilled({x - 7 * u, y + 19 * u}, {x + 7 * u, y + 19 * u}, {x, y + 6 * u},
                             ui::packed(theme.error));
      break;
  }
}

/// Marks that would lie on one another are drawn once, the gravest last.
void draw_marks(const StageView& context, const TimeLine& line, float y,
                const std::vector<StageEvent>& events) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const StageEventKind kind : {StageEventKind::divides, StageEventKind::barrier,
                                    StageEventKind::conflict, StageEventKind::fault}) {
    float before = -1e6F;
    for (const StageEvent& event : events) {
      const float x = line.x_of(event.step);
      if (event.kind != kind || x - before < 2 * context.unit) continue;
      draw_mark(context, list, x, y, kind);
      before = x;
    }
  }
}

std::string words_on(const std::vector<StageEvent>& events, int step) {
  constexpr std::array kFaults{"all have met at a barrier", "threads wait for each other's turn",
                               "a branch divides a warp", "a fault is found"};
  std::string text = fmt::format("Step {}.", words::grouped(step));
  for (const StageEvent& event : events) {
    if (event.step != step) continue;
    text += fmt::format(" Here {}.", kFaults.at(static_cast<std::size_t>(event.kind)));
  }
  return text;
}

void draw_time_line(StageView& context, const stage::Trace& trace, float width) {
  const float u = context.unit;
  StageModel& model = context.model;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float margin = 10 * u;
  const TimeLine line{{from.x + margin, from.y}, width - 2 * margin, last_step(trace)};
  const float y = from.y + 20 * u;
  double step = model.step;
  if (ui::slide_area("time line", {width, 40 * u}, margin, step, line.last)) {
    go_to(model, line.last, static_cast<int>(std::lround(step)));
  }
  note_place(context, "time line");
  const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const std::vector<StageEvent>& events = model.play->events();
  explain(context,
          words_on(events, line.step_at(ImGui::GetIO().MousePos.x)) + " Drag to go there.");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float here = line.x_of(model.step);
  list.AddRectFilled({line.from.x, y - 4 * u}, {line.from.x + line.width, y + 4 * u},
                     ui::packed(hovered ? context.theme.hovered : context.theme.raised), 4 * u);
  list.AddRectFilled({line.from.x, y - 4 * u}, {here, y + 4 * u},
                     ui::packed(ui::with_alpha(context.theme.accent, 0.5F)), 4 * u);
  draw_marks(context, line, y, events);
  list.AddCircleFilled({here, y}, 9 * u, ui::packed(context.theme.accent));
  list.AddCircle({here, y}, 9 * u, ui::packed(context.theme.panel), 0, 2 * u);
  ImGui::SameLine(0, 12 * u);
}

void draw_step_number(StageView& context, const stage::Trace& trace) {
  const float u = context.unit;
  const ui::FontSet& fonts = context.fonts;
  const std::string number = words::grouped(context.model.step);
  const std::string rest = " of " + words::grouped(last_step(trace));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = at.y + 20 * u - fonts.large_size / 2;
  list.AddText(fonts.body, fonts.size, {at.x, at.y + 20 * u - fonts.size / 2},
               ui::packed(context.theme.dim), "step");
  float x = at.x + ImGui::CalcTextSize("step ").x;
  list.AddText(fonts.strong, fonts.large_size, {x, y}, ui::packed(context.theme.text),
               number.c_str());
  x += fonts.strong->CalcTextSizeA(fonts.large_size, 1e6F, 0, number.c_str()).x;
  list.AddText(fonts.strong, fonts.large_size, {x, y}, ui::packed(context.theme.dim), rest.c_str());
}

/// So wide that nothing moves as the numbers grow.
float step_number_width(const StageView& context, const stage::Trace& trace) {
  const ui::FontSet& fonts = context.fonts;
  const std::string last = words::grouped(last_step(trace));
  const std::string widest = last + " of " + last;
  return ImGui::CalcTextSize("step ").x +
         fonts.strong->CalcTextSizeA(fonts.large_size, 1e6F, 0, widest.c_str()).x;
}

}  // namespace

void draw_stage_transport(StageView& context, const ui::Box& area) {
  const float u = context.unit;
  const float width = area.width();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 12 * u});
  ui::begin_pane("stage transport", area);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddLine({0, area.top}, {width, area.top}, ui::packed(context.theme.line));
  list.PopClipRect();
  draw_walk_buttons(context);
  const stage::Trace* trace = shown_play(context);
  if (trace != nullptr) {
    const float number = step_number_width(context, *trace);
    const auto left = [&] { return width - 28 * u - ImGui::GetCursorPosX() - number; };
    if (left() > 280 * u) draw_pace(context);
    if (left() > 64 * u) draw_time_line(context, *trace, left());
    draw_step_number(context, *trace);
  }
  ui::end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::stage_room
