// Draws the time line of a recording.
#include "app/shell/playback/playback_bar.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/words/numbers.h"

namespace heatwave::shell {
namespace {

/// Where it stands, as far as it has come, and where it is to come to.
void draw_time_line(ShellView& shell, float width) {
  const float u = shell.unit;
  const PlaybackStatus& model = shell.now.playback;
  const float rim = 8 * u;  // the knob's radius
  double wanted = model.going_to;
  if (ui::slide_area("playback", {width, 32 * u}, rim, wanted, std::max(0.0, model.seconds))) {
    shell.send(session::SeekRecording{wanted});
  }
  note_place(shell, "playback");
  const ImVec2 from{ImGui::GetItemRectMin().x + rim, ImGui::GetItemRectMin().y};
  const ImVec2 to{ImGui::GetItemRectMax().x - rim, ImGui::GetItemRectMax().y};
  const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const auto place_of = [&](double seconds) {
    const double part = model.seconds > 0 ? std::clamp(seconds / model.seconds, 0.0, 1.0) : 0.0;
    return from.x + static_cast<float>(part) * (to.x - from.x);
  };
  const float middle = (from.y + to.y) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float half = 3 * u;
  list.AddRectFilled({from.x, middle - half}, {to.x, middle + half},
                     ui::packed(hovered ? shell.theme.hovered : shell.theme.raised), half);
  list.AddRectFilled({from.x, middle - half}, {place_of(model.reached), middle + half},
                     ui::packed(ui::with_alpha(shell.theme.accent, 0.6F)), half);
  list.AddCircleFilled({place_of(wanted), middle}, rim, ui::packed(shell.theme.accent));
  explain(shell, "The recording's time line: drag it, or click anywhere.");
}

}  // namespace

void draw_playback_bar(ShellView& shell, const ui::Box& area) {
  const float u = shell.unit;
  const PlaybackStatus& model = shell.now.playback;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  ui::begin_pane("playback bar", area);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = area.width();
  list.PushClipRectFullScreen();
  list.AddLine({0, area.top}, {width, area.top}, ui::packed(shell.theme.line));
  list.PopClipRect();
  const std::string of = words::clock_time(model.seconds);
  const std::string text = words::clock_time(model.reached) + " of " + of;
  const float text_width = ImGui::CalcTextSize((of + " of " + of).c_str()).x;
  const ui::ButtonLook look{.text = "Take over"};
  const ui::ButtonLook back{.primary = true, .text = "Back"};
  const float back_width = model.of_last_minute ? ImGui::CalcTextSize(back.text).x + 44 * u : 0.0F;
  const float button = ImGui::CalcTextSize(look.text).x + 50 * u + back_width;
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX();
  ImGui::TextUnformatted(text.c_str());
  ImGui::SameLine(left + text_width + 16 * u);
  constexpr float kSpeed = 48;
  draw_time_line(shell, width - 32 * u - text_width - button - 196 * u);
  ImGui::SameLine(0, 16 * u);
  action_button(shell, ui::Icon::chevron_left, "playback_slower", "Half as fast.");
  ImGui::SameLine(0, 4 * u);
  const std::string speed = fmt::format("{:g}×", model.speed);
  const float at = ImGui::GetCursorPosX();
  ImGui::SetCursorPosX(at + (kSpeed * u - ImGui::CalcTextSize(speed.c_str()).x) / 2);
  ImGui::TextUnformatted(speed.c_str());
  ImGui::SameLine(at + kSpeed * u);
  action_button(shell, ui::Icon::chevron_right, "playback_faster", "Twice as fast.");
  ImGui::SameLine(0, 16 * u);
  if (model.of_last_minute) {
    action_button(shell, ui::Icon::back, "last_minute", "Back to where you were.", back);
    ImGui::SameLine(0, 8 * u);
  }
  if (icon_button(shell, "take over", ui::Icon::close,
                  "Ends the recording here: from now on the field is yours.", "", "", look)) {
    shell.send(session::EndPlayback{.take_over = true});
  }
  ui::end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::shell
