// Draws the words of a lecture in letters large enough for the last row.
#include "app/shell/lectures/lecture_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "app/shell/interface/layout.h"
#include "app/shell/lectures/lecture_editor.h"
#include "app/shell/lectures/lecture_head.h"
#include "app/shell/lectures/step_timings.h"
#include "app/system/process.h"
#include "app/ui/controls.h"
#include "app/ui/equation_text.h"
#include "app/ui/group_list.h"
#include "app/ui/pane.h"
#include "app/ui/pen.h"
#include "app/ui/sized.h"
#include "app/ui/term_text.h"
#include "app/ui/text_lines.h"
#include "app/ui/text_table.h"
#include "app/words/numbers.h"
#include "app/words/text_tables.h"

namespace heatwave::shell {
namespace {

/// Returns the time of day, "14:05".
std::string clock_words() {
  const auto now = system::local_time(std::time(nullptr));
  return now ? fmt::format("{:02}:{:02}", now->tm_hour, now->tm_min) : "";
}

void wrapped(const std::string& text, const ImVec4& colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ui::wrapped_text(text);
  ImGui::PopStyleColor();
}

/// Returns whether the window has room for the words alone.
bool is_low(const ShellView& shell) {
  constexpr float kLow = 440.0F;  // design units
  return ImGui::GetIO().DisplaySize.y < kLow * shell.unit;
}

/// Returns whether the question and its answer need the height of buttons that the bar below or a
/// key replaces.
bool is_tight(const ShellView& shell) {
  constexpr float kTight = 640.0F;  // design units
  return ImGui::GetIO().DisplaySize.y < kTight * shell.unit;
}

/// Returns the size of the card's large letters: where letters are large anyway, more words fit.
float letters_of_card(const ShellView& shell) {
  if (is_low(shell)) return shell.fonts.size;
  const float most = ImGui::GetIO().DisplaySize.y / 20;
  return std::min(shell.fonts.large_size, std::max(shell.fonts.size, most));
}

/// Draws a title; a tight window leaves its height to the words, and has the title in one line if
/// letters that are not much smaller allow it.
void title(const ShellView& shell, const std::string& text) {
  constexpr float kLeastOfTight = 0.8F;
  float letters = (is_low(shell) ? 1.0F : 1.3F) * letters_of_card(shell);
  if (is_tight(shell) && !is_low(shell)) {
    letters = std::min(letters, 1.25F * shell.fonts.size);
    ImGui::PushFont(shell.fonts.strong, letters);
    const float part =
        0.99F * ImGui::GetContentRegionAvail().x / ImGui::CalcTextSize(text.c_str()).x;
    ImGui::PopFont();
    if (part >= kLeastOfTight) letters *= std::min(1.0F, part);
  }
  ImGui::PushFont(shell.fonts.strong, letters);
  wrapped(text, shell.theme.accent);
  ImGui::PopFont();
}

/// Returns how much closer than other parts of the card a text stands below its heading.
float near_heading(const ShellView& shell) { return (is_low(shell) ? 1.0F : 5.0F) * shell.unit; }

/// Draws a heading close above its text.
void heading(const ShellView& shell, const char* text, float letters) {
  ImGui::PushFont(shell.fonts.strong, letters);
  ImGui::TextColored(shell.theme.accent, "%s", text);
  ImGui::PopFont();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - near_heading(shell));
}

constexpr float kBetweenParts = 6;

/// Draws a text of the step, in which terms explain themselves, with its tables.
void said(const ShellView& shell, const std::string& text, ImFont* font, float letters) {
  ImGui::PushFont(font, letters);
  for (const words::TextPart& part : words::parts_of(text)) {
    if (part.words.empty()) {
      ui::text_table(shell, part.table);
    } else {
      ui::term_text(shell, part.words, shell.theme.text);
    }
  }
  ImGui::PopFont();
}

/// Draws a part of the card under its heading, unless the text is empty.
void part(const ShellView& shell, const char* name, const std::string& text, float letters) {
  if (text.empty()) return;
  ui::space({0, kBetweenParts * shell.unit});
  heading(shell, name, letters);
  said(shell, text, shell.fonts.body, letters);
}

/// Draws buttons that start a countdown for the class.
void draw_countdown_buttons(ShellView& shell) {
  const float u = shell.unit;
  if (shell.now.present.counts_down) {
    if (icon_button(shell, "end countdown", ui::Icon::stop, "Ends the countdown.",
                    shell.keys_of("countdown"), "", {.text = "End the countdown"})) {
      shell.send(session::StartCountdown{0.0});
    }
    return;
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(shell.theme.dim, "Discuss");
  for (const int minutes : {1, 2, 3, 5}) {
    const std::string text = fmt::format("{} min", minutes);
    const float width = ImGui::CalcTextSize(text.c_str()).x + 16 * u;
    ImGui::SameLine(0, 8 * u);
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    if (ui::plain_button(text.c_str(), width)) {
      shell.send(session::StartCountdown{static_cast<double>(minutes)});
    }
    note_place(shell, "discuss/" + std::to_string(minutes));
    explain(shell, "Shows a countdown over the room, for a discussion with the neighbour.",
            minutes == 2 ? shell.keys_of("countdown") : "");
  }
}

/// Draws what only the speaker sees: the clock, the time spent, the next step, and the notes. It
/// needs a window of the audience's own, because otherwise they see this one.
void draw_for_speaker(ShellView& shell, float letters) {
  const LectureStatus& model = shell.now.lecture;
  if (!shell.now.present.audience) {
    if (!model.here().notes.empty()) {
      ui::space({0, 12 * shell.unit});
      wrapped("This step has notes; they are shown while the audience has a window of its own (" +
                  shell.keys_of("audience") + ").",
              shell.theme.dim);
    }
    return;
  }
  const float u = shell.unit;
  ui::space({0, 4 * u});
  const auto figure = [&](const std::string& time, const char* place, const char* label) {
    const float top = ImGui::GetCursorPosY();
    ImGui::PushFont(shell.fonts.strong, shell.fonts.large_size);
    ImGui::TextColored(shell.theme.text, "%s", time.c_str());
    note_place(shell, place);
    ImGui::PopFont();
    ImGui::SameLine(0, 6 * u);
    // The label stands on the line of the figure.
    ImGui::SetCursorPosY(top + 0.8F * (shell.fonts.large_size - shell.fonts.size));
    ImGui::TextColored(shell.theme.dim, "%s", label);
    ImGui::SameLine(0, 16 * u);
    ImGui::SetCursorPosY(top);
  };
  figure(clock_words(), "speaker/clock", "now");
  figure(words::clock_time(model.seconds), "speaker/spent", "elapsed");
  if (icon_button(shell, "reset lecture clock", ui::Icon::reset,
                  "Counts the time spent on this lecture from now.")) {
    shell.send(session::ResetLectureClock{});
  }
  const std::string next = model.next_title();
  wrapped(next.empty() ? "This is the last step." : "Next: " + next, shell.theme.dim);
  note_place(shell, "speaker/next");
  part(shell, "Notes", model.here().notes, letters);
  if (!model.here().notes.empty()) note_place(shell, "speaker/notes");
  ui::space({0, 12 * u});
}

/// Draws the answer, or the button that shows it and those of a countdown for the class.
/// `has_buttons`: else the height is needed, and the bar below alone shows the answer.
void draw_answer(ShellView& shell, float letters, bool has_buttons) {
  const LectureStatus& model = shell.now.lecture;
  const float u = shell.unit;
  if (model.answer_shown) {
    part(shell, "Answer", model.here().answer, letters);
    note_place(shell, "answer");
  } else if (has_buttons) {
    ui::space({0, 8 * u});
    const ui::ButtonLook look{.text = "Show the answer"};
    if (icon_button(shell, "show answer", ui::Icon::chevron_down, "What the class should find.",
                    shell.keys_of("lecture_next"), "", look)) {
      shell.send(session::NextLectureStep{});
    }
  }
  // A question that is answered needs no discussion.
  const bool is_discussed = !model.answer_shown && has_buttons;
  if (!is_discussed && !shell.now.present.counts_down) return;
  ui::space({0, 8 * u});
  draw_countdown_buttons(shell);
}

/// Returns the height of a text in this font, wrapped at this width.
float height_of(const ShellView& shell, const std::string& text, ImFont* font, float letters,
                float width) {
  if (text.empty()) return 0.0F;
  ImGui::PushFont(font, letters);
  const float line = ImGui::GetTextLineHeight();
  float height = -ImGui::GetStyle().ItemSpacing.y;
  for (const words::TextPart& part : words::parts_of(text)) {
    height += ImGui::GetStyle().ItemSpacing.y;
    height += part.words.empty()
                  ? ui::height_of_table(shell, part.table, width)
                  : lay_out_equations(shell.fonts, shell.memory, part.words, width).height * line;
  }
  ImGui::PopFont();
  return height;
}

constexpr float kSmaller = 0.97F;  ///< letters, if words do not fit otherwise

/// Returns the size of the smallest letters that the last row still reads.
float letters_of_last_row(const ShellView& shell) {
  constexpr float kLinesOfWindow = 40;
  return std::min(letters_of_card(shell), ImGui::GetIO().DisplaySize.y / kLinesOfWindow);
}

constexpr float kQuestionBar = 6;      ///< width of the bar at the question's left end
constexpr float kQuestionIndent = 16;  ///< indent of its words, at both ends
constexpr float kAboveQuestion = 4;
constexpr float kBelowQuestion = 8;  ///< beside the card's own rim
constexpr float kLowSpacing = 3;     ///< between the question's lines in a low window

/// Returns the space between the lines of the question's part.
float spacing_of_question(const ShellView& shell) {
  return is_low(shell) ? kLowSpacing * shell.unit : ImGui::GetStyle().ItemSpacing.y;
}

/// Returns the size of the letters of a question's part that may have this height: smaller ones,
/// down to those that the last row still reads, if only they show the question and its answer
/// together. They are the same before the answer is shown.
float letters_of_question(const ShellView& shell, ImVec2 most) {
  const wire::LectureStep& step = shell.now.lecture.here();
  float letters = letters_of_card(shell);
  const float u = shell.unit;
  const float least = letters_of_last_row(shell);
  const float width = most.x - 2 * kQuestionIndent * u;  // words that fit have no bar that scrolls
  const float spaces = (kAboveQuestion + kBetweenParts + kBelowQuestion) * u +
                       7 * spacing_of_question(shell) - 2 * near_heading(shell);
  const auto needed = [&] {
    return height_of(shell, step.question, shell.fonts.strong, letters, width) + 2 * letters +
           height_of(shell, step.answer, shell.fonts.body, letters, width) + spaces;
  };
  while (letters > least && needed() > most.y) letters = std::max(least, letters * kSmaller);
  return letters;
}

/// Draws a part of the question's ground, which scrolls where it is higher than `size`; returns the
/// height that it needs.
float draw_scrolling_part(ShellView& shell, const char* id, ImVec2 size, bool from_top,
                          const std::function<void()>& draw) {
  float needed = size.y;
  if (ui::begin_part(id, size)) {
    if (from_top) ImGui::SetScrollY(0.0F);
    const float top = ImGui::GetCursorPosY();
    ImGui::Indent(kQuestionIndent * shell.unit);
    draw();
    ImGui::Unindent(kQuestionIndent * shell.unit);
    needed = std::ceil(ImGui::GetCursorPosY() - top - ImGui::GetStyle().ItemSpacing.y);
  }
  ImGui::EndChild();
  return needed;
}

/// How a question stands in its part.
struct QuestionFit {
  float letters = 0.0F;      ///< their size
  bool has_buttons = false;  ///< buttons stand below it until the answer does
};

/// Draws the step's question on a ground of its own at the lower end of the card, where it stays
/// while the words above it and the answer below it scroll.
void draw_question(ShellView& shell, const ui::Box& area, const QuestionFit& fit, bool from_top,
                   CardHeights& heights) {
  constexpr float kMostOfQuestion = 0.6F;
  const float u = shell.unit;
  ImDrawList& below = *ImGui::GetWindowDrawList();
  below.AddRectFilled({area.left, area.top}, {area.right, area.bottom},
                      ui::packed_colour(shell.theme.surround));
  below.AddRectFilled({area.left, area.top}, {area.left + kQuestionBar * u, area.bottom},
                      ui::packed_colour(shell.theme.accent));
  const float spacing = spacing_of_question(shell);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, spacing});
  const float width = area.width() - kQuestionIndent * u;
  // A question that leaves its answer no room scrolls, too.
  const float least = std::min(heights.answer, (1 - kMostOfQuestion) * area.height());
  const float question = std::min(heights.question, area.height() - least);
  ImGui::SetCursorScreenPos({area.left, area.top});
  heights.question = draw_scrolling_part(shell, "question", {width, question}, from_top, [&] {
    ui::space({0, kAboveQuestion * u});
    heading(shell, "Question", fit.letters);
    note_place(shell, "question heading");
    said(shell, shell.now.lecture.here().question, shell.fonts.strong, fit.letters);
    note_place(shell, "question");
  });
  ImGui::SetCursorScreenPos({area.left, area.top + question});
  heights.answer =
      draw_scrolling_part(shell, "answer", {width, area.height() - question}, from_top, [&] {
        draw_answer(shell, fit.letters, fit.has_buttons);
        ui::space({0, kBelowQuestion * u});
      });
  ImGui::PopStyleVar();
}

/// Returns the size of the smallest letters of the step's words.
float least_letters_of_words(const ShellView& shell) {
  constexpr float kLeast = 1.1F;  // times the size of body text
  return std::min(letters_of_last_row(shell), kLeast * shell.fonts.size);
}

/// Returns the height of the step's words in letters of this size. `timings`: shown above the
/// words; none: the step has none.
float height_of_words(const ShellView& shell, const std::optional<StepTimings>& timings,
                      float letters, float width) {
  const wire::LectureStep& step = shell.now.lecture.here();
  const float watch = height_of(shell, step.watch, shell.fonts.body, letters, width);
  const float around =
      kBetweenParts * shell.unit + 3 * ImGui::GetStyle().ItemSpacing.y - near_heading(shell);
  const float head = watch > 0 ? letters + around : 0.0F;
  const float figures = timings ? height_of_timings(shell, *timings, letters, width) +
                                      (kBetweenParts + 8) * shell.unit
                                : 0.0F;
  return height_of(shell, step.text, shell.fonts.body, letters, width) + head + watch + figures;
}

std::optional<StepTimings> timings_of(const ShellView& shell) {
  if (!shell.now.lecture.here().timings) return {};
  return StepTimings(shell.snapshot, shell.timings);
}

/// Returns the size of the letters in which the step's words fit this height, between the card's
/// large letters and the smallest ones, in which they may scroll.
float fitting_letters(const ShellView& shell, const std::optional<StepTimings>& timings,
                      ImVec2 room) {
  const float least = least_letters_of_words(shell);
  float letters = letters_of_card(shell);
  while (letters > least && height_of_words(shell, timings, letters, room.x) > room.y) {
    letters = std::max(least, letters * kSmaller);
  }
  return letters;
}

/// Draws the step's title, in a low window in one line.
void draw_title_of_step(ShellView& shell) {
  const std::string& text = shell.now.lecture.here().title;
  if (is_low(shell)) {
    const float width = ImGui::GetContentRegionAvail().x;
    const float letters = letters_of_card(shell);
    title(shell, ui::elided(text, width, shell.fonts.strong, letters));
  } else {
    title(shell, text);
    if (!is_tight(shell)) ui::space({0, 4 * shell.unit});
  }
  note_place(shell, "step title");
}

/// Says below words that scroll that there are more; a click on it shows these. `reached`: height
/// by which they are scrolled, and the most of it.
void draw_more(const ShellView& shell, ImVec2 size, ImVec2 reached, float shown,
               float& scrolls_to) {
  const float u = shell.unit;
  const bool is_below = reached.x < reached.y - 1;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (ui::mouse_area("more words", size)) {
    scrolls_to = is_below ? std::min(reached.y, reached.x + shown) : 0.0F;
  }
  note_place(shell, "more words");
  const ui::ChartPen pen(shell, *ImGui::GetWindowDrawList());
  const ImVec4 ink = ImGui::IsItemHovered() ? shell.theme.text : shell.theme.accent;
  const float y = from.y + size.y / 2;
  const float tip = is_below ? 4 * u : -4 * u;
  pen.list().AddTriangleFilled({from.x, y - tip}, {from.x + 10 * u, y - tip},
                               {from.x + 5 * u, y + tip}, ui::packed_colour(ink));
  pen.text(from.x + 18 * u, y,
           is_below ? "more below: scroll, or click here" : "back to the beginning", ink);
}

/// Draws the words of the step, which scroll if they do not fit: a line below them says so.
void draw_words(ShellView& shell, ImVec2 size, bool from_top, CardHeights& heights) {
  const wire::LectureStep& step = shell.now.lecture.here();
  const std::optional<StepTimings> timings = timings_of(shell);
  const float letters = fitting_letters(shell, timings, size);
  // The speaker's own words are measured as they are drawn. A scroll bar must not bring itself.
  const float needed =
      shell.now.present.audience ? heights.words : height_of_words(shell, timings, letters, size.x);
  const bool scrolls = needed > size.y + 1;
  const float more = scrolls ? 1.2F * shell.fonts.size : 0.0F;
  const float shown = size.y - more;
  float& scrolls_to = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("scrolls to"), -1.0F);
  if (scrolls_to >= 0) ImGui::SetNextWindowScroll({-1, std::exchange(scrolls_to, -1.0F)});
  ImVec2 reached{0, 0};
  const ImVec2 from = ImGui::GetCursorScreenPos();
  note_box(shell, "room of words", ui::Box::at(from.x, from.y, size.x, shown));
  const ImGuiWindowFlags bars = scrolls ? 0 : ImGuiWindowFlags_NoScrollbar;
  if (ui::begin_part("step", {size.x, shown}, bars)) {
    if (from_top) ImGui::SetScrollY(0.0F);
    const float top = ImGui::GetCursorPosY();
    draw_for_speaker(shell, letters);
    // The figures stand first: they stay in sight where the words must scroll.
    if (timings) {
      draw_timings(shell, *timings, letters);
      ui::space({0, kBetweenParts * shell.unit});
    }
    if (!step.text.empty()) said(shell, step.text, shell.fonts.body, letters);
    part(shell, "Watch for", step.watch, letters);
    heights.words = std::floor(ImGui::GetCursorPosY() - top - ImGui::GetStyle().ItemSpacing.y);
    reached = {ImGui::GetScrollY(), ImGui::GetScrollMaxY()};
    note_place(shell, "step words");
    ui::fade_edges(shell);
  }
  ImGui::EndChild();
  if (scrolls) draw_more(shell, {size.x, more}, reached, shown, scrolls_to);
}

/// Returns the height that the words of the step keep above its question; they give way to the
/// answer.
float least_height_of_words(const ShellView& shell, float rest) {
  constexpr float kLines = 3.0F;
  if (shell.now.lecture.answer_shown) return 0.0F;
  return is_low(shell) ? kLines * letters_of_card(shell) : 0.25F * rest;
}

/// Returns the largest letters of the question, at most these, and whether its buttons stay: both
/// give way if only then the words above do not scroll. They are chosen so that the answer fits,
/// too, if it can: nothing changes its size when it is shown.
QuestionFit fit_beside_words(const ShellView& shell, float letters, ImVec2 rest, float gap) {
  const float u = shell.unit;
  const float words =
      height_of_words(shell, timings_of(shell), least_letters_of_words(shell), rest.x);
  const float spacing = spacing_of_question(shell);
  const float buttons = 2 * (ImGui::GetFrameHeight() + 8 * u + 2 * spacing);
  const wire::LectureStep& step = shell.now.lecture.here();
  const float width = rest.x - kQuestionIndent * u;
  const auto height_with_question = [&](float size) {
    const float around =
        size + 4 * spacing - near_heading(shell) + (kAboveQuestion + kBelowQuestion) * u;
    return words + gap + around + height_of(shell, step.question, shell.fonts.strong, size, width);
  };
  const auto fits = [&](const QuestionFit& fit) {
    return height_with_question(fit.letters) + (fit.has_buttons ? buttons : 0.0F) <= rest.y;
  };
  const auto fits_with_answer = [&](float size) {
    const float answer = height_of(shell, step.answer, shell.fonts.body, size, width);
    const float head = size + kBetweenParts * u + 3 * spacing - near_heading(shell);
    return height_with_question(size) + head + answer <= rest.y;
  };
  const float least = letters_of_last_row(shell);
  const bool has_room = !is_tight(shell);
  for (float size = letters;; size = std::max(least, kSmaller * size)) {
    if (fits_with_answer(size) && fits({size, has_room})) return {size, has_room};
    if (size <= least) break;
  }
  for (const bool has_buttons : {has_room, false}) {
    for (float size = letters;; size = std::max(least, kSmaller * size)) {
      if (fits({size, has_buttons})) return {size, has_buttons};
      if (size <= least) break;
    }
  }
  return {letters, has_room};
}

/// Draws the step below its title: its words, and its question below them.
void draw_step(ShellView& shell, const ui::Box& card, bool from_top, CardHeights& heights) {
  const ImVec2 rest = ImGui::GetContentRegionAvail();
  if (shell.now.lecture.here().question.empty()) return draw_words(shell, rest, from_top, heights);
  const float gap = 8 * shell.unit;
  const float most = rest.y - least_height_of_words(shell, rest.y) - gap;
  const float rim = card.bottom - ImGui::GetCursorScreenPos().y - rest.y;  // the part covers it
  const QuestionFit fit =
      fit_beside_words(shell, letters_of_question(shell, {card.width(), rest.y + rim}), rest, gap);
  const float letters = fit.letters;
  // Dear ImGui lays nothing out in a part without a height, which then stays without one.
  heights.question = std::max(heights.question, 2 * letters);
  heights.answer = std::max(heights.answer, kBelowQuestion * shell.unit);
  const float question = std::min(heights.question + heights.answer, most);
  const float words = rest.y - question - gap;
  const bool has_words = words >= 2 * letters;  // else a line would be cut
  const float top = ImGui::GetCursorScreenPos().y + (has_words ? words + gap : 0.0F);
  if (has_words) draw_words(shell, {rest.x, words}, from_top, heights);
  draw_question(shell, {card.left, top, card.right, card.bottom}, fit, from_top, heights);
}

void draw_list_of_lectures(ShellView& shell, float width) {
  title(shell, "Lectures");
  wrapped("Each leads through the three rooms, step by step, with questions and their answers.",
          shell.theme.dim);
  ui::space({0, 8 * shell.unit});
  const ui::ButtonLook look{.text = "New lecture"};
  if (icon_button(shell, "new lecture", ui::Icon::file,
                  "Starts your own lecture: its first step shows the current view.", "", "",
                  look)) {
    shell.send(session::EditLecture{session::LectureEdit::begin});
  }
  ui::space({0, 8 * shell.unit});
  for (std::size_t i = 0; i < listings(shell).size(); ++i) {
    const wire::LectureListing& each = listings(shell)[i];
    const std::string title = fmt::format("{}  {}", i + 1, each.title);
    if (choice_row(shell, ("lecture/" + each.name).c_str(), title, {width, 32 * shell.unit}, false,
                   ui::RowKeyboardFocus::tab_to_each)) {
      shell.send(session::OpenLecture{each.name});
    }
    note_place(shell, "lecture/" + each.name);
    explain(shell, each.about);
  }
}

}  // namespace

float card_width(core::Extent window, float unit) {
  constexpr float kWidest = 448;
  constexpr float kMostShare = 0.4F;
  constexpr float kLeastShare = 1.0F / 3;
  constexpr float kRoom = 430;  // a field that is half as wide as the window, and its colour bar
  const float width = static_cast<float>(window.width) / unit;
  const float most = std::clamp(width - kRoom, width * kLeastShare, width * kMostShare);
  return std::min(std::clamp(width * 0.35F, kPanelWidth, kWidest), most);
}

void draw_lecture_card(ShellView& shell, const ui::Box& area, bool from_top, CardHeights& heights) {
  const float u = shell.unit;
  const bool low = is_low(shell);
  const ui::Pane pane("lecture card", area, {16 * u, (low ? 6 : 12) * u});
  ui::draw_edge(shell, {area.left, area.top}, {area.left, area.bottom});
  const float width = area.width() - 32 * u;
  const LectureStatus& model = shell.now.lecture;
  if (model.lecture != nullptr) {
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        low ? ImVec2{spacing.x, kLowSpacing * u} : spacing);
    draw_lecture_head(shell, width);
    // In a low window the question has all of the room.
    if (!low || model.writing) ui::space({0, 4 * u});
    // These buttons do not scroll with the words, so that a recorded step can be ended at once.
    if (model.writing) draw_edit_buttons(shell, width);
    if (!model.writing) draw_title_of_step(shell);
    ImGui::PopStyleVar();
    if (!model.writing) return draw_step(shell, area, from_top, heights);
  }
  if (ui::begin_rest(model.lecture == nullptr ? "lectures" : "fields of words")) {
    if (model.lecture == nullptr) {
      draw_list_of_lectures(shell, width);
    } else {
      if (from_top) ImGui::SetScrollY(0.0F);
      draw_word_fields(shell);
    }
    ui::fade_edges(shell);
  }
  ImGui::EndChild();
}

}  // namespace heatwave::shell
