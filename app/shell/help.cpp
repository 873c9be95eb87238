// All keys and what the mouse does, over the window.
#include <algorithm>
#include <string>
#include <vector>

#include "app/rooms/controls.h"
#include "app/rooms/panels.h"

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

float line_height(const PanelContext& context) { return ImGui::GetFontSize() + 5 * context.unit; }

void draw_section(PanelContext& context, const Section& section, ImVec2 at, float keys_width) {
  const float line = line_height(context);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(context.fonts.strong, context.fonts.size, at, packed(context.theme.accent),
               section.title.c_str());
  float y = at.y + line + 2 * context.unit;
  for (const Entry& entry : section.entries) {
    list.AddText({at.x, y}, packed(context.theme.text), entry.keys.c_str());
    list.AddText({at.x + keys_width, y}, packed(context.theme.dim), entry.what.c_str());
    y += line;
  }
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

/// How the sections stand: in one column or two.
struct Columns {
  float keys_width = 0.0F;
  float width = 0.0F;
  float gap = 0.0F;
  float height = 0.0F;    ///< of the longer one
  std::size_t first = 0;  ///< how many sections stand in the first; the others in the second
};

float width_of(const Columns& columns, const std::vector<Section>& all) {
  const bool two = columns.first < all.size();
  return two ? 2 * columns.width + columns.gap : columns.width;
}

float section_height(const PanelContext& context, const Section& section) {
  return line_height(context) * static_cast<float>(section.entries.size() + 1) + 16 * context.unit;
}

/// As evenly as it goes.
void divide(const PanelContext& context, const std::vector<Section>& all, Columns& columns) {
  float before = 0;
  float best = columns.height;
  for (std::size_t first = 1; first < all.size(); ++first) {
    before += section_height(context, all[first - 1]);
    const float longer = std::max(before, columns.height - before);
    if (longer >= best) continue;
    best = longer;
    columns.first = first;
  }
  columns.height = best;
}

Columns columns_for(const PanelContext& context, const std::vector<Section>& all, float room) {
  const float u = context.unit;
  Columns columns{.keys_width = 112 * u, .gap = 40 * u, .first = all.size()};
  for (const Section& section : all) {
    columns.height += section_height(context, section);
    for (const Entry& entry : section.entries) {
      const float wanted = columns.keys_width + ImGui::CalcTextSize(entry.what.c_str()).x;
      columns.width = std::max(columns.width, wanted);
    }
  }
  if (2 * columns.width + columns.gap <= room - 96 * u) divide(context, all, columns);
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
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == columns.first) at = {top.x + columns.width + columns.gap, top.y};
    draw_section(context, all[i], at, columns.keys_width);
    at.y += section_height(context, all[i]);
  }
  space({width_of(columns, all), columns.height});
}

}  // namespace

void draw_help(PanelContext& context, double width, double height) {
  if (!context.ui.help_shown) return;
  draw_shade(context, width, height);
  constexpr float kAround = 92;  // the title, and the room round everything
  const float u = context.unit;
  const auto all = sections(context.ui.room);
  const ImVec2 window{static_cast<float>(width), static_cast<float>(height)};
  const Columns columns = columns_for(context, all, window.x);
  ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  set_next_window_size({std::min(width_of(columns, all) + 64 * u, window.x - 16 * u),
                        std::min(columns.height + kAround * u, window.y - 16 * u)});
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
