// All keys and what the mouse does, over the window.
#include <algorithm>
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

std::vector<Section> sections(Room room) {
  std::vector<Section> all;
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.keys[0] == '\0' || !shortcut.holds_in(room)) continue;
    const char* title = shortcut.heading.title;
    if (all.empty() || all.back().title != title) all.push_back({title, {}});
    all.back().entries.push_back({shortcut.keys, shortcut.what});
  }
  if (room != Room::fields) return all;
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

float line_height(const PanelContext& context) { return ImGui::GetFontSize() + 5 * context.unit; }

/// How the sections stand: in one column or two.
struct Columns {
  float keys_width = 0.0F;
  float width = 0.0F;
  float gap = 0.0F;
  float height = 0.0F;  ///< of all sections in one column
  int count = 1;

  [[nodiscard]] float all() const {
    return width * static_cast<float>(count) + gap * static_cast<float>(count - 1);
  }
  [[nodiscard]] float each_height() const { return height / static_cast<float>(count); }
};

float section_height(const PanelContext& context, const Section& section) {
  return line_height(context) * static_cast<float>(section.entries.size() + 1) + 16 * context.unit;
}

Columns columns_for(const PanelContext& context, const std::vector<Section>& all, float room) {
  const float u = context.unit;
  Columns columns{.keys_width = 112 * u, .gap = 40 * u};
  for (const Section& section : all) {
    columns.height += section_height(context, section);
    for (const Entry& entry : section.entries) {
      const float wanted = columns.keys_width + ImGui::CalcTextSize(entry.what.c_str()).x;
      columns.width = std::max(columns.width, wanted);
    }
  }
  const float inner = std::max(columns.width, room - 96 * u);
  const float fitting = (inner + columns.gap) / (columns.width + columns.gap);
  columns.count = std::clamp(static_cast<int>(fitting), 1, 2);
  return columns;
}

void draw_title(PanelContext& context) {
  ImGui::PushFont(context.fonts.large);
  ImGui::TextUnformatted(context.ui.room == Room::fields ? "Keys and mouse" : "Keys");
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetContentRegionMax().x - 32 * context.unit);
  if (icon_button(context, "close", Icon::close, "Close the help.", keys_of(Action::toggle_help))) {
    context.ui.help_shown = false;
  }
}

void draw_sections(PanelContext& context, const std::vector<Section>& all, const Columns& columns) {
  const ImVec2 top = ImGui::GetCursorScreenPos();
  ImVec2 at = top;
  float used = 0;
  for (const Section& section : all) {
    const float middle = at.y - top.y + section_height(context, section) / 2;
    const bool in_first = columns.count > 1 && at.x == top.x && at.y > top.y;
    if (in_first && middle > columns.each_height())
      at = {top.x + columns.width + columns.gap, top.y};
    at.y += draw_section(context, section, at, columns.keys_width);
    used = std::max(used, at.y - top.y);
  }
  ImGui::Dummy({columns.all(), used});
}

}  // namespace

void draw_help(PanelContext& context, double width, double height) {
  if (!context.ui.help_shown) return;
  draw_shade(context, width, height);
  const float u = context.unit;
  const auto all = sections(context.ui.room);
  const ImVec2 window{static_cast<float>(width), static_cast<float>(height)};
  const Columns columns = columns_for(context, all, window.x);
  ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(columns.all() + 64 * u, window.x - 16 * u),
                            std::min(columns.each_height() + 152 * u, window.y - 16 * u)});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {32 * u, 24 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::Begin("help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings);
  draw_title(context);
  draw_sections(context, all, columns);
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace heatwave::panels
