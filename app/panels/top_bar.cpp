// The bar at the top: scene, equation, undo, theme, panel, help.
#include <algorithm>

#include "app/panels/actions.h"
#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "kernels/field/catalogue.h"

namespace heatwave::panels {
namespace {

constexpr ImGuiWindowFlags kBarFlags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;

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

float width_of_scene_list(const PanelContext& context) {
  const float u = context.unit;
  float width = 320 * u;
  for (const SceneChoice& scene : context.ui.scenes) {
    if (scene.equation != context.snapshot.scene.equation) continue;
    width = std::max(width, ImGui::CalcTextSize(scene.watch.c_str()).x);
  }
  return width + 24 * u;
}

void draw_scene_list(PanelContext& context) {
  const float u = context.unit;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * u, 8 * u});
  if (ImGui::BeginPopup("scenes")) {
    const float width = width_of_scene_list(context);
    for (const SceneChoice& scene : context.ui.scenes) {
      if (scene.equation != context.snapshot.scene.equation) continue;
      const bool chosen = scene.name == context.snapshot.scene.name;
      const float line = ImGui::GetFontSize();
      const ImVec2 from = ImGui::GetCursorScreenPos();
      if (ImGui::Selectable(("##" + scene.name).c_str(), chosen, 0, {width, 2 * line + 14 * u})) {
        context.open_scene(scene.name);
      }
      ImDrawList& list = *ImGui::GetWindowDrawList();
      list.AddText(context.fonts.strong, line, {from.x + 8 * u, from.y + 4 * u},
                   packed(chosen ? context.theme.accent : context.theme.text), scene.title.c_str());
      list.AddText({from.x + 8 * u, from.y + line + 8 * u}, packed(context.theme.dim),
                   scene.watch.c_str());
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

void draw_scene_picker(PanelContext& context, float width) {
  const float u = context.unit;
  const session::Scene& scene = context.snapshot.scene;
  const std::string& title = scene.title.empty() ? scene.name : scene.title;
  if (ImGui::InvisibleButton("scene", {width, 32 * u})) ImGui::OpenPopup("scenes");
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to,
                     packed(ImGui::IsItemHovered() ? context.theme.hovered : context.theme.raised),
                     6 * u);
  list.PushClipRect(from, {to.x - 32 * u, to.y}, true);
  list.AddText({from.x + 12 * u, (from.y + to.y - ImGui::GetFontSize()) / 2},
               packed(context.theme.text), title.c_str());
  list.PopClipRect();
  draw_icon(list, Icon::chevron_down, {to.x - 18 * u, (from.y + to.y) / 2}, 16 * u,
            packed(context.theme.dim));
  explain(context, "Choose one of this equation's scenes.", keys_of(Action::next_scene));
  ImGui::SetNextWindowPos({from.x, to.y + 4 * u});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {1e6F, ImGui::GetIO().DisplaySize.y - to.y - 16 * u});
  draw_scene_list(context);
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
  const ImVec2 from = ImGui::GetCursorScreenPos();
  context.ui.equation_switch = {from.x, from.y, width, 32 * context.unit};
  const int pressed = segmented(context, "equation", titles, chosen, width, help);
  if (pressed >= 0 && pressed != chosen) {
    context.open_scene(context.ui.last_scene[equations[static_cast<std::size_t>(pressed)].id]);
  }
  ImGui::SameLine();
}

/// What to watch for, where there is room for the whole sentence in two lines.
void draw_watch(const PanelContext& context, const view::Area& bar, float left, float right) {
  const std::string& watch = context.snapshot.scene.watch;
  const float room = right - left;
  if (watch.empty() || room <= 0) return;
  const ImVec2 size = ImGui::CalcTextSize(watch.c_str(), nullptr, false, room);
  if (size.y > 2.2F * ImGui::GetTextLineHeight() || size.x > room) return;
  const ImVec2 at{left, static_cast<float>(bar.y) + (static_cast<float>(bar.height) - size.y) / 2};
  ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at,
                                      packed(context.theme.dim), watch.c_str(), nullptr, room);
}

}  // namespace

void draw_top_bar(PanelContext& context, const view::Area& area) {
  const float u = context.unit;
  place_window(area);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  ImGui::Begin("top", nullptr, kBarFlags);
  const auto width = static_cast<float>(area.width);
  const float buttons = 5 * 40 * u;
  const float switch_width = std::min(168 * u, width * 0.22F);
  constexpr float kRoomForAll =
      700;  // in a large interface the scene's title needs the name's room
  if (width > kRoomForAll * u) draw_name(context);
  const float left = width - ImGui::GetCursorPosX() - buttons - switch_width - 40 * u;
  draw_scene_picker(context, std::clamp(left, 64 * u, 280 * u));
  draw_equation_switch(context, switch_width);
  draw_watch(context, area, ImGui::GetCursorPosX() + 8 * u, width - buttons - 24 * u);

  ImGui::SameLine(width - 16 * u - buttons + 8 * u);
  const ButtonLook look;
  const auto button = [&context, &look](Icon icon, Action action, const std::string& help) {
    if (action_button(context, icon, action, help, look)) perform(action, context);
    ImGui::SameLine();
  };
  const session::Snapshot& s = context.snapshot;
  button(Icon::undo, Action::undo, s.undo_what.empty() ? "Undo." : "Undo: " + s.undo_what + ".");
  button(Icon::redo, Action::redo, s.redo_what.empty() ? "Redo." : "Redo: " + s.redo_what + ".");
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
