// Gathers what can be found from the tables that there are, and compares it with what was typed.
#include "app/shell/search.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <sstream>

#include "app/files/file_kind.h"

namespace heatwave::shell {
namespace {

constexpr const char* kLectureKind = "lecture";

std::string capital(std::string text) {
  if (!text.empty()) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text;
}

bool is_part_of_word(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  return code >= 128 || std::isalnum(code) != 0;
}

bool begins_word(const std::string& text, std::size_t at) {
  return at == 0 || !is_part_of_word(text[at - 1]);
}

/// Whether the letters stand in the text in this order, the first at the beginning of a word.
bool is_shortened(const std::string& text, const std::string& word) {
  constexpr std::size_t kLeast = 3;
  if (word.size() < kLeast) return false;
  for (std::size_t from = 0; from < text.size(); ++from) {
    if (text[from] != word[0] || !begins_word(text, from)) continue;
    std::size_t done = 1;
    for (std::size_t at = from + 1; at < text.size() && done < word.size(); ++at) {
      if (text[at] == word[done]) ++done;
    }
    return done == word.size();
  }
  return false;
}

enum Fit : std::uint8_t { none = 0, shortened = 1, within = 2, beginning = 3, whole = 4 };

Fit fit_of_word(const std::string& text, const std::string& word) {
  Fit best = none;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if (!begins_word(text, at)) {
      best = std::max(best, within);
      continue;
    }
    const std::size_t end = at + word.size();
    if (end == text.size() || !is_part_of_word(text[end])) return whole;
    best = std::max(best, beginning);
  }
  return best;
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
                                   .title = capital(action->what),
                                   .words = {}},
                       .keys = shell.model.layout.shown(action->keys),
                       .why_not = room.why_not(*action, shell)});
  }
}

void add_own_actions(std::vector<SearchEntry>& entries, const ShellView& shell) {
  for (const rooms::ActionRow<ShellView>& row : ShellView::actions()) {
    if (*row.what == '\0') continue;
    entries.push_back(
        {.action = &row,
         .finding = {.kind = "everywhere", .id = row.id, .title = capital(row.what), .words = {}},
         .keys = shell.model.layout.shown(row.keys),
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

int fit_of(const SearchEntry& entry, const std::string& typed) {
  const rooms::Finding& finding = entry.finding;
  const std::string title = files::in_small_letters(finding.title);
  const std::string around =
      files::in_small_letters(finding.words + ' ' + finding.id + ' ' + finding.kind);
  std::istringstream words(files::in_small_letters(typed));
  int sum = 0;
  for (std::string word; words >> word;) {
    constexpr int kTitle = 3;  // says more than what stands around it
    const int in_title = kTitle * fit_of_word(title, word);
    const int best = std::max<int>(
        {in_title, fit_of_word(around, word), is_shortened(title, word) ? shortened : none});
    if (best == none) return 0;
    sum += best;
  }
  return sum;
}

std::vector<int> found_in(const std::vector<SearchEntry>& entries, const std::string& typed,
                          const std::vector<std::string>& recent) {
  const bool all = typed.find_first_not_of(" \t") == std::string::npos;
  std::vector<std::pair<int, int>> fits;
  for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
    const SearchEntry& entry = entries[static_cast<std::size_t>(i)];
    const auto used = std::find(recent.begin(), recent.end(), name_of(entry));
    const int fit = all ? static_cast<int>(recent.end() - used) : fit_of(entry, typed);
    if (all || fit > 0) fits.emplace_back(fit, i);
  }
  std::stable_sort(fits.begin(), fits.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<int> rows;
  for (const auto& [fit, place] : fits) rows.push_back(place);
  return rows;
}

std::string name_of(const SearchEntry& entry) {
  return entry.room + '/' + entry.finding.kind + '/' + entry.finding.id + '/' + entry.finding.title;
}

}  // namespace heatwave::shell
