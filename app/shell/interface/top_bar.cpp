// Draws the bar at the top.
#include "app/shell/interface/top_bar.h"

#include <string>
#include <vector>

#include "app/shell/interface/key_map.h"
#include "app/shell/interface/lights.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"

namespace heatwave::shell {
namespace {

using rooms::kRooms;

void draw_name(const ShellView& shell) {
  const float u = shell.unit;
  ImGui::PushFont(shell.fonts.strong, 0);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(shell.theme.accent, "Heat");
  ImGui::SameLine(0, 0);
  ImGui::TextUnformatted("wave");
  ImGui::PopFont();
  note_place(shell, "name");
  ImGui::SameLine(0, 24 * u);
}

void draw_room_switch(ShellView& shell, float room_width) {
  std::vector<std::string> titles;
  std::vector<std::string> help;
  int chosen = -1;
  for (std::size_t i = 0; i < kRooms.size(); ++i) {
    titles.emplace_back(kRooms[i].title);
    help.push_back(std::string(kRooms[i].help) + " " + std::to_string(i + 1));
    if (kRooms[i].id == shell.now.room) chosen = static_cast<int>(i);
  }
  const float width = room_width * static_cast<float>(kRooms.size()) * shell.unit;
  const int pressed = segmented(shell, "room", titles, chosen, width, help);
  if (pressed >= 0) {
    shell.send(session::ShowRoom{kRooms[static_cast<std::size_t>(pressed)].id, {}});
  }
  ImGui::SameLine(0, 16 * shell.unit);
}

/// A button of an action that only some rooms have.
void draw_room_button(ShellView& shell, rooms::Room& room, ui::Icon icon, const char* id,
                      const char* keys, const std::string& word, const std::string& what) {
  const rooms::Action* action = find_action(room, id);
  const bool known = room.field() != nullptr && !what.empty();
  const std::string reason =
      action == nullptr ? "This is for another room" : room.why_not(*action, shell);
  if (icon_button(shell, keys, icon, known ? word + ": " + what + "." : word + ".", keys, reason)) {
    room.perform(*action, shell);
  }
  ImGui::SameLine();
}

void draw_buttons(ShellView& shell, rooms::Room& room, bool theme) {
  const InterfaceStatus& model = shell.now.interface;
  draw_room_button(shell, room, ui::Icon::undo, "undo", "Ctrl Z", "Undo", shell.snapshot.undo_what);
  draw_room_button(shell, room, ui::Icon::redo, "redo", "Ctrl Shift Z", "Redo",
                   shell.snapshot.redo_what);
  if (theme) {
    action_button(shell, model.dark ? ui::Icon::sun : ui::Icon::moon, "toggle_theme",
                  model.dark ? "Light theme." : "Dark theme.");
    ImGui::SameLine();
  }
  action_button(shell, ui::Icon::panel, "toggle_panel",
                model.panel_shown ? "Hide the side panel." : "Show the side panel.");
  ImGui::SameLine();
  action_button(shell, ui::Icon::help, "toggle_help", "All keys.");
}

/// What stands in the bar, by how much room there is; widths in units of design.
struct BarPlan {
  bool name = true;
  bool theme = true;
  bool small_lights = false;
  float room_width = 72;
};

constexpr float kMargin = 16;
constexpr float kBarButton = 40;  ///< with the gap before it

float width_of_buttons(const BarPlan& plan) { return (plan.theme ? 5 : 4) * kBarButton; }

/// What is left for the room's own part of the bar.
float left_for_room(const ShellView& shell, const BarPlan& plan, const std::vector<Light>& lights,
                    float width) {
  const float u = shell.unit;
  const float name = ImGui::CalcTextSize("Heatwave").x / u + 32;
  const float left =
      kMargin + (plan.name ? name : 0) + plan.room_width * static_cast<float>(kRooms.size()) + 16;
  return width / u - left - width_of_buttons(plan) -
         width_of_lights(shell, lights, plan.small_lights) / u - kMargin;
}

/// Gives up what is needed least until the room has what it needs to say what it shows.
BarPlan plan_for(const ShellView& shell, const std::vector<Light>& lights, float width) {
  BarPlan plan;
  const auto has = [&](float wanted) {
    return left_for_room(shell, plan, lights, width) >= wanted;
  };
  if (!has(420)) plan.name = false;
  if (!has(300)) plan.room_width = 60;
  if (!has(240)) plan.theme = false;
  if (!has(150)) plan.small_lights = true;
  return plan;
}

}  // namespace

void draw_top_bar(ShellView& shell, rooms::Room& room, const ui::Box& area) {
  const float u = shell.unit;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  ui::begin_pane("top", area);
  const float width = area.width();
  const std::vector<Light> lights = lights_of(shell.snapshot, room);
  const BarPlan plan = plan_for(shell, lights, width);
  const float buttons = (width_of_buttons(plan) + kMargin) * u;
  const float all = buttons + width_of_lights(shell, lights, plan.small_lights);
  if (plan.name) draw_name(shell);
  draw_room_switch(shell, plan.room_width);
  room.draw_head(shell, area, all);
  ImGui::SameLine(width - all + 8 * u);
  draw_lights(shell, lights, plan.small_lights);
  draw_buttons(shell, room, plan.theme);

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bottom = area.bottom - 1;
  list.PushClipRectFullScreen();
  list.AddLine({0, bottom}, {width, bottom}, ui::packed(shell.theme.line));
  list.PopClipRect();
  ui::end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::shell
