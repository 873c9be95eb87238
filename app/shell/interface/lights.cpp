// Draws the lights; pressing one ends what it stands for.
#include "app/shell/interface/lights.h"

#include <algorithm>

#include "app/shell/interface/key_map.h"
#include "app/ui/controls.h"
#include "app/words/numbers.h"

namespace heatwave::shell {
namespace {

constexpr float kSmall = 32;
constexpr float kGap = 8;

/// Room for a few digits more than there are, so that nothing moves while it counts.
float width_of(const ShellView& shell, const Light& light, bool small) {
  const float u = shell.unit;
  if (small) return kSmall * u;
  const float count = ImGui::CalcTextSize(light.count.c_str()).x;
  return 44 * u + std::max(count, ImGui::CalcTextSize("0 000").x) + 10 * u;
}

Light pictures_light(const session::ExportStatus& status, const rooms::Room& room) {
  const auto bytes = [](std::int64_t number) {
    return words::bytes(static_cast<std::uint64_t>(number));
  };
  std::string help =
      "Pictures of the field are being saved: " + words::grouped(status.frames_taken) +
      (status.frames > 0 ? " of " + words::grouped(status.frames) : " so far") + ", " +
      bytes(status.frames_bytes);
  if (status.most_bytes > 0) help += " of at most " + bytes(status.most_bytes);
  help += ", in " + status.sequence_folder + ". Press to end it.";
  const rooms::Action* action = find_action(room, "toggle_sequence");
  return {.id = "light/pictures",
          .icon = ui::Icon::film,
          .count = words::grouped(status.frames_taken),
          .help = help,
          .keys = action != nullptr ? action->keys : "",
          .end = session::StopSequence{}};
}

Light recording_light(const session::RecordingStatus& status, const rooms::Room& room) {
  return {.id = "light/recording",
          .icon = ui::Icon::record,
          .count = words::clock_time(status.seconds),
          .help = "What is done is being recorded: " +
                  words::counted(status.commands, "command", "commands") + ", " +
                  words::bytes(status.bytes) + ". Press to end it.",
          .keys = keys_of(room, "toggle_recording"),
          .end = session::StopRecording{}};
}

bool draw_light(const ShellView& shell, const Light& light, bool small) {
  const float u = shell.unit;
  const bool pressed = ui::press_area(light.id, {width_of(shell, light, small), 32 * u});
  note_place(shell, light.id);
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  const float middle = (from.y + to.y) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4& fill = ImGui::IsItemHovered() ? shell.theme.hovered : shell.theme.raised;
  list.AddRectFilled(from, to, ui::packed(fill), 6 * u);
  list.AddRect(from, to, ui::packed(shell.theme.error), 6 * u, 1.5F * u);
  const ImU32 red = ui::packed(shell.theme.error);
  if (small) {
    draw_icon(list, light.icon, {(from.x + to.x) / 2, middle}, 20 * u, red);
  } else {
    list.AddCircleFilled({from.x + 12 * u, middle}, 4.5F * u, red);
    draw_icon(list, light.icon, {from.x + 30 * u, middle}, 18 * u, ui::packed(shell.theme.text));
    const float width = ImGui::CalcTextSize(light.count.c_str()).x;
    list.AddText({to.x - 10 * u - width, middle - ImGui::GetFontSize() / 2},
                 ui::packed(shell.theme.text), light.count.c_str());
  }
  explain(shell, light.help, light.keys);
  return pressed;
}

}  // namespace

std::vector<Light> lights_of(const session::Snapshot& snapshot, const rooms::Room& room) {
  std::vector<Light> lights;
  if (snapshot.exporting.sequence) lights.push_back(pictures_light(snapshot.exporting, room));
  if (snapshot.recording.running) lights.push_back(recording_light(snapshot.recording, room));
  return lights;
}

float width_of_lights(const ShellView& shell, const std::vector<Light>& lights, bool small) {
  float width = 0;
  for (const Light& light : lights) width += width_of(shell, light, small) + kGap * shell.unit;
  return width;
}

void draw_lights(const ShellView& shell, const std::vector<Light>& lights, bool small) {
  for (const Light& light : lights) {
    if (draw_light(shell, light, small)) shell.send(light.end);
    ImGui::SameLine(0, kGap * shell.unit);
  }
}

}  // namespace heatwave::shell
