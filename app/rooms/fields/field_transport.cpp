// The controls stand at the left, the figures behind them.
#include "app/rooms/fields/field_transport.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "app/rooms/fields/field_words.h"
#include "app/ui/controls.h"
#include "app/ui/figures.h"
#include "app/ui/number_controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
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

/// Shows the number of steps done if there was no time for all of them.
void draw_steps_done(const FieldsView& context, int wanted, const char* unit) {
  const session::Snapshot& snapshot = context.snapshot;
  const bool all =
      !snapshot.playing || snapshot.steps_last_frame == 0 || snapshot.steps_last_frame >= wanted;
  ImGui::AlignTextToFramePadding();
  if (all) {
    ImGui::TextColored(context.theme.dim, "%s", unit);
  } else {
    ImGui::TextUnformatted((words::grouped(snapshot.steps_last_frame) + " done").c_str());
    explain(context,
            "This many steps fitted into the last frame. Running all of them would block the "
            "window for over 0.1 s.");
  }
}

void draw_pace(FieldsView& context, bool has_words) {
  const float u = context.unit;
  const int steps = context.snapshot.scene.pace.steps;
  const std::array<std::string, 2> titles{"Fit", "Fixed"};
  const std::array<std::string, 2> help{
      "As many steps as fit in a frame. " + context.keys_of("fit_pace"),
      "The same number of steps in every frame. " + context.keys_of("fit_pace")};
  ImGui::BeginGroup();  // later items stand in line with the group, not with its controls
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
  // A typed number counts when the entry is complete, because its first digits are another pace.
  if (changed && ImGui::GetIO().WantTextInput) {
    context.model.pace.typed = shown;
  } else if (changed) {
    context.edit(session::SetPace{{std::max(1, shown)}});
  }
  if (finished && context.model.pace.typed > 0) {
    context.edit(session::SetPace{{std::exchange(context.model.pace.typed, 0)}});
  }
  ImGui::SameLine();
  ImGui::SetCursorPosY(top + 4 * u);
  const float left = ImGui::GetCursorPosX();
  draw_steps_done(context, steps, has_words ? "steps per frame" : "per frame");
  ImGui::EndGroup();
  ImGui::SameLine(left + (has_words ? 140 : 108) * u);  // same position for both texts
}

std::string pointer_text(const session::Snapshot& snapshot) {
  const field::Survey& survey = snapshot.report.survey;
  if (!snapshot.scene.extent.contains(survey.probe)) return "";
  return "x " + words::grouped(survey.probe.x) + "   y " + words::grouped(survey.probe.y);
}

/// Figures that do not fit are left out, the least important first.
bool has_room(const FieldsView& context, float bar_width, float wanted) {
  return bar_width - 16 * context.unit - ImGui::GetCursorPosX() >= wanted * context.unit;
}

// room for the value under the pointer, which matters more than rates
constexpr float kPointerRoom = 176;

/// Returns "a step on CPU, 2 threads", "a step on H200": a time alone does not say whose it is.
std::string step_label(const field::BackendInfo& backend, float room) {
  std::string device = "CPU, " + words::counted(backend.threads, "thread", "threads");
  if (backend.backend == field::Backend::cuda) {
    device = backend.device;
    const std::string_view maker = "NVIDIA ";
    if (device.starts_with(maker)) device.erase(0, maker.size());
  }
  return ui::elided("a step on " + device, room);
}

/// Draws the rate with the share of time that it takes, so that it and the time of a step agree for
/// a reader who multiplies them.
void draw_rate(const FieldsView& context, float width) {
  const rooms::Timings& timings = context.timings;
  // A paused field has no rate; a zero would look like a fault.
  const bool runs = context.snapshot.playing;
  const bool is_timed = runs && timings.step_ms > 0;
  const std::string rate = words::with_prefix(timings.steps_per_second);
  const std::string share = words::percent(timings.computing_share());
  draw_figure(
      context,
      !runs      ? "paused"
      : is_timed ? rate + " steps/s"
                 : rate,
      is_timed ? ("busy " + share + " of the time").c_str() : "steps per second", width,
      "Steps in a second of real time. They and the time of a step multiply to the share of "
      "the time in which the device computes; the rest goes to the picture, and to waiting "
      "for the next frame.");
}

void draw_rates(FieldsView& context, float bar_width) {
  constexpr float kTime = 184;
  constexpr float kRate = 180;
  constexpr float kBetween = 16;
  if (has_room(context, bar_width, kTime + kBetween + kPointerRoom)) {
    draw_figure(context, words::time_per_step(context.timings.step_ms, 1),
                step_label(context.snapshot.backend, kTime * context.unit).c_str(), kTime,
                "The time in which the device computes one step.");
  }
  if (has_room(context, bar_width, kRate + kBetween + kPointerRoom)) draw_rate(context, kRate);
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
          ? value_words(context, static_cast<double>(session::shown_survey(s).probe_value))
          : "–";
  const std::string cell = pointer_text(s);
  draw_figure(context, value, cell.empty() ? "under the pointer" : cell.c_str(), 160,
              "The value of the cell under the pointer.");
}

}  // namespace

void draw_transport_bar(FieldsView& context, const ui::Box& area) {
  const float u = context.unit;
  const float width = area.width();
  const ui::Pane pane("transport", area, rooms::transport_padding(area, u));
  ui::draw_edge(context, {area.left, area.top}, {area.right, area.top});
  draw_run_buttons(context);
  if (has_room(context, width, 262 + 136)) {
    draw_pace(context, has_room(context, width, 300 + 136 + kPointerRoom));
  }
  draw_step(context);
  draw_rates(context, width);
  if (has_room(context, width, kPointerRoom)) draw_pointer_value(context);
}

}  // namespace heatwave::fields_room
