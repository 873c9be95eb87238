// Draws the kernel with its threads.
#include "app/rooms/stage/lesson_source.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <optional>
#include <utility>
#include <vector>

#include "app/rooms/stage/code_rows.h"
#include "app/rooms/stage/kernel_editor.h"
#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/shown_kernel.h"
#include "app/rooms/stage/source_badges.h"
#include "app/rooms/stage/step_lines.h"
#include "app/rooms/stage/thread_badges.h"
#include "app/session/stage/stage_sources.h"
#include "app/ui/code_tokens.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/word_lists.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

constexpr float kRow = 24.0F;
constexpr float kBesideNumbers = 14.0F;  ///< space at both sides of the lines' numbers
constexpr float kBadges = 64.0F;  ///< width reserved after the code of a line that threads reach
constexpr float kLeastBadge = 40.0F;  ///< width of a badge with a number of threads
constexpr float kHeading = 32.0F;     ///< height of the heading of the host's code
constexpr float kBelowRemark = 5.0F;

/// The input for drawing a line.
struct View {
  StageView& context;
  const StageMoment& moment;
  float left = 0.0F;
  float right = 0.0F;
  float scrolled = 0.0F;       ///< distance by which code is moved to the left
  float numbers = 0.0F;        ///< width of the column with the lines' numbers
  float letters = 0.0F;        ///< size of code
  float digit = 0.0F;          ///< width of a character of code
  float row = 0.0F;            ///< height of a row
  float remark = 0.0F;         ///< size of remarks, at most that of code
  StepLines step;              ///< lines of the last step
  int last_acted = 0;          ///< line of the last step of a thread; 0: none
  bool at_worst = false;       ///< lines have the height that they have with threads at them
  bool hides_remarks = false;  ///< they would answer an open question
  const std::vector<int>& changed_lines;  ///< lines that the original lacks, in rising order
  BadgeSamples& samples;                  ///< receives the badges that are in sight
};

/// Returns the cost of a line in words; empty: it is not shown, or there is none.
std::string cost_of(const View& view, int line) {
  if (!view.context.model.kernel.shows_cost) return "";
  const auto& lines = view.context.model.play->totals().by_line;
  const auto found = lines.find(line);
  return found == lines.end() ? "" : stage::words::cost(found->second);
}

void code_text(const View& view, float x, float y, ImVec4 ink, std::string_view text) {
  ImGui::GetWindowDrawList()->AddText(view.context.fonts.mono, view.letters, {x, y},
                                      ui::packed_colour(ink), text.data(),
                                      text.data() + text.size());
}

BadgeLook badge_look(const View& view) {
  return {view.context, view.row, view.context.fonts.size * view.context.least_letters()};
}

float badges_width(const View& view, const std::vector<ThreadBadge>& badges) {
  return stage_room::badges_width(badge_look(view), badges);
}

/// Draws the threads at the right end of a line, in words if there is room, and shortened if there
/// is little.
void draw_threads(const View& view, int number, float y, float room) {
  constexpr float kBesideCode = 24.0F;  // words keep apart from code
  const std::vector<ThreadBadge> here = badges_of(view.moment.trace, view.moment.state, number);
  if (here.empty()) return;
  std::vector<ThreadBadge> badges;
  for (std::vector<ThreadBadge>& wording : badge_wordings(here)) {
    badges = std::move(wording);
    const float apart = badges.front().is_plain ? kBesideCode * view.context.unit : 0.0F;
    if (badges_width(view, badges) + apart <= room) break;
  }
  const float x = draw_badges(badge_look(view), badges, view.right, y);
  std::vector<int> threads;
  for (const ThreadBadge& badge : badges) {
    threads.insert(threads.end(), badge.threads.begin(), badge.threads.end());
    if (ImGui::IsRectVisible({x, y + view.row - 1}, {view.right, y + view.row})) {
      note_sample(view.samples, badge);
    }
  }
  ImGui::SetCursorScreenPos({x, y});
  ImGui::PushID(number);
  ui::space({view.right - x, view.row});
  explain(view.context,
          "Here " + stage::words::threads(view.moment.trace, threads) + " will go on.");
  ImGui::PopID();
}

/// A line with its remark and its cost, laid out.
struct LinePlace {
  Lines lines;
  float columns = 0.0F;      ///< characters in a row
  bool pushed_down = false;  ///< the badges have a row of their own
  float code_height = 0.0F;
  float reason_height = 0.0F;
  std::string cost;  ///< empty: none is shown
  float height = 0.0F;
};

/// Returns the height of a remark, or of a cost, in rows as wide as the room.
float remark_height(const View& view, const std::string& text, float room) {
  return ImGui::GetFont()->CalcTextSizeA(view.remark, FLT_MAX, room, text.c_str()).y;
}

/// Returns the left end of remarks.
float reason_left(const View& view) { return view.left + view.numbers + 2 * view.digit; }

LinePlace place_of(const View& view, const rooms::ShownSource::Line& shown) {
  const session::SourceLine& line = shown.source;
  const float u = view.context.unit;
  LinePlace place;
  place.columns = (view.right - view.left - view.numbers) / view.digit;
  // Lines that no thread reaches in this play need no room for badges. A play by hand goes on.
  std::vector<ThreadBadge> badges;
  if (!view.at_worst) badges = badges_of(view.moment.trace, view.moment.state, line.number);
  const bool is_reached =
      view.context.snapshot.stage.settings.schedule.kind == stage::Schedule::Kind::chosen ||
      view.context.model.play->acts_on(line.number) || !badges.empty();
  const float reserved = is_reached ? kBadges * u / view.digit : 0.0F;
  place.lines = laid_out(line.text, shown.tokens, place.columns, reserved);
  // Only threads that stand here now, and have no room behind the code, take a row.
  const float rest = (place.columns - place.lines.end) * view.digit;
  const float needed = view.at_worst && is_reached ? kLeastBadge * u
                       : badges.empty()            ? 0.0F
                                        : badges_width(view, shortened(std::move(badges)));
  place.pushed_down = rest < needed;
  const std::size_t rows = place.lines.rows + (place.pushed_down ? 1 : 0);
  place.code_height = static_cast<float>(rows) * view.row;
  const float room = view.right - reason_left(view);
  // Letters keep their size when the answer is shown, and the remarks with it.
  const bool has_reason =
      line.mark && !line.reason.empty() && (view.at_worst || !view.hides_remarks);
  if (has_reason) place.reason_height = remark_height(view, line.reason, room) + kBelowRemark * u;
  place.cost = cost_of(view, line.number);
  place.height = place.code_height + place.reason_height;
  if (!place.cost.empty()) place.height += remark_height(view, place.cost, room) + kBelowRemark * u;
  return place;
}

void draw_line(const View& view, const rooms::ShownSource::Line& shown, const LinePlace& place,
               float y) {
  const session::SourceLine& line = shown.source;
  const float u = view.context.unit;
  const ui::Theme& theme = view.context.theme;
  const float code = view.left + view.numbers;
  const Lines& lines = place.lines;
  const float height = place.height;
  const float reason_x = reason_left(view);
  const float reason_room = view.right - reason_x;
  if (std::binary_search(view.changed_lines.begin(), view.changed_lines.end(), line.number)) {
    ImGui::GetWindowDrawList()->AddRectFilled(
        {ImGui::GetWindowPos().x, y}, {view.right + 8 * u, y + height},
        ui::packed_colour(ui::with_alpha(theme.accent, 0.1F)), 4 * u);
  }
  const LineRole role = role_of(view.step, line);
  const bool acted = role == LineRole::acted;
  draw_band(view.context, {ImGui::GetWindowPos().x, y, view.right + 8 * u, y + height}, role);
  const float text_y = y + (view.row - view.letters) / 2;
  const std::string number = std::to_string(line.number);
  ImGui::SetCursorScreenPos({code, y});
  ui::space({view.right - code, view.row});
  note_place(view.context, "line/" + number);
  code_text(view, code - view.digit * static_cast<float>(number.size()) - 10 * u, text_y,
            role == LineRole::after || acted ? theme.accent : theme.dim, number);
  const auto colours = ui::code_colours(theme);
  ImGui::PushClipRect({code, y}, {view.right + 12 * u, y + height}, true);
  for (const Piece& piece : lines.pieces) {
    code_text(view, code + piece.x * view.digit - view.scrolled,
              text_y + static_cast<float>(piece.row) * view.row,
              colours[static_cast<std::size_t>(piece.kind)], piece.text);
  }
  ImGui::PopClipRect();
  if (place.reason_height > 0) {
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), view.remark,
                                        {reason_x, y + place.code_height},
                                        ui::packed_colour(acted ? theme.text : theme.dim),
                                        line.reason.c_str(), nullptr, reason_room);
    note_box(
        view.context, "remark/" + number,
        {reason_x, y + place.code_height, view.right, y + place.code_height + place.reason_height});
  }
  if (!place.cost.empty()) {
    ImGui::GetWindowDrawList()->AddText(
        ImGui::GetFont(), view.remark, {reason_x, y + place.code_height + place.reason_height},
        ui::packed_colour(theme.dim), place.cost.c_str(), nullptr, reason_room);
  }
  const float room =
      place.pushed_down ? view.right - code : (place.columns - lines.end) * view.digit;
  draw_threads(view, line.number, y + place.code_height - view.row, room);
}

/// Draws the heading that folds the host's code. While that is folded, the heading shows that the
/// host acts.
void draw_host_heading(const View& view, float y) {
  StageKernel& kernel = view.context.model.kernel;
  const float u = view.context.unit;
  const float height = kHeading * u;
  const auto& lines = kernel.source->lines();
  if (!lines.empty() && view.step.acted > lines.back().source.number) {
    // The heading's symbol stands further to the right than code.
    draw_band(view.context, {ImGui::GetWindowPos().x, y, view.right + 20 * u, y + height},
              LineRole::acted);
  }
  ImGui::SetCursorScreenPos({view.left + view.numbers, y});
  if (ui::fold(view.context, kernel.shows_host, "Host code"))
    kernel.shows_host = !kernel.shows_host;
  explain(view.context, "The host's part: it allocates, copies, launches and checks.",
          view.context.keys_of("host"));
  if (std::exchange(kernel.scrolls_to_host, false)) {
    ImGui::SetScrollY(ImGui::GetScrollY() + y - ImGui::GetWindowPos().y);
  }
}

/// Returns the height of the window without the bar that scrolls sideways.
float window_height() {
  const bool has_bar = ImGui::GetScrollMaxX() > 0;
  return ImGui::GetWindowHeight() - (has_bar ? ImGui::GetStyle().ScrollbarSize : 0.0F);
}

/// The lines of a source in the window.
struct PlacedLines {
  std::vector<LinePlace> lines;
  std::vector<float> tops;  ///< upper edges of all lines, and the lower one of the last
  float heading = -1.0F;    ///< upper edge of the heading of the host's code; −1: none
  float bottom = 0.0F;      ///< lower edge of all
};

PlacedLines placed_lines(const View& view, const rooms::ShownSource& source, float top) {
  const float u = view.context.unit;
  PlacedLines placed;
  float y = top;
  bool needs_heading = view.context.model.kernel.folds_host;
  const auto add_heading = [&] {
    placed.heading = y;
    y += kHeading * u;
  };
  for (const rooms::ShownSource::Line& shown : source.lines()) {
    if (shown.source.of_host && std::exchange(needs_heading, false)) add_heading();
    placed.tops.push_back(y);
    placed.lines.push_back(place_of(view, shown));
    y += placed.lines.back().height;
  }
  placed.tops.push_back(y);
  // An audience cannot unfold the host's code.
  if (needs_heading && !view.context.presented) add_heading();
  placed.bottom = y;
  return placed;
}

/// Returns the part of the window that begins and ends with a whole row.
std::pair<float, float> whole_rows(const View& view, const PlacedLines& placed) {
  const float top = ImGui::GetWindowPos().y;
  const float bottom = top + window_height();
  constexpr float kTouch = 0.5F;
  std::pair rows(bottom, top);
  const auto add = [&](float edge) {
    if (edge >= top - kTouch) rows.first = std::min(rows.first, edge);
    if (edge <= bottom + kTouch) rows.second = std::max(rows.second, edge);
  };
  for (std::size_t i = 0; i < placed.lines.size(); ++i) {
    const LinePlace& place = placed.lines[i];
    for (float y = 0; y < place.code_height - kTouch; y += view.row) add(placed.tops[i] + y);
    add(placed.tops[i] + place.code_height);
    add(placed.tops[i] + place.code_height + place.reason_height);
    add(placed.tops[i] + place.height);
  }
  if (placed.heading >= 0) add(placed.heading + kHeading * view.context.unit);
  add(placed.bottom);
  return rows;
}

/// Scrolls to the line of the last step when it, the step or the place of the lines has changed;
/// the user may scroll in between. `at`: the line's position. The window then begins with a whole
/// line and has all of this one and the lines around it, as far as they fit.
void scroll_to(const View& view, const PlacedLines& placed, std::size_t at) {
  const std::vector<float>& tops = placed.tops;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const auto stays = [&storage](const char* name, float value) {
    return std::exchange(*storage.GetFloatRef(ImGui::GetID(name), -1.0F), value) == value;
  };
  bool same = stays("acted", static_cast<float>(view.last_acted));
  same &= stays("step", static_cast<float>(view.moment.step));
  same &= stays("height", window_height());
  same &= stays("line", tops[at] - tops.front());
  // Code of the host that is unfolded leaves the kernel in its place.
  same &= stays("lines", (placed.heading >= 0 ? placed.heading : tops.back()) - tops.front());
  if (same) return;
  const float from = ImGui::GetWindowPos().y;
  const float height = window_height();
  const auto [begin, end] = lines_around(tops, at, height);
  const float above = tops[begin];
  const float below = tops[end];
  if (above >= from && below <= from + height) return;
  float first = std::min(above, from);
  if (first + height < below) first = *std::lower_bound(tops.begin(), tops.end(), below - height);
  ImGui::SetScrollY(std::min(first, tops[at]) - tops.front());
}

/// Returns the height of the content of a window that is scrolled to its end and begins with a
/// whole line there.
float scrolled_height(const PlacedLines& placed) {
  const float all = placed.bottom - placed.tops.front();
  const float height = window_height();
  if (all <= height) return all;
  const auto last =
      std::lower_bound(placed.tops.begin(), placed.tops.end() - 1, placed.bottom - height);
  return *last - placed.tops.front() + height;
}

// Shares of the letters' size in a narrow pane, and for an audience.
constexpr float kLeastLetters = 0.8F;
constexpr float kMostLetters = 1.3F;
constexpr float kMostGrown = 1.3F;  ///< letters that fill a pane

constexpr float kOfText = 1.13F;    ///< size of code whose letters are as large as those of text
constexpr float kTightPart = 1.0F;  ///< least height of a row, as a multiple of its letters' size

/// Returns the smallest letters of code as a share of their usual size: before an audience they
/// are as large as those of the smallest text.
float least_letters(const StageView& context) {
  const ui::FontSet& fonts = context.fonts;
  if (!context.presented) return kLeastLetters;
  return std::min(1.0F, kOfText * context.least_letters() * fonts.size / fonts.mono_size);
}

constexpr float kRims = 28.0F;  ///< space on both sides of lines and for the bar that scrolls

/// Returns the size of remarks, which shrinks with that of code. Before an audience they do not
/// grow beyond body text.
float remark_letters(const View& view) {
  const ui::FontSet& fonts = view.context.fonts;
  if (view.context.presented) return std::min(fonts.size, view.letters / kOfText);
  return fonts.size * std::min(kMostGrown, view.letters / fonts.mono_size);
}

/// Gives code this share of its usual size, and rows at least their usual height.
void set_size(View& view, float size, float digit) {
  view.letters = size * view.context.fonts.mono_size;
  view.digit = size * digit;
  view.row = kRow * view.context.unit * std::max(1.0F, size);
  view.remark = remark_letters(view);
}

/// Makes letters larger until the kernel, with the badges of any step, fills the window's height,
/// or too many lines would break. Code of the host that is unfolded changes nothing. `most`: the
/// size at which a line that is not broken yet needs the whole width.
void fill_height(View& view, const rooms::ShownSource& source, float least, float most,
                 float digit) {
  constexpr std::size_t kMostRows = 2;  // rows that the code of a line may need
  const float u = view.context.unit;
  for (float size = std::min(kMostGrown, most); size > least; size -= 0.05F) {
    set_size(view, size, digit);
    View worst = view;
    worst.at_worst = true;  // the size of letters stays from step to step
    float all = view.context.model.kernel.folds_host ? kHeading * u : 0.0F;
    std::size_t rows = 1;
    for (const rooms::ShownSource::Line& shown : source.lines()) {
      if (shown.source.of_host && view.context.model.kernel.folds_host) continue;
      const LinePlace place = place_of(worst, shown);
      all += place.height;
      rows = std::max(rows, place.lines.code_rows);
    }
    if (all <= window_height() && rows <= kMostRows) return;
  }
  set_size(view, least, digit);
}

/// Returns whether remarks would answer a question that is open: that of a lecture's step, else
/// that of the lesson, which an audience does not see.
bool has_open_question(const StageView& context) {
  if (context.lecture_asks != rooms::LectureAsks::no_lecture) {
    return context.lecture_asks == rooms::LectureAsks::question;
  }
  const stage::Lesson& lesson = shown_lesson(context.model);
  return !context.presented && !lesson.answer.empty() && context.model.kernel.answered != lesson.id;
}

/// Returns the width of a character of code at full size.
float full_digit(const StageView& context) {
  return context.fonts.mono->CalcTextSizeA(context.fonts.mono_size, 1e6F, 0, "0").x;
}

/// Returns the size of letters, up to the usual one, in which no line within functions breaks that
/// fits at all, and threads stand behind it if they can. `room`: width of a line.
float unbroken_letters(StageView& context, float room) {
  constexpr float kNarrowPane = 512.0F;
  constexpr float kLeastInWide = 0.9F;
  const float u = context.unit;
  const float least = ImGui::GetWindowWidth() < kNarrowPane * u ? kLeastLetters : kLeastInWide;
  const float digit = full_digit(context);
  const float kept = longest_line_within(context, room / (least * digit));
  return std::clamp((room - kBadges * u) / (kept * digit), least, 1.0F);
}

/// Returns the width of the column with the numbers of lines, which hold two digits at least.
float number_column(StageView& context) {
  const auto& lines = shown_source(context).lines();
  const int last = lines.empty() ? 0 : lines.back().source.number;
  const auto digits = static_cast<float>(std::max<std::size_t>(2, std::to_string(last).size()));
  return digits * full_digit(context) + kBesideNumbers * context.unit;
}

/// An audience cannot scroll: brings rows nearer to each other, and makes letters smaller, until
/// all lines fit this height. If they never do, more lines are in sight in letters that are not
/// enlarged.
void fit_height(View& view, const rooms::ShownSource& source, float height) {
  const float usual = view.context.fonts.mono_size;
  const float digit = view.digit / view.letters;
  const float row = view.row;
  const auto set_letters = [&](float letters, bool tight) {
    view.letters = letters;
    view.digit = digit * letters;
    view.remark = remark_letters(view);
    view.row = tight ? std::min(row, kTightPart * letters) : row;
  };
  const auto fits = [&] {
    View worst = view;
    worst.at_worst = true;  // the size of letters stays from step to step
    float all = 0.0F;
    for (const rooms::ShownSource::Line& shown : source.lines())
      all += place_of(worst, shown).height;
    return all <= height;
  };
  const float least = std::min(view.letters, least_letters(view.context) * usual);
  for (float letters = view.letters; letters > least; letters -= 0.05F * usual) {
    for (const bool tight : {false, true}) {
      set_letters(letters, tight);
      if (fits()) return;
    }
  }
  for (const bool tight : {false, true}) {
    set_letters(least, tight);
    if (fits()) return;
  }
}

/// Returns the input for drawing lines in the current window, with letters of the size that fits
/// it best. `bar`: width of the bar that scrolls.
View sized_view(StageView& context, const StageMoment& moment, BadgeSamples& samples, float bar) {
  const float u = context.unit;
  const rooms::ShownSource& source = shown_source(context);
  const float left = ImGui::GetWindowPos().x;
  const float right = left + ImGui::GetWindowWidth() - bar - 12 * u;
  const float digit = full_digit(context);
  // Smaller letters break fewer lines. For an audience they are larger if lines and badges fit.
  const float numbers = number_column(context);
  const float room = right - left - 4 * u - numbers - 1;
  // A signature has one row where the pane is wide enough for it.
  const float all = longest_of_all_lines(context);
  const bool fits_all = all * digit * least_letters(context) <= room;
  const float longest = fits_all ? all : longest_line(context);
  const float enlarged = (room - kBadges * u) / (longest * digit);
  const float fitting = std::clamp(room / (longest * digit), least_letters(context), 1.0F);
  const float size = context.presented ? std::max(fitting, std::min(enlarged, kMostLetters))
                                       : unbroken_letters(context, room);
  View view{.context = context,
            .moment = moment,
            .left = left + 4 * u,
            .right = right,
            .scrolled = ImGui::GetScrollX(),
            .numbers = numbers,
            .letters = size * context.fonts.mono_size,
            .digit = size * digit,
            .row = kRow * u,
            .step = step_lines(moment),
            .last_acted = last_acted_line(moment.trace, moment.step),
            .hides_remarks = has_open_question(context),
            .changed_lines = keep_changes(context).lines.right,
            .samples = samples};
  if (context.presented) {
    fit_height(view, source, window_height());
    view.remark = remark_letters(view);
  } else {
    const float kept = longest_line_within(context, room / view.digit) * digit;
    fill_height(view, source, size, (room - kBadges * u) / kept, digit);
  }
  return view;
}

/// Returns the width of a source whose longest line has this length in characters, with room for
/// threads behind it unless its letters are small.
float width_of_line(StageView& context, float characters, SourceLetters letters) {
  const bool is_small = letters == SourceLetters::small;
  const float rims = (is_small ? kRims : kRims + kBadges) * context.unit;
  const float size = is_small ? kLeastLetters : 1.0F;
  return rims + number_column(context) + size * (characters + 1) * full_digit(context);
}

}  // namespace

float whole_source_width(StageView& context, SourceLetters letters) {
  return width_of_line(context, longest_of_all_lines(context), letters);
}

float usual_source_width(StageView& context, SourceLetters letters) {
  return width_of_line(context, longest_line(context), letters);
}

float whole_source_height(StageView& context, float letters) {
  const float u = context.unit;
  const bool folds_host = context.model.kernel.folds_host;
  float all = folds_host ? kHeading * u : 0.0F;
  for (const rooms::ShownSource::Line& shown : shown_source(context).lines()) {
    if (shown.source.of_host && folds_host) continue;
    all += letters * kRow * u;
    const bool has_remark = shown.source.mark && !shown.source.reason.empty();
    if (has_remark) all += letters * context.fonts.size + kBelowRemark * u;
  }
  return all + badge_key_height(all, 0, u);
}

std::array<float, 3> presented_source_widths(StageView& context) {
  const float rims = kRims * context.unit + number_column(context);
  const float badges = kBadges * context.unit;
  const float code = longest_line(context) * full_digit(context);
  const float small = code * least_letters(context);
  return {rims + code + badges, rims + small + badges, rims + small};
}

float least_source_height(StageView& context) {
  const float letters = least_letters(context) * context.fonts.mono_size;
  float all = 0;
  for (const rooms::ShownSource::Line& shown : shown_source(context).lines()) {
    all += kTightPart * letters;
    const bool has_remark = shown.source.mark && !shown.source.reason.empty();
    if (has_remark) all += letters / kOfText + kBelowRemark * context.unit;
  }
  return all + badge_key_height(all, all, context.unit);
}

void draw_stage_source(StageView& context, const StageMoment& moment) {
  const float u = context.unit;
  const rooms::ShownSource& source = shown_source(context);
  const ImVec2 pane = ImGui::GetContentRegionAvail();
  const float key = badge_key_height(pane.y, least_source_height(context), u);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ui::begin_part(source.key().c_str(), {pane.x, pane.y - key},
                 ImGuiWindowFlags_HorizontalScrollbar);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float left = ImGui::GetWindowPos().x;
  BadgeSamples samples;
  // The bar that scrolls changes no line: only an audience never gets one where all lines fit.
  const auto overflows = [&](const View& view) {
    return placed_lines(view, source, 0).bottom > window_height();
  };
  const bool keeps_bar =
      !context.presented || overflows(sized_view(context, moment, samples, 0.0F));
  const float bar = keeps_bar ? ImGui::GetStyle().ScrollbarSize : 0.0F;
  const View view = sized_view(context, moment, samples, bar);
  const float numbers = view.numbers;
  const float right = view.right;
  context.model.places.code_letters = view.letters;
  const PlacedLines placed = placed_lines(view, source, from.y);
  std::optional<std::size_t> acted;
  float widest = 0.0F;
  const auto [first, last] = whole_rows(view, placed);
  ImGui::PushClipRect({left, first}, {left + ImGui::GetWindowWidth(), last}, true);
  for (std::size_t i = 0; i < placed.lines.size(); ++i) {
    const rooms::ShownSource::Line& shown = source.lines()[i];
    draw_line(view, shown, placed.lines[i], placed.tops[i]);
    if (shown.source.number == view.last_acted) acted = i;
    widest = std::max(widest, numbers + placed.lines[i].lines.widest * view.digit);
  }
  if (placed.heading >= 0) draw_host_heading(view, placed.heading);
  ImGui::PopClipRect();
  if (acted) scroll_to(view, placed, *acted);
  const float lower_edge = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
  context.model.places.below_code = {left, std::min(placed.bottom, lower_edge), right, lower_edge};
  ImGui::SetCursorScreenPos(from);
  ui::space({4 * u + widest, scrolled_height(placed)});
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (key > 0) {
    draw_badge_key(badge_look(view), samples,
                   {left + 4 * u, lower_edge, left + pane.x, lower_edge + key},
                   view.step.acted > 0);
  }
}

}  // namespace heatwave::stage_room
