// Draws the bar at the top.
#include "app/shell/interface/top_bar.h"

#include <algorithm>

#include "app/shell/interface/key_map.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/picker.h"
#include "app/words/numbers.h"

namespace heatwave::shell {

namespace {

constexpr float kSmall = 32;
constexpr float kGap = 8;

/// Reserves room for a few more digits, so that nothing moves while it counts.
float width_of(const ShellView& shell, const Light& light, bool small) {
  const float u = shell.unit;
  if (small) return kSmall * u;
  const float count = ImGui::CalcTextSize(light.count.c_str()).x;
  return 44 * u + std::max(count, ImGui::CalcTextSize("00\u00A0000").x) + 10 * u;
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
  return {.id = "light/pictures",
          .icon = ui::Icon::film,
          .count = words::grouped(status.frames_taken),
          .help = help,
          .keys = keys_of(room, "export"),
          .end = session::StopSequence{}};
}

Light steps_light(const PictureStatus& status, const rooms::Room& room) {
  return {.id = "light/steps",
          .icon = ui::Icon::film,
          .count = words::grouped(status.frames),
          .help = "A picture of every step is being saved. Press to end it.",
          .keys = keys_of(room, "export"),
          .end = session::StopRoomSequence{}};
}

Light recording_light(const session::RecordingStatus& status, const rooms::Room& room) {
  return {
      .id = "light/recording",
      .icon = ui::Icon::record,
      .count = words::clock_time(status.seconds),
      .help = "Recording all actions: " + words::counted(status.commands, "command", "commands") +
              ", " + words::bytes(status.bytes) + ". Press to end it.",
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
  list.AddRectFilled(from, to, ui::packed_colour(fill), 6 * u);
  list.AddRect(from, to, ui::packed_colour(shell.theme.error), 6 * u, 1.5F * u);
  const ImU32 red = ui::packed_colour(shell.theme.error);
  if (small) {
    draw_icon(list, light.icon, {(from.x + to.x) / 2, middle}, 20 * u, red);
  } else {
    list.AddCircleFilled({from.x + 12 * u, middle}, 4.5F * u, red);
    draw_icon(list, light.icon, {from.x + 30 * u, middle}, 18 * u,
              ui::packed_colour(shell.theme.text));
    const float width = ImGui::CalcTextSize(light.count.c_str()).x;
    list.AddText({to.x - 10 * u - width, middle - ImGui::GetFontSize() / 2},
                 ui::packed_colour(shell.theme.text), light.count.c_str());
  }
  explain(shell, light.help, light.keys);
  return pressed;
}

}  // namespace

std::vector<Light> lights_of(const ShellView& shell, const rooms::Room& room) {
  const session::Snapshot& snapshot = shell.snapshot;
  std::vector<Light> lights;
  if (snapshot.exporting.sequence) lights.push_back(pictures_light(snapshot.exporting, room));
  if (shell.now.pictures.saves_sequence) lights.push_back(steps_light(shell.now.pictures, room));
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

/// Draws the button of an action that only some rooms have.
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

/// Contents of the bar for the available width; widths in design units.
struct BarPlan {
  bool name = true;
  bool theme = true;
  bool words = true;  ///< beside the icons that a newcomer has to guess
  bool wide = true;   ///< gallery, lectures, presenting and settings have buttons of their own
  bool menu = false;  ///< one list has them instead
  bool small_lights = false;
  float room_width = 72;
};

/// A button of the bar for an action of every room.
struct BarButton {
  ui::Icon icon;
  const char* action;
  std::string help;
  const char* word = nullptr;  ///< beside the icon; null: none
};

std::vector<BarButton> buttons_of(const ShellView& shell, const BarPlan& plan) {
  const InterfaceStatus& now = shell.now.interface;
  const auto word = [&](const char* text) { return plan.words ? text : nullptr; };
  std::vector<BarButton> buttons;
  if (plan.theme) {
    buttons.push_back({now.dark ? ui::Icon::sun : ui::Icon::moon, "toggle_theme",
                       now.dark ? "Light theme." : "Dark theme.",
                       word(now.dark ? "Light" : "Dark")});
  }
  if (plan.wide) {
    buttons.push_back(
        {ui::Icon::gallery, "gallery", "Everything there is, with pictures.", word("Gallery")});
    buttons.push_back({ui::Icon::lectures, "lectures",
                       "Lectures that lead through the rooms, with questions for the class.",
                       word("Lectures")});
    buttons.push_back({ui::Icon::present, "present",
                       "Presents the room alone, with large letters. The same key ends it.",
                       word("Present")});
    buttons.push_back({ui::Icon::settings, "settings", "Settings."});
  }
  buttons.push_back({ui::Icon::panel, "toggle_panel",
                     now.panel_shown ? "Hide the side panel." : "Show the side panel."});
  buttons.push_back({ui::Icon::help, "toggle_help", "All keys."});
  return buttons;
}

constexpr float kMenu = 88;  ///< width of the menu's button, in design units

/// Draws the list of what has no button of its own in a narrow bar: in words, which a newcomer
/// finds.
void draw_menu(ShellView& shell) {
  const auto choice = [&](const char* action, const char* title, const char* words) {
    return ui::Choice{action, title, words + (" " + shell.keys_of(action)), ""};
  };
  const std::vector<ui::Choice> choices{
      choice("gallery", "Gallery", "everything there is, with pictures:"),
      choice("lectures", "Lectures", "with questions for the class:"),
      choice("present", "Present", "the room alone, with large letters:"),
      choice("settings", "Settings", "theme, size of letters, folders:")};
  const int pressed = draw_picker(shell,
                                  {.id = "menu",
                                   .title = "Menu",
                                   .help = "Gallery, lectures, presenting and settings.",
                                   .keys = ""},
                                  kMenu * shell.unit, choices, "");
  if (pressed >= 0) {
    shell.send(session::PerformAction{.action = choices[static_cast<std::size_t>(pressed)].id});
  }
  ImGui::SameLine(0, kGap * shell.unit);
}

void draw_buttons(ShellView& shell, rooms::Room& room, const BarPlan& plan) {
  draw_room_button(shell, room, ui::Icon::undo, "undo", "Ctrl Z", "Undo", shell.snapshot.undo_what);
  draw_room_button(shell, room, ui::Icon::redo, "redo", "Ctrl Shift Z", "Redo",
                   shell.snapshot.redo_what);
  for (const BarButton& button : buttons_of(shell, plan)) {
    action_button(shell, button.icon, button.action, button.help, {.text = button.word});
    ImGui::SameLine();
  }
}

constexpr float kMargin = 16;

/// Returns the width of all buttons with the gaps before them, in design units.
float width_of_buttons(const ShellView& shell, const BarPlan& plan) {
  constexpr float kUndoAndRedo = 2 * (kSmall + kGap);
  constexpr float kAroundWord = 18;
  float width = kUndoAndRedo;
  for (const BarButton& button : buttons_of(shell, plan)) {
    width += kSmall + kGap;
    if (button.word == nullptr) continue;
    width += ImGui::CalcTextSize(button.word).x / shell.unit + kAroundWord;
  }
  return width;
}

/// Returns the width that is left for the room's own part of the bar.
float left_for_room(const ShellView& shell, const BarPlan& plan, const std::vector<Light>& lights,
                    float width) {
  const float u = shell.unit;
  const float name = ImGui::CalcTextSize("Heatwave").x / u + 32;
  const float left = kMargin + (plan.name ? name : 0) + (plan.menu ? kMenu + kGap : 0) +
                     plan.room_width * static_cast<float>(kRooms.size()) + 16;
  return width / u - left - width_of_buttons(shell, plan) -
         width_of_lights(shell, lights, plan.small_lights) / u - kMargin;
}

/// Drops the least important parts until the room has enough width to say what it shows.
BarPlan plan_for(const ShellView& shell, const std::vector<Light>& lights, float width) {
  BarPlan plan;
  const auto has = [&](float wanted) {
    return left_for_room(shell, plan, lights, width) >= wanted;
  };
  constexpr float kTwoLists = 360;
  if (!has(kTwoLists)) plan.theme = false;
  if (!has(kTwoLists)) plan.words = false;
  if (!has(kTwoLists)) plan.name = false;
  if (!has(300)) plan.room_width = 60;
  if (!has(200)) {
    plan.wide = false;
    plan.menu = true;
  }
  if (!has(150)) plan.small_lights = true;
  if (!has(150)) plan.menu = false;
  return plan;
}

}  // namespace

void draw_top_bar(ShellView& shell, rooms::Room& room, const ui::Box& area) {
  const float u = shell.unit;
  const ui::Pane pane("top", area, {16 * u, 8 * u});
  const float width = area.width();
  const std::vector<Light> lights = lights_of(shell, room);
  const BarPlan plan = plan_for(shell, lights, width);
  const float buttons = (width_of_buttons(shell, plan) + kMargin) * u;
  const float all = buttons + width_of_lights(shell, lights, plan.small_lights);
  if (plan.name) draw_name(shell);
  if (plan.menu) draw_menu(shell);
  draw_room_switch(shell, plan.room_width);
  room.draw_head(shell, area, all);
  ImGui::SameLine(width - all + 8 * u);
  draw_lights(shell, lights, plan.small_lights);
  draw_buttons(shell, room, plan);
  ui::draw_edge(shell, {area.left, area.bottom - 1}, {area.right, area.bottom - 1});
}

}  // namespace heatwave::shell
