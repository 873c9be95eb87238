// The bar at the top: the rooms, what the room shows, undo, theme, panel, help.
#include <algorithm>

#include "app/rooms/actions.h"
#include "app/rooms/controls.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/panels.h"
#include "app/rooms/stage/stage_actions.h"
#include "kernels/field/catalogue.h"
#include "kernels/lab/catalogue.h"
#include "kernels/stage/catalogue.h"

namespace heatwave::panels {
namespace {

void draw_name(PanelContext& context) {
  const float u = context.unit;
  ImGui::PushFont(context.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(context.theme.accent, "Heat");
  ImGui::SameLine(0, 0);
  ImGui::TextUnformatted("wave");
  ImGui::PopFont();
  ImGui::SameLine(0, 24 * u);
}

constexpr float kRoomWidth = 72;

void draw_room_switch(PanelContext& context) {
  std::vector<std::string> titles;
  std::vector<std::string> help;
  int chosen = -1;
  for (std::size_t i = 0; i < kRooms.size(); ++i) {
    titles.emplace_back(kRooms[i].title);
    help.push_back(std::string(kRooms[i].help) + " " + std::to_string(i + 1));
    if (kRooms[i].room == context.ui.room) chosen = static_cast<int>(i);
  }
  const float width = kRoomWidth * static_cast<float>(kRooms.size()) * context.unit;
  const int pressed = segmented(context, "room", titles, chosen, width, help);
  if (pressed >= 0) context.ui.room = kRooms[static_cast<std::size_t>(pressed)].room;
  ImGui::SameLine(0, 16 * context.unit);
}

/// What can be chosen in a bar: a title and a sentence on it.
struct Choice {
  std::string id;
  std::string title;
  std::string words;
};

float width_of_list(const PanelContext& context, const std::vector<Choice>& choices) {
  const float u = context.unit;
  float width = 320 * u;
  for (const Choice& choice : choices) {
    width = std::max(width, ImGui::CalcTextSize(choice.words.c_str()).x);
  }
  return std::min(width + 24 * u, std::max(ImGui::GetIO().DisplaySize.x * 0.6F, 192 * u));
}

/// Returns the place of what was chosen now, or −1.
int draw_list(PanelContext& context, const char* id, const std::vector<Choice>& choices,
              const std::string& chosen) {
  const float u = context.unit;
  int pressed = -1;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * u, 8 * u});
  if (ImGui::BeginPopup(id)) {
    const float width = width_of_list(context, choices);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const Choice& choice = choices[i];
      const bool is_chosen = choice.id == chosen;
      const float line = ImGui::GetFontSize();
      const ImVec2 from = ImGui::GetCursorScreenPos();
      const ImVec2 size{width, 2 * line + 14 * u};
      if (list_row(("##" + choice.id).c_str(), is_chosen, size)) {
        pressed = static_cast<int>(i);
      }
      ImDrawList& list = *ImGui::GetWindowDrawList();
      list.AddText(context.fonts.strong, line, {from.x + 8 * u, from.y + 4 * u},
                   packed(is_chosen ? context.theme.accent : context.theme.text),
                   choice.title.c_str());
      list.PushClipRect(from, {from.x + size.x - 8 * u, from.y + size.y}, true);
      list.AddText({from.x + 8 * u, from.y + line + 8 * u}, packed(context.theme.dim),
                   choice.words.c_str());
      list.PopClipRect();
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  return pressed;
}

struct Picker {
  const char* id;
  std::string title;  ///< of what is shown
  std::string help;
  std::string keys;
};

/// A button with the title of what is shown, and a list of what else can be. Returns the place of
/// what was chosen now, or −1.
int draw_picker(PanelContext& context, const Picker& picker, float width,
                const std::vector<Choice>& choices, const std::string& chosen) {
  const float u = context.unit;
  const std::string list_id = std::string(picker.id) + " list";
  if (press_area(picker.id, {width, 32 * u})) ImGui::OpenPopup(list_id.c_str());
  note_place(context, picker.id);
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to,
                     packed(ImGui::IsItemHovered() ? context.theme.hovered : context.theme.raised),
                     6 * u);
  list.PushClipRect(from, {to.x - 32 * u, to.y}, true);
  list.AddText({from.x + 12 * u, (from.y + to.y - ImGui::GetFontSize()) / 2},
               packed(context.theme.text), picker.title.c_str());
  list.PopClipRect();
  draw_icon(list, Icon::chevron_down, {to.x - 18 * u, (from.y + to.y) / 2}, 16 * u,
            packed(context.theme.dim));
  explain(context, picker.help, picker.keys);
  ImGui::SetNextWindowPos({from.x, to.y + 4 * u});
  set_next_window_limits({0, 0}, {1e6F, ImGui::GetIO().DisplaySize.y - to.y - 16 * u});
  return draw_list(context, list_id.c_str(), choices, chosen);
}

void draw_scene_picker(PanelContext& context, float width) {
  const session::Scene& scene = context.snapshot.scene;
  std::vector<Choice> choices;
  for (const SceneChoice& each : context.ui.scenes) {
    if (each.equation == scene.equation) choices.push_back({each.name, each.title, each.watch});
  }
  const int pressed = draw_picker(context,
                                  {.id = "scene",
                                   .title = scene.title.empty() ? scene.name : scene.title,
                                   .help = "Choose one of this equation's scenes.",
                                   .keys = keys_of(Action::next_scene)},
                                  width, choices, scene.name);
  if (pressed >= 0) context.open_scene(choices[static_cast<std::size_t>(pressed)].id);
  ImGui::SameLine();
}

std::string first_sentence(const std::string& text) {
  const std::size_t end = text.find(". ");
  return end == std::string::npos ? text : text.substr(0, end + 1);
}

void draw_experiment_picker(PanelContext& context, float width) {
  const lab::Experiment& shown = shown_experiment(context.ui);
  std::vector<Choice> choices;
  for (const lab::Experiment& each : lab::experiments()) {
    choices.push_back({each.id, each.title, first_sentence(each.shows)});
  }
  const int pressed = draw_picker(context,
                                  {.id = "experiment",
                                   .title = shown.title,
                                   .help = "Choose an experiment.",
                                   .keys = keys_of(Action::lab_next_experiment)},
                                  width, choices, shown.id);
  if (pressed >= 0) choose_experiment(context, choices[static_cast<std::size_t>(pressed)].id);
  ImGui::SameLine();
}

void draw_lesson_picker(PanelContext& context, float width) {
  const stage::Lesson& shown = shown_lesson(context.ui);
  std::vector<Choice> choices;
  for (const stage::Lesson& each : stage::lessons()) {
    choices.push_back({each.id, each.title, first_sentence(each.shows)});
  }
  const int pressed = draw_picker(context,
                                  {.id = "lesson",
                                   .title = shown.title,
                                   .help = "Choose a lesson.",
                                   .keys = keys_of(Action::stage_next_lesson)},
                                  width, choices, shown.id);
  if (pressed >= 0) choose_lesson(context, choices[static_cast<std::size_t>(pressed)].id);
  ImGui::SameLine();
}

/// Switching opens the scene that was last shown with the other equation.
void draw_equation_switch(PanelContext& context, float width) {
  const auto& equations = field::equations();
  std::vector<std::string> titles;
  std::vector<std::string> help;
  int chosen = -1;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    titles.push_back(equations[i].title);
    help.push_back("Show the " + equations[i].id + " equation, in the scene last seen with it.");
    if (equations[i].id == context.snapshot.scene.equation) chosen = static_cast<int>(i);
  }
  // A scene from a file cannot be opened by its name again.
  for (const SceneChoice& scene : context.ui.scenes) {
    if (scene.name == context.snapshot.scene.name)
      context.ui.last_scene[scene.equation] = scene.name;
  }
  const int pressed = choice(context, "equation", titles, chosen, width, help);
  if (pressed >= 0 && pressed != chosen) {
    context.open_scene(context.ui.last_scene[equations[static_cast<std::size_t>(pressed)].id]);
  }
  ImGui::SameLine();
}

/// A sentence, where there is room for all of it in two lines.
void draw_sentence(const PanelContext& context, const view::Area& bar, float left, float right,
                   const std::string& text) {
  const float room = right - left;
  if (text.empty() || room <= 0) return;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, room);
  if (size.y > 2.2F * ImGui::GetTextLineHeight() || size.x > room) return;
  const ImVec2 at{left, static_cast<float>(bar.y) + (static_cast<float>(bar.height) - size.y) / 2};
  ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at,
                                      packed(context.theme.dim), text.c_str(), nullptr, room);
}

/// What to watch for, or why nothing moves.
std::string words_on_field(const session::Snapshot& snapshot) {
  return snapshot.lab.running ? "The field rests while the lab measures." : snapshot.scene.watch;
}

/// The scene and the equation; then what to watch for.
void draw_fields(PanelContext& context, const view::Area& area, float buttons) {
  const float u = context.unit;
  const auto width = static_cast<float>(area.width);
  const float switch_width = std::min(168 * u, width * 0.22F);
  const float left = width - ImGui::GetCursorPosX() - buttons - switch_width - 40 * u;
  draw_scene_picker(context, std::clamp(left, 64 * u, 280 * u));
  draw_equation_switch(context, switch_width);
  draw_sentence(context, area, ImGui::GetCursorPosX() + 8 * u, width - buttons - 24 * u,
                words_on_field(context.snapshot));
}

/// What was chosen; then the first sentence on it.
void draw_choice(PanelContext& context, const view::Area& area, float buttons,
                 void (*draw_picker_of)(PanelContext&, float), const std::string& shows) {
  const float u = context.unit;
  const auto width = static_cast<float>(area.width);
  const float left = width - ImGui::GetCursorPosX() - buttons - 40 * u;
  draw_picker_of(context, std::clamp(left, 64 * u, 280 * u));
  draw_sentence(context, area, ImGui::GetCursorPosX() + 8 * u, width - buttons - 24 * u,
                first_sentence(shows));
}

void draw_lab(PanelContext& context, const view::Area& area, float buttons) {
  draw_choice(context, area, buttons, draw_experiment_picker, shown_experiment(context.ui).shows);
}

void draw_stage(PanelContext& context, const view::Area& area, float buttons) {
  draw_choice(context, area, buttons, draw_lesson_picker, shown_lesson(context.ui).shows);
}

}  // namespace

void draw_top_bar(PanelContext& context, const view::Area& area) {
  const float u = context.unit;
  place_window(area);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  ImGui::Begin("top", nullptr, kBarFlags);
  const auto width = static_cast<float>(area.width);
  const float buttons = 5 * 40 * u;
  constexpr float kRoomForAll =
      880;  // in a large interface the scene's title needs the name's room
  if (width > kRoomForAll * u) draw_name(context);
  draw_room_switch(context);
  if (context.ui.room == Room::fields) draw_fields(context, area, buttons);
  if (context.ui.room == Room::lab) draw_lab(context, area, buttons);
  if (context.ui.room == Room::stage) draw_stage(context, area, buttons);

  ImGui::SameLine(width - 16 * u - buttons + 8 * u);
  const ButtonLook look;
  const auto button = [&context, &look](Icon icon, Action action, const std::string& help) {
    if (action_button(context, icon, action, help, look)) perform(action, context);
    ImGui::SameLine();
  };
  const auto button_of = [&](Icon icon, Action action, const std::string& word,
                             const std::string& what) {
    const bool known = context.ui.room == Room::fields && !what.empty();
    button(icon, action, known ? word + ": " + what + "." : word + ".");
  };
  button_of(Icon::undo, Action::undo, "Undo", context.snapshot.undo_what);
  button_of(Icon::redo, Action::redo, "Redo", context.snapshot.redo_what);
  button(context.ui.dark ? Icon::sun : Icon::moon, Action::toggle_theme,
         context.ui.dark ? "Light theme." : "Dark theme.");
  button(Icon::panel, Action::toggle_panel,
         context.ui.panel_shown ? "Hide the side panel." : "Show the side panel.");
  button(Icon::help, Action::toggle_help, "All keys.");

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto bottom = static_cast<float>(area.y + area.height) - 1;
  list.PushClipRectFullScreen();
  list.AddLine({0, bottom}, {width, bottom}, packed(context.theme.line));
  list.PopClipRect();
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::panels
