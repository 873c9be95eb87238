// The bar at the bottom: play, step, reset, the pace, and what the steps cost.
#include "app/rooms/fields/fields_transport.h"

#include <algorithm>
#include <utility>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/fields/measure_words.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/figures.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"

namespace heatwave::fields_room {
namespace {

void draw_run_buttons(FieldsView& context) {
  const bool playing = context.snapshot.playing;
  const ui::ButtonLook play{.primary = true, .width = 56, .height = 40};
  const ui::ButtonLook other{.width = 40, .height = 40};
  action_button(context, playing ? ui::Icon::pause : ui::Icon::play, "play_pause",
                playing ? "Pause." : "Play.", play);
  ImGui::SameLine();
  action_button(context, ui::Icon::step, "step", "Exactly one step.", other);
  ImGui::SameLine();
  action_button(context, ui::Icon::reset, "reset", "Back to the initial field; your items stay.",
                other);
  ImGui::SameLine(0, 24 * context.unit);
}

/// What follows the number of steps wanted: how many there were, where there was no time for all.
void draw_steps_done(const FieldsView& context, int wanted) {
  const session::Snapshot& snapshot = context.snapshot;
  const bool all =
      !snapshot.playing || snapshot.steps_last_frame == 0 || snapshot.steps_last_frame >= wanted;
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  if (all) {
    ImGui::TextColored(context.theme.dim, "per frame");
  } else {
    ImGui::TextUnformatted((words::grouped(snapshot.steps_last_frame) + " done").c_str());
    explain(context,
            "So many fitted in the newest frame. All of them would hold the window up for "
            "longer than a tenth of a second.");
  }
  ImGui::SameLine(left + 108 * context.unit);  // the same place for either
}

void draw_pace(FieldsView& context) {
  const float u = context.unit;
  const int steps = context.snapshot.scene.pace.steps;
  const std::array<std::string, 2> titles{"Fit", "Fixed"};
  const std::array<std::string, 2> help{
      "As many steps as fit in a frame. " + context.keys_of("fit_pace"),
      "The same number of steps in every frame. " + context.keys_of("fit_pace")};
  const float top = ImGui::GetCursorPosY();
  ImGui::SetCursorPosY(top + 4 * u);
  const int pressed = segmented(context, "pace", titles, steps == 0 ? 0 : 1, 120 * u, help);
  if (pressed >= 0 && (pressed == 0) != (steps == 0)) perform("fit_pace", context);
  ImGui::SameLine();
  ImGui::SetCursorPosY(top + 4 * u);
  int shown = steps == 0 ? std::max(1, context.snapshot.steps_last_frame) : steps;
  ui::set_next_width(72 * u);
  ImGui::BeginDisabled(steps == 0);
  const bool changed = ui::whole(context, "##steps", shown, 1, 10'000, "%d", true);
  const bool finished = ImGui::IsItemDeactivated();
  note_place(context, "steps per frame");
  ImGui::EndDisabled();
  explain(context, "Steps per frame: drag, or double click to type.", "",
          steps == 0 ? "The pace fits the frame; choose Fixed to set it" : "");
  // A number that is being typed counts when it is finished: its first digits would be another
  // pace.
  if (changed && ImGui::GetIO().WantTextInput) {
    context.model.typed_pace = shown;
  } else if (changed) {
    context.edit(session::SetPace{{std::max(1, shown)}});
  }
  if (finished && context.model.typed_pace > 0) {
    context.edit(session::SetPace{{std::exchange(context.model.typed_pace, 0)}});
  }
  ImGui::SameLine();
  ImGui::SetCursorPosY(top + 4 * u);
  draw_steps_done(context, steps);
  ImGui::SetCursorPosY(top);
}

std::string pointer_text(const session::Snapshot& snapshot) {
  const field::Survey& survey = snapshot.report.survey;
  if (!snapshot.scene.extent.contains(survey.probe)) return "";
  return "x " + words::grouped(survey.probe.x) + "   y " + words::grouped(survey.probe.y);
}

/// What does not fit is left out, the least needed first.
bool has_room(const FieldsView& context, float bar_width, float wanted) {
  return bar_width - 16 * context.unit - ImGui::GetCursorPosX() >= wanted * context.unit;
}

constexpr float kPointerRoom = 176;  // the value under the pointer comes before rates

void draw_rates(FieldsView& context, float bar_width) {
  const field::Report& report = context.snapshot.report;
  if (has_room(context, bar_width, 112 + kPointerRoom)) {
    draw_figure(context, words::time_per_step(report.advance_ms, report.advance_steps), "a step",
                96, "The time one step takes on the device.");
  }
  if (has_room(context, bar_width, 112 + kPointerRoom)) {
    draw_figure(context, words::with_prefix(context.timings.steps_per_second), "steps/s", 96,
                "Steps per second of real time.");
  }
}

void draw_step(FieldsView& context) {
  const std::int64_t step = context.snapshot.step;
  std::string label = "step";
  if (step_seconds(context) > 0) label += " · " + time_words(context, static_cast<double>(step));
  draw_figure(context, words::grouped(step), label.c_str(), 120, "Steps since the scene began.",
              true);
}

void draw_pointer_value(FieldsView& context) {
  const session::Snapshot& s = context.snapshot;
  const std::string value =
      s.scene.extent.contains(s.report.survey.probe)
          ? value_words(context,
                        static_cast<double>(
                            s.report.survey.of(scene::shown_component(s.scene)).probe_value))
          : "–";
  const std::string cell = pointer_text(s);
  draw_figure(context, value, cell.empty() ? "under the pointer" : cell.c_str(), 160,
              "The value of the cell under the pointer.");
}

}  // namespace

void draw_fields_transport(FieldsView& context, const ui::Box& area) {
  const float u = context.unit;
  const float width = area.width();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 12 * u});
  ui::begin_pane("transport", area);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddLine({0, area.top}, {width, area.top}, ui::packed(context.theme.line));
  list.PopClipRect();
  draw_run_buttons(context);
  if (has_room(context, width, 262 + 136)) draw_pace(context);
  draw_step(context);
  draw_rates(context, width);
  if (has_room(context, width, kPointerRoom)) draw_pointer_value(context);
  if (has_room(context, width, 140))
    draw_frame_time(context, context.timings.frame, context.timings.now, width);
  ui::end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::fields_room
