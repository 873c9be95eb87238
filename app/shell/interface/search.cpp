// Gathers what can be found from the tables that there are, and compares it with what was typed.
#include "app/shell/interface/search.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <sstream>

#include "app/files/file_kind.h"
#include "app/shell/interface/synonyms.h"

namespace heatwave::shell {
namespace {

constexpr const char* kLectureKind = "lecture";

std::string with_capital(std::string text) {
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

/// The words of an entry that are searched, in lower case.
struct Texts {
  std::string title;
  std::string around;  ///< words, id, kind
};

/// By a word as it was typed: the title says more than what stands around it.
int fit_of_typed(const Texts& texts, const std::string& word) {
  constexpr int kTitle = 3;
  const int in_title = kTitle * fit_of_word(texts.title, word);
  return std::max<int>({in_title, fit_of_word(texts.around, word),
                        is_shortened(texts.title, word) ? shortened : none});
}

/// By the program's own words for it: better than by letters that happen to stand in this order,
/// and never as well as by the word itself in the title.
int fit_of_synonym(const Texts& texts, const std::string& word) {
  if (fit_of_word(texts.title, word) >= beginning) return beginning;
  return fit_of_word(texts.around, word) == whole ? within : none;
}

/// A word in small letters, and the program's own words for it.
struct TypedWord {
  std::string word;
  std::vector<std::string> others;
};
std::vector<TypedWord> words_of(const std::string& typed) {
  std::vector<TypedWord> all;
  std::istringstream words(files::in_small_letters(typed));
  for (std::string word; words >> word;) all.push_back({word, other_words_for(word)});
  return all;
}

int fit_of_words(const SearchEntry& entry, const std::vector<TypedWord>& words) {
  const rooms::Finding& finding = entry.finding;
  const Texts texts{files::in_small_letters(finding.title),
                    files::in_small_letters(finding.words + ' ' + finding.id + ' ' + finding.kind)};
  int sum = 0;
  for (const TypedWord& typed : words) {
    int best = fit_of_typed(texts, typed.word);
    for (const std::string& other : typed.others) {
      best = std::max(best, fit_of_synonym(texts, other));
    }
    if (best == none) return 0;
    sum += best;
  }
  return sum;
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

int fit_of(const SearchEntry& entry, const std::string& typed) {
  return fit_of_words(entry, words_of(typed));
}

std::vector<int> found_in(const std::vector<SearchEntry>& entries, const std::string& typed,
                          const std::vector<std::string>& recent) {
  const std::vector<TypedWord> words = words_of(typed);
  std::vector<std::pair<int, int>> fits;
  for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
    const SearchEntry& entry = entries[static_cast<std::size_t>(i)];
    const auto used = std::find(recent.begin(), recent.end(), name_of(entry));
    const int fit =
        words.empty() ? static_cast<int>(recent.end() - used) : fit_of_words(entry, words);
    if (words.empty() || fit > 0) fits.emplace_back(fit, i);
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
