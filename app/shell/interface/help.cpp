// Draws the list of all keys and mouse actions over the window; a click on a line runs its action.
#include "app/shell/interface/help.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/shell/interface/help_pages.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/words/version.h"

namespace heatwave::shell {
namespace {

constexpr float kBetweenLines = 9;
constexpr float kBetweenSections = 20;
constexpr float kCapRim = 5;  ///< space between keys and the sides of their cap

float line_height(const ui::Look& look) { return ImGui::GetFontSize() + kBetweenLines * look.unit; }

/// A column as wide as its longest keys and words need.
struct Column {
  std::size_t first = 0;  ///< its first section
  float keys_width = 0.0F;
  float width = 0.0F;
  float height = 0.0F;
  float spread = 1.0F;  ///< distance of the lines, relative to that for the letters
};

/// Arrangement of the sections in columns; lengths in window units.
struct Columns {
  float scale = 1.0F;  ///< size of the letters, relative to body text
  float gap = 0.0F;
  float height = 0.0F;  ///< height of the longest column
  std::vector<HelpSection> sections;
  std::vector<Column> all;
};

/// Returns whether a click runs the action. The window handles leaving, and any click beside the
/// help closes it.
bool is_clickable(const HelpLine& line) {
  if (line.clicked == nullptr) return false;
  const std::string_view id = line.clicked->id;
  return id != "quit" && id != "toggle_help";
}

/// Runs the line's action on a click.
void draw_press(ShellView& shell, const HelpLine& line, const ui::Box& box) {
  const std::string in_room = line.room.empty() ? "" : line.room + "/";
  const std::string name = "help/" + in_room + line.clicked->id;
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
  shell.send(session::PerformAction{.action = line.clicked->id, .room = line.room});
}

/// Draws keys on a cap, which sets them apart from the words at their right.
void draw_key_cap(const ui::Look& look, const std::string& keys, float letters, ImVec2 at) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = look.fonts.strong->CalcTextSizeA(letters, 1e6F, 0, keys.c_str()).x;
  const float rim = kCapRim * look.unit;
  const float above = 0.5F * look.unit;
  list.AddRectFilled({at.x, at.y - above}, {at.x + width + 2 * rim, at.y + letters + above},
                     ui::packed_colour(look.theme.raised), 3 * look.unit);
  list.AddText(look.fonts.strong, letters, {at.x + rim, at.y}, ui::packed_colour(look.theme.text),
               keys.c_str());
}

void draw_section(ShellView& look, const HelpSection& section, ImVec2 at, const Column& column,
                  const Columns& columns) {
  const float line = columns.scale * column.spread * line_height(look);
  const float letters = columns.scale * look.fonts.size;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(look.fonts.strong, letters, at, ui::packed_colour(look.theme.accent),
               section.title.c_str());
  float y = at.y + line + 2 * look.unit;
  for (const HelpLine& entry : section.lines) {
    const float side = 4 * look.unit;
    const float above = (line - letters) / 2;
    if (is_clickable(entry)) {
      draw_press(look, entry,
                 {at.x - side, y - above, at.x + column.width + side, y + line - above});
    }
    draw_key_cap(look, entry.keys, letters, {at.x, y});
    list.AddText(look.fonts.body, letters, {at.x + column.keys_width, y},
                 ui::packed_colour(look.theme.dim), entry.what);
    y += line;
  }
}

float width_of(const Columns& columns) {
  float width = -columns.gap;
  for (const Column& column : columns.all) width += column.width + columns.gap;
  return width;
}

float section_height(const ui::Look& look, const HelpSection& section) {
  return line_height(look) * static_cast<float>(section.lines.size() + 1) +
         kBetweenSections * look.unit;
}

/// Sections, or parts of them, in columns.
struct Filled {
  std::vector<HelpSection> sections;
  std::vector<std::size_t> first;  ///< the first section of each column
};

/// Fills columns of at most this height with the sections, in order; a section may go on in the
/// next column.
Filled filled(const ui::Look& look, const std::vector<HelpSection>& all, float most) {
  constexpr std::ptrdiff_t kFewest = 3;  // lines of a section's part
  Filled columns;
  float used = most;
  const auto put = [&](HelpSection section) {
    used += section_height(look, section);
    columns.sections.push_back(std::move(section));
  };
  for (HelpSection rest : all) {
    const auto room = static_cast<std::ptrdiff_t>((most - used) / line_height(look)) - 2;
    const std::ptrdiff_t lines = std::min(room, std::ssize(rest.lines) - kFewest);
    const bool fits = used + section_height(look, rest) <= most;
    if (!fits && lines >= kFewest) {
      const auto end = rest.lines.begin() + lines;
      put({rest.title, {rest.lines.begin(), end}});
      rest.lines.erase(rest.lines.begin(), end);
      rest.title += ", continued";
    }
    if (!fits) {
      columns.first.push_back(columns.sections.size());
      used = 0;
    }
    put(std::move(rest));
  }
  return columns;
}

/// Fills as many columns with whole sections. Sections keep their order, but for those that change
/// places with others to make the columns even.
Filled evenly_filled(const ui::Look& look, const std::vector<HelpSection>& all, std::size_t count) {
  constexpr float kWorthwhile = 0.99F;  // smaller gains change no order
  std::vector<float> heights;
  for (const HelpSection& section : all) heights.push_back(section_height(look, section));
  const float total = std::reduce(heights.begin(), heights.end());
  std::vector<std::size_t> column_of;
  std::vector<float> columns(count);
  float above = 0;
  for (const float height : heights) {
    const float part = (above + height / 2) / total * static_cast<float>(count);
    column_of.push_back(std::min(count - 1, static_cast<std::size_t>(part)));
    columns[column_of.back()] += height;
    above += height;
  }
  const auto unevenness = [&columns] {  // the heights' sum is always the same
    return std::inner_product(columns.begin(), columns.end(), columns.begin(), 0.0F);
  };
  const auto exchange = [&](std::size_t a, std::size_t b) {
    columns[column_of[a]] += heights[b] - heights[a];
    columns[column_of[b]] += heights[a] - heights[b];
    std::swap(column_of[a], column_of[b]);
  };
  for (bool gains = true; gains;) {
    float least = kWorthwhile * unevenness();
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = a + 1; b < all.size(); ++b) {
        exchange(a, b);
        if (unevenness() < least) {
          least = unevenness();
          best = {a, b};
        }
        exchange(a, b);
      }
    }
    gains = best.first != best.second;
    if (gains) exchange(best.first, best.second);
  }
  Filled made;
  for (std::size_t column = 0; column < count; ++column) {
    const std::size_t first = made.sections.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (column_of[i] == column) made.sections.push_back(all[i]);
    }
    if (made.sections.size() > first) made.first.push_back(first);
  }
  return made;
}

/// Measures the column's sections, up to the one before `end`.
void measure(const ui::Look& look, Column& column, const std::vector<HelpSection>& all,
             std::size_t end) {
  float words = 0;
  for (std::size_t i = column.first; i < end; ++i) {
    column.height += section_height(look, all[i]);
    for (const HelpLine& entry : all[i].lines) {
      const float keys =
          look.fonts.strong->CalcTextSizeA(look.fonts.size, 1e6F, 0, entry.keys.c_str()).x;
      column.keys_width = std::max(column.keys_width, keys + 2 * kCapRim * look.unit);
      words = std::max(words, ImGui::CalcTextSize(entry.what).x);
    }
  }
  column.keys_width += 10 * look.unit;
  column.width = column.keys_width + words;
}

/// Distributes the sections over columns of nearly equal height, at most `count`.
Columns divided(const ui::Look& look, const std::vector<HelpSection>& all, std::size_t count,
                bool splits) {
  constexpr float kStep = 4;
  Filled columns_of;
  if (splits) {
    float most = 0;
    for (const HelpSection& section : all) most += section_height(look, section);
    most /= static_cast<float>(count);
    columns_of = filled(look, all, most);
    while (columns_of.first.size() > count) {
      most += kStep;
      columns_of = filled(look, all, most);
    }
  } else {
    columns_of = evenly_filled(look, all, count);
  }
  Columns columns{.gap = 28 * look.unit, .sections = std::move(columns_of.sections), .all = {}};
  const std::vector<std::size_t>& first = columns_of.first;
  for (std::size_t i = 0; i < first.size(); ++i) {
    Column& column = columns.all.emplace_back(Column{.first = first[i]});
    const std::size_t end = i + 1 < first.size() ? first[i + 1] : columns.sections.size();
    measure(look, column, columns.sections, end);
    columns.height = std::max(columns.height, column.height);
  }
  return columns;
}

/// Smaller letters cannot be read; the help then scrolls.
constexpr float kLeastScale = 0.85F;
constexpr float kMostScale = 1.2F;

/// Arranges the sections so that all of them fit into `room`, with the largest letters; a section
/// is split only where that makes them larger. If they would be too small, as many columns as fit
/// are longer than the room.
Columns columns_for(const ui::Look& look, const std::vector<HelpSection>& all, ImVec2 room) {
  constexpr std::size_t kMostColumns = 4;
  Columns best{.scale = 0, .sections = {}, .all = {}};
  Columns wide;  // the most columns that fit the width
  for (const bool splits : {false, true}) {
    for (std::size_t count = 1; count <= std::min(kMostColumns, all.size()); ++count) {
      Columns columns = divided(look, all, count, splits);
      const float across = std::min(kMostScale, room.x / width_of(columns));
      columns.scale = std::min(across, room.y / std::max(1.0F, columns.height));
      if (columns.scale > best.scale) best = columns;
      if (count > 1 && across < kLeastScale) continue;
      wide = std::move(columns);
      wide.scale = std::max(across, kLeastScale);
    }
  }
  if (best.scale < kLeastScale) best = std::move(wide);
  best.gap *= best.scale;
  best.height *= best.scale;
  for (Column& column : best.all) {
    column.keys_width *= best.scale;
    column.width *= best.scale;
    column.height *= best.scale;
  }
  return best;
}

/// The arranged pages, and the size of the largest, so that nothing moves when another is shown.
struct Pages {
  std::vector<std::string> titles;
  std::vector<Columns> all;
  ImVec2 size;
};

Pages pages_for(const ui::Look& look, const std::vector<HelpPage>& pages, ImVec2 room) {
  Pages arranged;
  for (const HelpPage& page : pages) {
    arranged.titles.push_back(page.title);
    const Columns& columns = arranged.all.emplace_back(columns_for(look, page.sections, room));
    arranged.size = {std::max(arranged.size.x, width_of(columns)),
                     std::max(arranged.size.y, columns.height)};
  }
  // Columns with fewer lines have them further apart, so that all end together and no page is empty
  // below.
  constexpr float kMostSpread = 1.6F;
  for (Columns& columns : arranged.all) {
    const float below = 16 * look.unit;  // less than the empty end of the last section
    const float height = std::max(std::min(arranged.size.y, room.y) - below, columns.height);
    columns.height = 0;
    for (Column& column : columns.all) {
      column.spread = std::clamp(height / std::max(1.0F, column.height), 1.0F, kMostSpread);
      columns.height = std::max(columns.height, column.spread * column.height);
    }
  }
  // The names of the pages need about this width each.
  constexpr float kName = 110;
  const float names = kName * look.unit * static_cast<float>(pages.size());
  arranged.size.x = std::min(room.x, std::max(arranged.size.x, names));
  return arranged;
}

/// Draws the names of the pages; returns the page that is shown. The help opens with the first.
std::size_t draw_pages(ShellView& shell, const Pages& pages) {
  int& shown = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("page"));
  if (ImGui::IsWindowAppearing()) shown = 0;
  ui::space({0, 4 * shell.unit});
  const float width = std::min(ImGui::GetContentRegionAvail().x,
                               150 * shell.unit * static_cast<float>(pages.titles.size()));
  const int pressed = segmented(shell, "help page", pages.titles, shown, width);
  if (pressed >= 0) shown = pressed;
  ui::space({0, 8 * shell.unit});
  // Another room has other pages.
  return std::min(static_cast<std::size_t>(std::max(0, shown)), pages.all.size() - 1);
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
  action_button(shell, ui::Icon::play, "tour", "Seven minutes that show what Heatwave does.", tour);
  ImGui::SameLine(ui::content_right() - 32 * shell.unit);
  return icon_button(shell, "close", ui::Icon::close, "Close the help.",
                     shell.keys_of("toggle_help"));
}

void draw_sections(ShellView& look, const Columns& columns) {
  const std::vector<HelpSection>& all = columns.sections;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  ImVec2 at = top;
  for (std::size_t i = 0; i < columns.all.size(); ++i) {
    const Column& column = columns.all[i];
    const bool is_last = i + 1 == columns.all.size();
    const std::size_t end = is_last ? all.size() : columns.all[i + 1].first;
    at.y = top.y;
    for (std::size_t section = column.first; section < end; ++section) {
      draw_section(look, all[section], at, column, columns);
      at.y += columns.scale * column.spread * section_height(look, all[section]);
    }
    at.x += column.width + columns.gap;
  }
  ImGui::SetCursorScreenPos(top);
  ui::space({width_of(columns), columns.height});
}

}  // namespace

void draw_help(ShellView& shell, const rooms::Room& room, std::span<rooms::Room* const> rooms,
               const ui::Box& window) {
  if (!shell.now.interface.help_shown) return;
  if (ui::draw_shade("shade")) shell.send(session::ShowHelp{false});
  constexpr float kAround = 148;  // the title, the pages' names, and the margin around everything
  constexpr float kSides = 64;
  constexpr float kRim = 16;
  const float u = shell.unit;
  const float bar = ImGui::GetStyle().ScrollbarSize + 12 * u;  // with a gap before it
  const Pages pages = pages_for(
      shell, help_of(room, rooms, shell.now.layout),
      {window.width() - (kSides + kRim) * u - bar, window.height() - (kAround + kRim) * u});
  ui::begin_dialog(shell, "help", {pages.size.x + kSides * u + bar, pages.size.y + kAround * u});
  // No tooltip lies over the lines.
  const ImVec2 from = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  const float lines = ImGui::GetCursorScreenPos().y + 34 * u;
  shell.memory.tooltips.keep_off({{from.x, lines, from.x + size.x, from.y + size.y}});
  if (draw_title(shell, room)) shell.send(session::ShowHelp{false});
  const std::size_t shown = draw_pages(shell, pages);
  ui::begin_rest("lines");
  draw_sections(shell, pages.all[shown]);
  ui::fade_edges(shell);
  ImGui::EndChild();
  ui::end_dialog();
}

}  // namespace heatwave::shell
