// Draws the list of all keys and mouse actions over the window; a click on a line runs its action.
#include "app/shell/interface/help.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "app/shell/interface/key_map.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/words/version.h"

namespace heatwave::shell {
namespace {

constexpr float kBetweenLines = 5;
constexpr float kBetweenSections = 12;

float line_height(const ui::Look& look) { return ImGui::GetFontSize() + kBetweenLines * look.unit; }

/// Arrangement of the sections in columns; lengths in window units.
struct Columns {
  float scale = 1.0F;  ///< size of the letters, relative to body text
  float keys_width = 0.0F;
  float width = 0.0F;
  float gap = 0.0F;
  float height = 0.0F;             ///< height of the longest column
  std::vector<std::size_t> first;  ///< the first section of each column
};

/// Returns whether a click runs the action. The window handles leaving, and any click beside the
/// help closes it.
bool is_clickable(const HelpLine& line) {
  if (line.action == nullptr) return false;
  const std::string_view id = line.action->id;
  return id != "quit" && id != "toggle_help";
}

/// Runs the line's action on a click.
void draw_press(ShellView& shell, const HelpLine& line, const ui::Box& box) {
  const std::string name = std::string("help/") + line.action->id;
  ImGui::SetCursorScreenPos({box.left, box.top});
  const bool clicked = ui::mouse_area(name.c_str(), {box.width(), box.height()});
  note_place(shell, name);
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRectFilled({box.left, box.top}, {box.right, box.bottom},
                                              ui::packed_colour(shell.theme.hovered),
                                              4 * shell.unit);
  }
  if (!clicked) return;
  shell.send(session::ShowHelp{false});
  shell.send(session::PerformAction{.action = line.action->id});
}

void draw_section(ShellView& look, const HelpSection& section, ImVec2 at, const Columns& columns) {
  const float keys_width = columns.keys_width;
  const float line = columns.scale * line_height(look);
  const float letters = columns.scale * look.fonts.size;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(look.fonts.strong, letters, at, ui::packed_colour(look.theme.accent),
               section.title.c_str());
  float y = at.y + line + 2 * look.unit;
  for (const HelpLine& entry : section.lines) {
    const float rim = 2 * look.unit;
    if (is_clickable(entry)) {
      draw_press(look, entry,
                 {at.x - 2 * rim, y - rim, at.x + columns.width + 2 * rim, y + line - rim});
    }
    list.AddText(look.fonts.body, letters, {at.x, y}, ui::packed_colour(look.theme.text),
                 entry.keys.c_str());
    list.AddText(look.fonts.body, letters, {at.x + keys_width, y},
                 ui::packed_colour(look.theme.dim), entry.what);
    y += line;
  }
}

float width_of(const Columns& columns) {
  const auto count = static_cast<float>(columns.first.size());
  return count * columns.width + (count - 1) * columns.gap;
}

float section_height(const ui::Look& look, const HelpSection& section) {
  return line_height(look) * static_cast<float>(section.lines.size() + 1) +
         kBetweenSections * look.unit;
}

/// Fills columns of at most this height with the sections, in order. Returns the first section of
/// each, and the height of the longest.
std::pair<std::vector<std::size_t>, float> filled(const std::vector<float>& heights, float most) {
  std::vector<std::size_t> first;
  float longest = 0;
  float used = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (first.empty() || used + heights[i] > most) {
      first.push_back(i);
      used = 0;
    }
    used += heights[i];
    longest = std::max(longest, used);
  }
  return {std::move(first), longest};
}

/// Distributes the sections over columns of nearly equal height, at most `count`.
void divide(Columns& columns, const std::vector<float>& heights, std::size_t count) {
  float most = 0;
  for (const float height : heights) most = std::max(most, height);
  constexpr float kStep = 4;
  auto [first, longest] = filled(heights, most);
  while (first.size() > count) {
    most += kStep;
    std::tie(first, longest) = filled(heights, most);
  }
  columns.first = std::move(first);
  columns.height = longest;
}

/// Arranges the sections so that all of them fit into `room`, with the largest letters.
Columns columns_for(const ui::Look& look, const std::vector<HelpSection>& all, ImVec2 room) {
  constexpr std::size_t kMostColumns = 4;
  const float u = look.unit;
  Columns widest{.gap = 28 * u, .first = {}};
  std::vector<float> heights;
  float words = 0;
  for (const HelpSection& section : all) {
    heights.push_back(section_height(look, section));
    for (const HelpLine& entry : section.lines) {
      widest.keys_width = std::max(widest.keys_width, ImGui::CalcTextSize(entry.keys.c_str()).x);
      words = std::max(words, ImGui::CalcTextSize(entry.what).x);
    }
  }
  widest.keys_width += 12 * u;
  widest.width = widest.keys_width + words;
  Columns best = widest;
  best.scale = 0;
  for (std::size_t count = 1; count <= std::min(kMostColumns, all.size()); ++count) {
    Columns columns = widest;
    divide(columns, heights, count);
    columns.scale =
        std::min({1.0F, room.x / width_of(columns), room.y / std::max(1.0F, columns.height)});
    if (columns.scale > best.scale) best = columns;
  }
  // Smaller letters cannot be read; the help then scrolls.
  constexpr float kLeastScale = 0.7F;
  best.scale = std::max(kLeastScale, best.scale);
  for (float* length : {&best.keys_width, &best.width, &best.gap, &best.height}) {
    *length *= best.scale;
  }
  return best;
}

/// Returns true when the help should close.
bool draw_title(ShellView& shell, const rooms::Room& room) {
  ImGui::PushFont(shell.fonts.strong, shell.fonts.large_size);
  ImGui::TextUnformatted(room.mouse().empty() ? "Keys" : "Keys and mouse");
  ImGui::PopFont();
  ImGui::SameLine(0, 16 * shell.unit);
  ui::dim_text(shell, "Heatwave " + std::string(words::version()));
  const ui::ButtonLook tour{.text = "Tour"};
  const float width = ImGui::CalcTextSize(tour.text).x + (32 + 18) * shell.unit;
  ImGui::SameLine(ui::content_right() - width - 40 * shell.unit);
  action_button(shell, ui::Icon::play, "tour", "Six steps that show what Heatwave does.", tour);
  ImGui::SameLine(ui::content_right() - 32 * shell.unit);
  return icon_button(shell, "close", ui::Icon::close, "Close the help.",
                     shell.keys_of("toggle_help"));
}

void draw_sections(ShellView& look, const std::vector<HelpSection>& all, const Columns& columns) {
  const ImVec2 top = ImGui::GetCursorScreenPos();
  ImVec2 at = top;
  std::size_t column = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (column < columns.first.size() && columns.first[column] == i) {
      at = {top.x + static_cast<float>(column) * (columns.width + columns.gap), top.y};
      ++column;
    }
    draw_section(look, all[i], at, columns);
    at.y += columns.scale * section_height(look, all[i]);
  }
  ImGui::SetCursorScreenPos(top);
  ui::space({width_of(columns), columns.height});
}

}  // namespace

void draw_help(ShellView& shell, const rooms::Room& room, const ui::Box& window) {
  if (!shell.now.interface.help_shown) return;
  if (ui::draw_shade("shade")) shell.send(session::ShowHelp{false});
  constexpr float kAround = 92;  // the title, and the margin around everything
  constexpr float kSides = 64;
  constexpr float kRim = 16;
  const float u = shell.unit;
  const auto all = help_of(room, shell.now.layout);
  const Columns columns = columns_for(
      shell, all, {window.width() - (kSides + kRim) * u, window.height() - (kAround + kRim) * u});
  ui::begin_dialog(shell, "help", {width_of(columns) + kSides * u, columns.height + kAround * u});
  // No tooltip lies over the lines.
  const ImVec2 from = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  const float lines = ImGui::GetCursorScreenPos().y + 34 * u;
  shell.memory.tooltips.keep_off({{from.x, lines, from.x + size.x, from.y + size.y}});
  if (draw_title(shell, room)) shell.send(session::ShowHelp{false});
  draw_sections(shell, all, columns);
  ui::end_dialog();
}

}  // namespace heatwave::shell
