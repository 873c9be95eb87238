// Collects search entries, matches them against the typed text, and draws the box; arrow keys
// choose, Enter and a click accept.
#include "app/shell/interface/search.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "app/files/file_kind.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/text_lines.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

namespace {

struct Synonyms {
  const char* typed;  ///< words that people type, in lower case
  const char* ours;   ///< the program's words, each a synonym for all of them
};

constexpr auto kSynonyms = std::to_array<Synonyms>({
    // The window
    {"settings options preferences configuration config properties", "setting"},
    {"theme mode night appearance bright", "dark"},
    {"color colors palette colormap colourmap gradient", "colour colours"},
    {"fullscreen maximise maximize", "full"},
    {"quit exit close", "leave"},
    {"zoom font fonts scale scaling dpi magnify bigger enlarge", "interface"},
    {"keys shortcut shortcuts hotkey hotkeys keyboard manual documentation", "help"},
    {"sidebar toolbar", "panel"},
    {"projector beamer presentation present presenter slides slideshow audience", "projector"},
    {"annotate annotation marker highlight scribble", "pen"},
    {"hold still", "freeze"},
    {"tutorial intro introduction guide walkthrough", "tour"},
    {"course class talk demo demonstration exercise", "lecture"},
    {"screenshot snapshot image photo capture export", "png picture"},
    {"video movie animation clip record recording", "film sequence record"},
    {"load import", "open"},
    {"export store", "save"},
    {"spreadsheet excel", "csv table"},
    {"clipboard paste", "copy"},
    {"revert", "undo"},
    {"search", "find"},
    // Words for playing, running and measuring
    {"start go execute launch begin", "play run"},
    {"stop halt abort", "pause cancel stop"},
    {"reset restart rewind", "initial start"},
    {"speed pace slower faster rate", "steps pace"},
    {"fps performance timing latency", "timings"},
    {"compare comparison versus", "compare beside"},
    {"ruler length distance", "tape"},
    {"plot graph curve diagram", "chart profile"},
    {"clock timer", "stopwatch"},
    {"si metre metres meter meters seconds kelvin celsius", "units"},
    {"fourier fft frequency frequencies", "spectrum"},
    {"joule conservation", "energy"},
    // Fields
    {"3d relief height", "surface"},
    {"isoline isolines isotherm isotherms", "contours"},
    {"vector vectors flow flux", "arrows"},
    {"paint draw pencil", "brush"},
    {"rubber remove clear", "eraser delete"},
    {"circle round", "disc"},
    {"obstacle barrier reflector mirror", "wall"},
    {"border boundary boundaries dirichlet neumann absorbing", "edges"},
    {"material glass metal conductor", "medium"},
    {"emitter oscillator loudspeaker", "source"},
    {"grid resolution mesh", "grid"},
    {"diffraction interference young aperture", "slit"},
    {"optics snell", "refraction lens prism"},
    {"diffusion conduction temperature thermal", "heat"},
    {"sound acoustics membrane ripple vibration water", "wave"},
    {"turing pattern reaction chemistry reaction-diffusion", "gray spots"},
    // CUDA
    {"mutex semaphore spinlock critical", "lock"},
    {"synchronisation synchronization synchronize syncthreads", "barrier lock"},
    {"concurrency lost data-race", "race"},
    {"increment counter fetch-add compare-and-swap cas", "atomics"},
    {"matrix matrices gemm sgemm multiplication product", "matrix matmul"},
    {"reduce reduction accumulate", "sum dot reduction"},
    {"scalar inner", "dot"},
    {"pcie bus memcpy pinned pageable upload download stream streams", "transfer"},
    {"alignment aligned stride strided coalesced", "coalescing"},
    {"padding", "pitch banks"},
    {"conflict", "banks"},
    {"transpose", "banks"},
    {"jacobi laplace laplacian finite-difference", "stencil"},
    {"bins counting", "histogram"},
    {"bottleneck utilization utilisation", "limits"},
    {"graphics gpu device hardware", "devices"},
    {"random", "seed"},
    {"debug debugger breakpoint single-step", "stage step"},
    {"schedule scheduling", "scheduler"},
    {"error bug fault segfault", "faults"},
});

bool has_word(const char* words, const std::string& word) {
  std::istringstream all(words);
  for (std::string each; all >> each;) {
    if (each == word) return true;
  }
  return false;
}

std::vector<std::string> other_words_for(const std::string& typed) {
  constexpr std::size_t kShortestPlural = 4;
  std::vector<std::string> others;
  const bool is_plural = typed.size() >= kShortestPlural && typed.ends_with('s');
  const std::string singular = is_plural ? typed.substr(0, typed.size() - 1) : typed;
  if (is_plural) others.push_back(singular);
  for (const Synonyms& row : kSynonyms) {
    if (!has_word(row.typed, typed) && !has_word(row.typed, singular)) continue;
    std::istringstream ours(row.ours);
    for (std::string each; ours >> each;) others.push_back(each);
  }
  return others;
}

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

/// Returns whether the letters occur in the text in this order, the first at the beginning of a
/// word.
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

/// The searched words of an entry, in lower case.
struct Texts {
  std::string title;
  std::string around;  ///< words, id, kind
};

/// Rates a typed word: a match in the title counts more than one in the other words.
int fit_of_typed(const Texts& texts, const std::string& word) {
  constexpr int kTitle = 3;
  const int in_title = kTitle * fit_of_word(texts.title, word);
  return std::max<int>({in_title, fit_of_word(texts.around, word),
                        is_shortened(texts.title, word) ? shortened : none});
}

/// Rates a synonym: a match is better than an abbreviation, and never as good as the typed word
/// itself in the title.
int fit_of_synonym(const Texts& texts, const std::string& word) {
  if (fit_of_word(texts.title, word) >= beginning) return beginning;
  return fit_of_word(texts.around, word) == whole ? within : none;
}

/// A typed word in lower case, with the program's synonyms for it.
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

void SearchPanel::handle(const session::OpenSearch& /*command*/) {
  if (shell_.now.asks_something) return;
  shell_.commands.send(session::ShowHelp{false});
  is_open_ = is_new_ = true;
  typed_.clear();
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
