// Draws the search box; arrows choose, Enter and a click accept.
#include "app/shell/search_box.h"

#include <algorithm>
#include <string>

#include "app/shell/search.h"
#include "app/ui/controls.h"
#include "app/ui/dialog.h"
#include "app/ui/elided.h"
#include "app/ui/text_field.h"

namespace heatwave::shell {
namespace {

constexpr float kSearchRow = 36;
constexpr int kRowsOfPage = 8;

const SearchEntry& entry_at(const SearchModel& search, int row) {
  return search.entries[static_cast<std::size_t>(search.rows[static_cast<std::size_t>(row)])];
}

void choose(SearchModel& search, int row) {
  const int last = static_cast<int>(search.rows.size()) - 1;
  search.chosen = std::clamp(row, 0, std::max(0, last));
}

void accept(SearchModel& search) {
  if (search.rows.empty()) return;
  choose(search, search.chosen);
  search.accepted = search.rows[static_cast<std::size_t>(search.chosen)];
}

void fit_rows(SearchModel& search) {
  if (search.typed == search.fitted && !search.rows.empty()) return;
  search.rows = found_in(search.entries, search.typed, search.recent);
  if (search.typed != search.fitted) search.chosen = 0;
  search.fitted = search.typed;
  search.shown = -1;
}

/// A key as it is printed on one: a word in a frame, its right edge there. Returns its left edge.
float draw_keys(const ShellView& shell, ImDrawList& list, ImVec2 right_middle,
                const std::string& keys) {
  if (keys.empty()) return right_middle.x;
  const float u = shell.unit;
  const float width = ImGui::CalcTextSize(keys.c_str()).x + 16 * u;
  const ImVec2 from{right_middle.x - width, right_middle.y - 13 * u};
  list.AddRect(from, {right_middle.x, right_middle.y + 13 * u}, ui::packed(shell.theme.line),
               4 * u);
  list.AddText({from.x + 8 * u, right_middle.y - ImGui::GetFontSize() / 2},
               ui::packed(shell.theme.text), keys.c_str());
  return from.x - 12 * u;
}

/// The title, what is said of it, and at the right its kind and its keys.
void draw_entry(ShellView& shell, const SearchEntry& entry, ImVec2 from, ImVec2 to) {
  const float u = shell.unit;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = (from.y + to.y) / 2;
  const float top = middle - ImGui::GetFontSize() / 2;
  const ImU32 dim = ui::packed(shell.theme.dim);
  float right = draw_keys(shell, list, {to.x - 12 * u, middle}, entry.keys);
  const std::string& kind = entry.finding.kind;
  right -= ImGui::CalcTextSize(kind.c_str()).x;
  list.AddText({right, top}, dim, kind.c_str());
  const float left = from.x + 12 * u;
  const std::string title = ui::elided(entry.finding.title, right - 16 * u - left);
  const ImU32 colour = entry.why_not.empty() ? ui::packed(shell.theme.text) : dim;
  list.AddText(shell.fonts.strong, shell.fonts.size, {left, top}, colour, title.c_str());
  const float after =
      left + shell.fonts.strong->CalcTextSizeA(shell.fonts.size, 1e6F, 0, title.c_str()).x + 12 * u;
  const std::string& words = entry.why_not.empty() ? entry.finding.words : entry.why_not;
  const float room = right - 16 * u - after;
  if (room > 64 * u && !words.empty()) {
    list.AddText({after, top}, dim, ui::elided(words, room).c_str());
  }
}

/// Only those that are seen; a change of what is chosen brings it into sight.
void draw_found_rows(ShellView& shell, float height) {
  SearchModel& search = shell.model.search;
  const float each = kSearchRow * shell.unit;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, shell.theme.surround);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ui::begin_part("found", {ImGui::GetContentRegionAvail().x, height});
  const int count = static_cast<int>(search.rows.size());
  if (search.shown != search.chosen) {
    search.shown = search.chosen;
    const float at = static_cast<float>(search.chosen) * each;
    if (at < ImGui::GetScrollY()) ImGui::SetScrollY(at);
    if (at + each > ImGui::GetScrollY() + height) ImGui::SetScrollY(at + each - height);
  }
  const int first = std::clamp(static_cast<int>(ImGui::GetScrollY() / each) - 1, 0, count);
  const int last = std::min(count, first + static_cast<int>(height / each) + 4);
  ui::space({1, static_cast<float>(first) * each});
  const float width = ImGui::GetContentRegionAvail().x;
  for (int row = first; row < last; ++row) {
    const SearchEntry& entry = entry_at(search, row);
    ImGui::PushID(row);
    if (choice_row(shell, "##found", "", {width, each}, row == search.chosen, ui::RowKeys::none)) {
      search.chosen = row;
      accept(search);
    }
    note_place(shell, "found/" + entry.finding.title);
    draw_entry(shell, entry, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    ImGui::PopID();
  }
  ui::space({1, std::max(0.0F, static_cast<float>(count - last) * each)});
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

void take_search_keys(ShellView& shell) {
  namespace key = rooms::key;
  SearchModel& search = shell.model.search;
  for (const rooms::Chord& chord : shell.model.dialog_keys) {
    if (chord.key == key::kEscape || chord == rooms::Chord{'P', true}) search.open = false;
    if (chord.key == key::kEnter || chord.key == key::kKeypadEnter) accept(search);
    if (chord.key == key::kUp) choose(search, search.chosen - 1);
    if (chord.key == key::kDown) choose(search, search.chosen + 1);
    if (chord.key == key::kPageUp) choose(search, search.chosen - kRowsOfPage);
    if (chord.key == key::kPageDown) choose(search, search.chosen + kRowsOfPage);
  }
}

}  // namespace

void draw_search_box(ShellView& shell) {
  SearchModel& search = shell.model.search;
  if (!search.open) return;
  const float u = shell.unit;
  if (ui::draw_shade("search shade")) search.open = false;
  ui::begin_dialog(shell, "search", {800 * u, 560 * u});
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  // Nothing but this field is ever typed into while it is open.
  const bool focus = !ImGui::IsAnyItemActive() && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
  (void)text_field(shell, "##search", search.typed,
                   "An action, a scene, an experiment, a lesson, a lecture, a setting", focus);
  fit_rows(search);
  ui::space({0, 4 * u});
  const float foot = ImGui::GetTextLineHeightWithSpacing() + 4 * u;
  draw_found_rows(shell, std::max(1.0F, ImGui::GetContentRegionAvail().y - foot));
  ui::space({0, 0});
  ImGui::TextColored(shell.theme.dim, "%s",
                     search.rows.empty() ? "No match; Esc closes this"
                                         : "Up and Down choose, Enter does it, Esc closes this");
  ui::end_dialog();
  take_search_keys(shell);
}

}  // namespace heatwave::shell
