// Collects search entries and draws the box; arrow keys choose, Enter and a click accept.
#include "app/shell/interface/search.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/scene/assets.h"
#include "app/shell/interface/typed_words.h"
#include "app/system/read_files.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/text_lines.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

namespace {

constexpr const char* kLectureKind = "lecture";
constexpr const char* kTermKind = "term";

std::string with_capital(std::string text) {
  if (!text.empty()) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text;
}

void add_actions(std::vector<SearchEntry>& entries, rooms::Room& room, ShellView& shell,
                 std::set<std::string>& known) {
  for (const rooms::Action* action : room.actions()) {
    if (*action->what == '\0') continue;
    if (!known.insert(std::string(action->id) + '\n' + action->what).second) continue;
    entries.push_back({.room = room.entry().id,
                       .action = action,
                       .finding = {.kind = room.entry().title,
                                   .id = action->id,
                                   .title = with_capital(action->what),
                                   .words = {}},
                       .keys = shell.now.layout.shown(action->keys),
                       .why_not = room.why_not(*action, shell)});
  }
}

void add_own_actions(std::vector<SearchEntry>& entries, const ShellView& shell) {
  for (const rooms::ActionRow<ShellView>& row : ShellView::actions()) {
    if (*row.what == '\0') continue;
    entries.push_back({.action = &row,
                       .finding = {.kind = "everywhere",
                                   .id = row.id,
                                   .title = with_capital(row.what),
                                   .words = {}},
                       .keys = shell.now.layout.shown(row.keys),
                       .why_not = rooms::why_not(row, shell)});
  }
}

void add_findings(std::vector<SearchEntry>& entries, rooms::Room& room, const ShellView& shell) {
  for (rooms::Finding& each : room.findings(shell.snapshot)) {
    entries.push_back({.room = room.entry().id, .finding = std::move(each)});
  }
}

}  // namespace

std::vector<SearchEntry> entries_of(const std::vector<rooms::Room*>& all, rooms::Room& shown,
                                    ShellView& shell) {
  std::vector<SearchEntry> entries;
  std::set<std::string> known;
  std::vector<rooms::Room*> ordered{&shown};
  std::copy_if(all.begin(), all.end(), std::back_inserter(ordered),
               [&shown](const rooms::Room* room) { return room != &shown; });
  for (rooms::Room* room : ordered) {
    add_actions(entries, *room, shell, known);
    if (room == &shown) add_own_actions(entries, shell);
    add_findings(entries, *room, shell);
  }
  return entries;
}

void add_lectures(std::vector<SearchEntry>& entries,
                  const std::vector<wire::LectureListing>& lectures) {
  for (const wire::LectureListing& each : lectures) {
    entries.push_back({.finding = {kLectureKind, each.name, each.title, each.about}});
  }
}

void add_terms(std::vector<SearchEntry>& entries, const std::vector<words::Term>& terms) {
  for (const words::Term& each : terms) {
    entries.push_back(
        {.finding = {kTermKind, each.name, with_capital(each.name), each.definition}});
  }
}

std::vector<words::Term> shipped_terms() {
  constexpr std::uintmax_t kMostBytes = 1 << 20;
  return words::terms_of(system::whole_text(scene::asset_folder() / "glossary.md", kMostBytes));
}

std::vector<int> found_in(const std::vector<SearchEntry>& entries, const std::string& typed,
                          const std::vector<std::string>& recent) {
  const TypedWords words(typed);
  std::vector<std::pair<int, int>> fits;
  for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
    const SearchEntry& entry = entries[static_cast<std::size_t>(i)];
    const auto used = std::find(recent.begin(), recent.end(), name_of(entry));
    const int fit =
        words.empty() ? static_cast<int>(recent.end() - used) : words.fit(entry.finding);
    if (words.empty() || fit > 0) fits.emplace_back(fit, i);
  }
  std::stable_sort(fits.begin(), fits.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<int> rows;
  for (const auto& [fit, place] : fits) {
    if (words.empty() || fit >= TypedWords::least_shown(fits[0].first)) rows.push_back(place);
  }
  return rows;
}

std::string name_of(const SearchEntry& entry) {
  return entry.room + '/' + entry.finding.kind + '/' + entry.finding.id + '/' + entry.finding.title;
}

namespace {

constexpr float kSearchRow = 36;
constexpr int kRowsOfPage = 8;

/// Draws a key as a framed word with this right edge. Returns its left edge.
float draw_keys(const ShellView& shell, ImDrawList& list, ImVec2 right_middle,
                const std::string& keys) {
  if (keys.empty()) return right_middle.x;
  const float u = shell.unit;
  const float width = ImGui::CalcTextSize(keys.c_str()).x + 16 * u;
  const ImVec2 from{right_middle.x - width, right_middle.y - 13 * u};
  list.AddRect(from, {right_middle.x, right_middle.y + 13 * u}, ui::packed_colour(shell.theme.line),
               4 * u);
  list.AddText({from.x + 8 * u, right_middle.y - ImGui::GetFontSize() / 2},
               ui::packed_colour(shell.theme.text), keys.c_str());
  return from.x - 12 * u;
}

/// Draws the title and its description, with the kind and the keys at the right.
void draw_entry(ShellView& shell, const SearchEntry& entry, ImVec2 from, ImVec2 to) {
  const float u = shell.unit;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = (from.y + to.y) / 2;
  const float top = middle - ImGui::GetFontSize() / 2;
  const ImU32 dim = ui::packed_colour(shell.theme.dim);
  float right = draw_keys(shell, list, {to.x - 12 * u, middle}, entry.keys);
  const std::string& kind = entry.finding.kind;
  right -= ImGui::CalcTextSize(kind.c_str()).x;
  list.AddText({right, top}, dim, kind.c_str());
  const float left = from.x + 12 * u;
  const std::string title = ui::elided(entry.finding.title, right - 16 * u - left);
  const ImU32 colour = entry.why_not.empty() ? ui::packed_colour(shell.theme.text) : dim;
  list.AddText(shell.fonts.strong, shell.fonts.size, {left, top}, colour, title.c_str());
  const float after =
      left + shell.fonts.strong->CalcTextSizeA(shell.fonts.size, 1e6F, 0, title.c_str()).x + 12 * u;
  const std::string& words = entry.why_not.empty() ? entry.finding.words : entry.why_not;
  const float room = right - 16 * u - after;
  if (room > 64 * u && !words.empty()) {
    list.AddText({after, top}, dim, ui::elided(words, room).c_str());
  }
}

}  // namespace

void SearchPanel::handle(const session::OpenSearch& command) {
  if (shell_.now.asks_something) return;
  shell_.commands.send(session::ShowHelp{false});
  is_open_ = is_new_ = true;
  typed_ = command.text;
}

void SearchPanel::gather(ShellView& view, const std::vector<rooms::Room*>& all,
                         rooms::Room& shown) {
  entries_ = entries_of(all, shown, view);
  try {
    const auto& known = shell_.now.lecture.all;
    add_lectures(entries_, known != nullptr ? *known : wire::built_in_lectures());
  } catch (const core::Error& error) {
    shell_.tell_why(error);
  }
  if (view.glossary != nullptr) add_terms(entries_, view.glossary->terms());
  fitted_.clear();
  rows_.clear();
  chosen_ = 0;
}

void SearchPanel::fit_rows() {
  if (typed_ == fitted_ && !rows_.empty()) return;
  rows_ = found_in(entries_, typed_, recent_);
  if (typed_ != fitted_) chosen_ = 0;
  fitted_ = typed_;
  seen_row_ = -1;
}

const SearchEntry& SearchPanel::entry_at(int row) const {
  return entries_[static_cast<std::size_t>(rows_[static_cast<std::size_t>(row)])];
}

void SearchPanel::choose(int row) {
  const int last = static_cast<int>(rows_.size()) - 1;
  chosen_ = std::clamp(row, 0, std::max(0, last));
}

void SearchPanel::accept() {
  constexpr std::size_t kMostRecent = 6;
  if (rows_.empty()) return;
  choose(chosen_);
  const SearchEntry entry = entry_at(chosen_);
  is_open_ = false;
  const std::string name = name_of(entry);
  std::erase(recent_, name);
  recent_.insert(recent_.begin(), name);
  recent_.resize(std::min(recent_.size(), kMostRecent));
  perform(entry);
}

void SearchPanel::perform(const SearchEntry& entry) {
  rooms::CommandSender& commands = shell_.commands;
  if (!entry.why_not.empty()) return commands.tell(entry.why_not + ".");
  if (entry.action != nullptr) {
    commands.send(session::PerformAction{.action = entry.action->id, .room = entry.room});
  } else if (entry.finding.kind == kTermKind) {
    commands.tell(entry.finding.title + ": " + entry.finding.words);
  } else if (entry.room.empty()) {
    commands.send(session::OpenLecture{entry.finding.id});
  } else {
    commands.send(session::ShowFinding{entry.room, entry.finding.kind, entry.finding.id});
  }
  if (!entry.finding.in_panel) return;
  if (shell_.now.present.on) commands.send(session::Present{false});
  commands.send(session::ShowPanel{true});
  commands.send(session::ShowLectureCard{false});
}

/// Draws the visible rows only, and scrolls when the choice changes.
void SearchPanel::draw_rows(ShellView& shell, float height) {
  const float each = kSearchRow * shell.unit;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, shell.theme.surround);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ui::begin_part("found", {ImGui::GetContentRegionAvail().x, height});
  const int count = static_cast<int>(rows_.size());
  if (std::exchange(seen_row_, chosen_) != chosen_) {
    const float at = static_cast<float>(chosen_) * each;
    if (at < ImGui::GetScrollY()) ImGui::SetScrollY(at);
    if (at + each > ImGui::GetScrollY() + height) ImGui::SetScrollY(at + each - height);
  }
  const int first = std::clamp(static_cast<int>(ImGui::GetScrollY() / each) - 1, 0, count);
  const int last = std::min(count, first + static_cast<int>(height / each) + 4);
  ui::space({1, static_cast<float>(first) * each});
  const float width = ImGui::GetContentRegionAvail().x;
  bool accepted = false;
  for (int row = first; row < last; ++row) {
    const SearchEntry& entry = entry_at(row);
    ImGui::PushID(row);
    if (choice_row(shell, "##found", "", {width, each}, row == chosen_,
                   ui::RowKeyboardFocus::none)) {
      chosen_ = row;
      accepted = true;
    }
    note_place(shell, "found/" + entry.finding.title);
    draw_entry(shell, entry, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    ImGui::PopID();
  }
  ui::space({1, std::max(0.0F, static_cast<float>(count - last) * each)});
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (accepted) accept();
}

void SearchPanel::take_keys(const ShellView& shell) {
  namespace key = rooms::key;
  for (const rooms::Chord& chord : shell.question_keys) {
    if (!is_open_) return;
    if (chord.key == key::kEscape || chord == rooms::Chord{'P', true}) is_open_ = false;
    if (chord.key == key::kEnter || chord.key == key::kKeypadEnter) accept();
    if (chord.key == key::kUp) choose(chosen_ - 1);
    if (chord.key == key::kDown) choose(chosen_ + 1);
    if (chord.key == key::kPageUp) choose(chosen_ - kRowsOfPage);
    if (chord.key == key::kPageDown) choose(chosen_ + kRowsOfPage);
  }
}

void SearchPanel::draw(ShellView& shell, const std::vector<rooms::Room*>& all, rooms::Room& shown) {
  if (!is_open_) {
    entries_.clear();
    return;
  }
  if (std::exchange(is_new_, false)) gather(shell, all, shown);
  const float u = shell.unit;
  if (ui::draw_shade("search shade")) is_open_ = false;
  ui::begin_dialog(shell, "search", {800 * u, 560 * u});
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  // This field is the only one that accepts text while the box is open.
  const bool focus = !ImGui::IsAnyItemActive() && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
  (void)text_field(shell, "##search", typed_,
                   "An action, a scene, an experiment, a lesson, a lecture, a setting", focus);
  fit_rows();
  ui::space({0, 4 * u});
  const float foot = ImGui::GetTextLineHeightWithSpacing() + 4 * u;
  draw_rows(shell, std::max(1.0F, ImGui::GetContentRegionAvail().y - foot));
  ui::space({0, 0});
  ImGui::TextColored(shell.theme.dim, "%s",
                     rows_.empty() ? "No match; Esc closes this"
                                   : "Up and Down choose, Enter does it, Esc closes this");
  ui::end_dialog();
  take_keys(shell);
}

void SearchPanel::add_status(nlohmann::ordered_json& status) const {
  nlohmann::ordered_json titles = nlohmann::ordered_json::array();
  constexpr std::size_t kMostRows = 12;
  for (const int row : rows_) {
    if (!is_open_ || titles.size() >= kMostRows) break;
    titles.push_back(entries_[static_cast<std::size_t>(row)].finding.title);
  }
  status["search"] = {{"open", is_open_},
                      {"typed", typed_},
                      {"rows", titles},
                      {"chosen", chosen_},
                      {"count", is_open_ ? rows_.size() : 0}};
}

}  // namespace heatwave::shell
