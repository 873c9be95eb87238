// Draws the list of all keys and mouse actions over the window; a click on a line runs its action.
#include "app/shell/interface/help.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/shell/interface/key_map.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/words/version.h"

namespace heatwave::shell {
namespace {

float line_height(const ui::Look& look) { return ImGui::GetFontSize() + 5 * look.unit; }

/// Arrangement of the sections in one or two columns.
struct Columns {
  float keys_width = 0.0F;
  float width = 0.0F;
  float gap = 0.0F;
  float height = 0.0F;    ///< height of the longer column
  std::size_t first = 0;  ///< number of sections in the first column
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
  const float line = line_height(look);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(look.fonts.strong, look.fonts.size, at, ui::packed_colour(look.theme.accent),
               section.title.c_str());
  float y = at.y + line + 2 * look.unit;
  for (const HelpLine& entry : section.lines) {
    const float rim = 2 * look.unit;
    if (is_clickable(entry)) {
      draw_press(look, entry,
                 {at.x - 2 * rim, y - rim, at.x + columns.width + 2 * rim, y + line - rim});
    }
    list.AddText({at.x, y}, ui::packed_colour(look.theme.text), entry.keys.c_str());
    list.AddText({at.x + keys_width, y}, ui::packed_colour(look.theme.dim), entry.what);
    y += line;
  }
}

float width_of(const Columns& columns, const std::vector<HelpSection>& all) {
  const bool two = columns.first < all.size();
  return two ? 2 * columns.width + columns.gap : columns.width;
}

float section_height(const ui::Look& look, const HelpSection& section) {
  return line_height(look) * static_cast<float>(section.lines.size() + 1) + 16 * look.unit;
}

/// Distributes the sections over two columns of nearly equal height.
void divide(const ui::Look& look, const std::vector<HelpSection>& all, Columns& columns) {
  float before = 0;
  float best = columns.height;
  for (std::size_t first = 1; first < all.size(); ++first) {
    before += section_height(look, all[first - 1]);
    const float longer = std::max(before, columns.height - before);
    if (longer >= best) continue;
    best = longer;
    columns.first = first;
  }
  columns.height = best;
}

Columns columns_for(const ui::Look& look, const std::vector<HelpSection>& all, float room) {
  const float u = look.unit;
  Columns columns{.keys_width = 112 * u, .gap = 40 * u, .first = all.size()};
  for (const HelpSection& section : all) {
    columns.height += section_height(look, section);
    for (const HelpLine& entry : section.lines) {
      const float wanted = columns.keys_width + ImGui::CalcTextSize(entry.what).x;
      columns.width = std::max(columns.width, wanted);
    }
  }
  if (2 * columns.width + columns.gap <= room - 96 * u) divide(look, all, columns);
  return columns;
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
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == columns.first) at = {top.x + columns.width + columns.gap, top.y};
    draw_section(look, all[i], at, columns);
    at.y += section_height(look, all[i]);
  }
  ImGui::SetCursorScreenPos(top);
  ui::space({width_of(columns, all), columns.height});
}

}  // namespace

void draw_help(ShellView& shell, const rooms::Room& room, const ui::Box& window) {
  if (!shell.now.interface.help_shown) return;
  if (ui::draw_shade("shade")) shell.send(session::ShowHelp{false});
  constexpr float kAround = 92;  // the title, and the margin around everything
  const float u = shell.unit;
  const auto all = help_of(room, shell.now.layout);
  const Columns columns = columns_for(shell, all, window.width());
  ui::begin_dialog(shell, "help", {width_of(columns, all) + 64 * u, columns.height + kAround * u});
  if (draw_title(shell, room)) shell.send(session::ShowHelp{false});
  draw_sections(shell, all, columns);
  ui::end_dialog();
}

}  // namespace heatwave::shell
