// The bar at the bottom: play, step, reset, the pace, and what the steps cost.
#include <algorithm>
#include <utility>

#include "app/rooms/actions.h"
#include "app/rooms/controls.h"
#include "app/rooms/panels.h"
#include "app/words/numbers.h"

namespace heatwave::panels {
namespace {

void draw_run_buttons(PanelContext& context) {
  const bool playing = context.snapshot.playing;
  const ButtonLook play{.primary = true, .width = 56, .height = 40};
  const ButtonLook other{.width = 40, .height = 40};
  if (action_button(context, playing ? Icon::pause : Icon::play, Action::play_pause,
                    playing ? "Pause." : "Play.", play)) {
    perform(Action::play_pause, context);
  }
  ImGui::SameLine();
  if (action_button(context, Icon::step, Action::step, "Exactly one step.", other)) {
    perform(Action::step, context);
  }
  ImGui::SameLine();
  if (action_button(context, Icon::reset, Action::reset,
                    "Back to the initial field; your items stay.", other)) {
    perform(Action::reset, context);
  }
  ImGui::SameLine(0, 24 * context.unit);
}

void draw_pace(PanelContext& context) {
  const float u = context.unit;
  const int steps = context.snapshot.scene.pace.steps;
  const std::array<std::string, 2> titles{"Fit", "Fixed"};
  const std::array<std::string, 2> help{
      "As many steps as fit in a frame. " + keys_of(Action::fit_pace),
      "The same number of steps in every frame. " + keys_of(Action::fit_pace)};
  const float top = ImGui::GetCursorPosY();
  ImGui::SetCursorPosY(top + 4 * u);
  const int pressed = segmented(context, "pace", titles, steps == 0 ? 0 : 1, 120 * u, help);
  if (pressed >= 0 && (pressed == 0) != (steps == 0)) perform(Action::fit_pace, context);
  ImGui::SameLine();
  ImGui::SetCursorPosY(top + 4 * u);
  int shown = steps == 0 ? std::max(1, context.snapshot.steps_last_frame) : steps;
  set_next_width(72 * u);
  ImGui::BeginDisabled(steps == 0);
  const bool changed = ImGui::DragInt("##steps", &shown, 0.2F, 1, 10'000, "%d",
                                      ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  const bool finished = ImGui::IsItemDeactivated();
  if (ImGui::IsItemActivated()) context.ui.widget_gesture = context.tools.next_gesture();
  ImGui::EndDisabled();
  explain(context, "Steps per frame: drag, or double click to type.", "",
          steps == 0 ? "The pace fits the frame; choose Fixed to set it" : "");
  // A number that is being typed counts when it is finished: its first digits would be another
  // pace.
  if (changed && ImGui::GetIO().WantTextInput) {
    context.ui.typed_pace = shown;
  } else if (changed) {
    context.sink(session::SetPace{{std::max(1, shown)}}, widget_gesture(context));
  }
  if (finished && context.ui.typed_pace > 0) {
    context.sink(session::SetPace{{std::exchange(context.ui.typed_pace, 0)}},
                 widget_gesture(context));
  }
  ImGui::SameLine();
  ImGui::SetCursorPosY(top + 4 * u);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(context.theme.dim, "per frame");
  ImGui::SameLine(0, 24 * u);
  ImGui::SetCursorPosY(top);
}

std::string pointer_text(const session::Snapshot& snapshot) {
  const field::Survey& survey = snapshot.report.survey;
  if (!snapshot.scene.extent.contains(survey.probe)) return "";
  return "x " + grouped(survey.probe.x) + "   y " + grouped(survey.probe.y);
}

/// What does not fit is left out, the least needed first.
bool has_room(const PanelContext& context, float bar_width, float wanted) {
  return bar_width - 16 * context.unit - ImGui::GetCursorPosX() >= wanted * context.unit;
}

constexpr float kPointerRoom = 176;  // the value under the pointer comes before rates

void draw_rates(PanelContext& context, float bar_width) {
  const field::Report& report = context.snapshot.report;
  if (has_room(context, bar_width, 112 + kPointerRoom)) {
    draw_figure(context, time_per_step(report.advance_ms, report.advance_steps), "a step", 96,
                "The time one step takes on the device.");
  }
  if (has_room(context, bar_width, 112 + kPointerRoom)) {
    draw_figure(context, with_prefix(context.timings.steps_per_second), "steps/s", 96,
                "Steps per second of real time.");
  }
}

void draw_pointer_value(PanelContext& context) {
  const session::Snapshot& s = context.snapshot;
  const std::string value =
      s.scene.extent.contains(s.report.survey.probe)
          ? field_value(static_cast<double>(
                s.report.survey.of(session::shown_component(s.scene)).probe_value))
          : "–";
  const std::string cell = pointer_text(s);
  draw_figure(context, value, cell.empty() ? "under the pointer" : cell.c_str(), 160,
              "The value of the cell under the pointer.");
}

}  // namespace

void draw_transport_bar(PanelContext& context, const view::Area& area) {
  const float u = context.unit;
  const auto width = static_cast<float>(area.width);
  place_window(area);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 12 * u});
  ImGui::Begin("transport", nullptr, kBarFlags);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddLine({0, static_cast<float>(area.y)}, {width, static_cast<float>(area.y)},
               packed(context.theme.line));
  list.PopClipRect();
  draw_run_buttons(context);
  if (has_room(context, width, 262 + 136)) draw_pace(context);
  draw_figure(context, grouped(context.snapshot.step), "step", 120, "Steps since the scene began.",
              true);
  draw_rates(context, width);
  if (has_room(context, width, kPointerRoom)) draw_pointer_value(context);
  if (has_room(context, width, 140)) draw_frame_time(context, width);
  ImGui::End();
  ImGui::PopStyleVar();
}

void draw_figure(PanelContext& context, const std::string& number, const char* label, float width,
                 const std::string& help, bool large) {
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = from.x + width * u;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = large ? context.fonts.large : context.fonts.strong;
  const float size = large ? context.fonts.large_size : context.fonts.size;
  const float number_width = font->CalcTextSizeA(size, 1e6F, 0, number.c_str()).x;
  const float label_width = ImGui::CalcTextSize(label).x;
  list.AddText(font, size, {right - number_width, from.y + 20 * u - size},
               packed(context.theme.text), number.c_str());
  list.AddText({right - label_width, from.y + 21 * u}, packed(context.theme.dim), label);
  space({width * u, 40 * u});
  explain(context, help);
  ImGui::SameLine(0, 16 * u);
}

void draw_frame_time(PanelContext& context, float bar_width) {
  const float u = context.unit;
  const auto figures = context.timings.frame.figures(context.timings.now);
  const float chart = std::min(200 * u, bar_width - 16 * u - ImGui::GetCursorPosX() - 88 * u);
  ImGui::SetCursorPosX(bar_width - 16 * u - chart - 88 * u);
  draw_figure(context, milliseconds(figures.mean), "ms a frame", 80,
              "Mean of the last two seconds.");
  ImGui::SameLine(0, 8 * u);
  draw_strip_chart(context, context.timings.frame, {chart - 8 * u, 40 * u});
  explain(context, "The newest frames, in milliseconds; the line is 1/60 s.");
}

void draw_strip_chart(PanelContext& context, const TimeSeries& series, ImVec2 size) {
  constexpr double kFrame = 1000.0 / 60.0;
  constexpr double kTop = 2.0 * kFrame;
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  space(size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, packed(context.theme.raised), 4 * u);
  const float bar = 2 * u;
  const auto bars = std::min(TimeSeries::kSamples, static_cast<std::size_t>(size.x / bar));
  for (std::size_t i = 0; i < bars; ++i) {
    const double part = std::min(1.0, series.newest(i) / kTop);
    const float x = to.x - bar * static_cast<float>(i + 1);
    const float y = to.y - static_cast<float>(part) * size.y;
    const ImVec4 colour = part > 0.75 ? context.theme.accent : context.theme.dim;
    list.AddRectFilled({x, y}, {x + bar - 0.5F * u, to.y}, packed(with_alpha(colour, 0.8F)));
  }
  const float line = to.y - static_cast<float>(kFrame / kTop) * size.y;
  list.AddLine({from.x, line}, {to.x, line}, packed(with_alpha(context.theme.text, 0.35F)));
}

}  // namespace heatwave::panels
