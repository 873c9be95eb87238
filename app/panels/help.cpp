// All keys and what the mouse does, over the window.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace heatwave::panels {
namespace {

struct Entry {
  std::string keys;
  std::string what;
};
struct Section {
  std::string title;
  std::vector<Entry> entries;
};

std::vector<Section> sections() {
  std::vector<Section> all;
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.keys[0] == '\0') continue;
    if (all.empty() || all.back().title != shortcut.group) all.push_back({shortcut.group, {}});
    all.back().entries.push_back({shortcut.keys, shortcut.what});
  }
  all.push_back({"Mouse",
                 {{"Left", "use the tool; drag items and their handles"},
                  {"Right", "erase, whatever the tool"},
                  {"Middle", "move the view"},
                  {"Wheel", "zoom about the pointer"},
                  {"Shift", "equal sides, straight lines"}}});
  return all;
}

float draw_section(PanelContext& context, const Section& section, ImVec2 at, float keys_width) {
  const float u = context.unit;
  const float line = ImGui::GetFontSize() + 5 * u;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(context.fonts.strong, context.fonts.size, at, packed(context.theme.accent),
               section.title.c_str());
  float y = at.y + line + 2 * u;
  for (const Entry& entry : section.entries) {
    list.AddText({at.x, y}, packed(context.theme.text), entry.keys.c_str());
    list.AddText({at.x + keys_width, y}, packed(context.theme.dim), entry.what.c_str());
    y += line;
  }
  return y - at.y + 14 * u;
}

/// Darkens the window behind the help; a click there closes it.
void draw_shade(PanelContext& context, double width, double height) {
  place_window({0, 0, width, height});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4{0, 0, 0, 0.5F});
  ImGui::Begin("shade", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)) context.ui.help_shown = false;
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace

void draw_help(PanelContext& context, double width, double height) {
  if (!context.ui.help_shown) return;
  draw_shade(context, width, height);
  const float u = context.unit;
  const float keys_width = 112 * u;
  const auto all = sections();
  const float line = ImGui::GetFontSize() + 5 * u;
  float column_width = 0;
  float total = 0;
  for (const Section& section : all) {
    total += line * static_cast<float>(section.entries.size() + 1) + 16 * u;
    for (const Entry& entry : section.entries) {
      column_width = std::max(column_width, keys_width + ImGui::CalcTextSize(entry.what.c_str()).x);
    }
  }
  const float gap = 40 * u;
  const float inner = std::max(column_width, static_cast<float>(width) - 96 * u);
  const int columns = std::clamp(static_cast<int>((inner + gap) / (column_width + gap)), 1, 2);
  const ImVec2 content{
      column_width * static_cast<float>(columns) + gap * static_cast<float>(columns - 1),
      total / static_cast<float>(columns) + 64 * u};
  const ImVec2 size{std::min(content.x + 64 * u, static_cast<float>(width) - 16 * u),
                    std::min(content.y + 88 * u, static_cast<float>(height) - 16 * u)};
  ImGui::SetNextWindowPos({static_cast<float>(width) / 2, static_cast<float>(height) / 2},
                          ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {32 * u, 24 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::Begin("help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings);
  ImGui::PushFont(context.fonts.large);
  ImGui::TextUnformatted("Keys and mouse");
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetContentRegionMax().x - 32 * u);
  if (icon_button(context, "close", Icon::close, "Close the help.", keys_of(Action::toggle_help))) {
    context.ui.help_shown = false;
  }
  const ImVec2 top = ImGui::GetCursorScreenPos();
  ImVec2 at = top;
  float used = 0;
  for (const Section& section : all) {
    const float section_height = line * static_cast<float>(section.entries.size() + 1) + 16 * u;
    if (at.y > top.y && columns > 1 && at.x == top.x &&
        at.y - top.y + section_height / 2 > total / static_cast<float>(columns)) {
      at = {top.x + column_width + gap, top.y};
    }
    at.y += draw_section(context, section, at, keys_width);
    used = std::max(used, at.y - top.y);
  }
  ImGui::Dummy({content.x, used});
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace heatwave::panels
