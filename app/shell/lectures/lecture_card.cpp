// Draws the words of a lecture in letters large enough for the last row.
#include "app/shell/lectures/lecture_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

#include "app/shell/interface/layout.h"
#include "app/system/process.h"
#include "app/ui/controls.h"
#include "app/ui/group_list.h"
#include "app/ui/pane.h"
#include "app/ui/picker.h"
#include "app/ui/sized.h"
#include "app/ui/term_text.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"

namespace heatwave::shell {
namespace {

using session::LectureEdit;

/// Returns the time of day, "14:05".
std::string clock_words() {
  const auto now = system::local_time(std::time(nullptr));
  return now ? fmt::format("{:02}:{:02}", now->tm_hour, now->tm_min) : "";
}

/// Draws a button for an edit; `reason`: why it is disabled.
void edit_button(ShellView& shell, const char* id, ui::Icon icon, LectureEdit edit,
                 const std::string& help, const std::string& reason = "",
                 const ui::ButtonLook& look = {}) {
  if (icon_button(shell, id, icon, help, "", reason, look)) {
    shell.send(session::EditLecture{edit});
  }
}

void draw_edits(ShellView& shell) {
  const LectureStatus& model = shell.now.lecture;
  const float gap = 4 * shell.unit;
  const std::string busy = model.recording ? "A step is being recorded" : "";
  const auto or_busy = [&](const char* reason, bool holds) {
    if (!busy.empty()) return busy;
    return holds ? std::string(reason) : std::string();
  };
  const std::size_t count = model.lecture->steps.size();
  const std::string full =
      or_busy("A lecture has no more steps than these", count >= wire::kMostLectureSteps);
  edit_button(shell, "record step", model.recording ? ui::Icon::stop : ui::Icon::record,
              LectureEdit::record,
              model.recording ? "Ends the step: it repeats your actions and shows the current view."
                              : "Records a step after this one: the scene restarts, and your "
                                "actions from then on are the step.",
              model.recording ? "" : full, {.active = model.recording});
  ImGui::SameLine(0, gap);
  edit_button(shell, "add step", ui::Icon::duplicate, LectureEdit::add,
              "Adds a step after this one that shows the current view.", full);
  ImGui::SameLine(0, gap);
  edit_button(shell, "renew step", ui::Icon::camera, LectureEdit::renew,
              "Makes this step show the current view and do nothing else.", busy);
  ImGui::SameLine(0, gap);
  edit_button(shell, "step earlier", ui::Icon::previous_event, LectureEdit::earlier,
              "Swaps the step with the one before it.",
              or_busy("This is the first step", model.step == 0));
  ImGui::SameLine(0, gap);
  edit_button(shell, "step later", ui::Icon::next_event, LectureEdit::later,
              "Swaps the step with the one after it.",
              or_busy("This is the last step", model.step + 1 == count));
  ImGui::SameLine(0, gap);
  edit_button(shell, "remove step", ui::Icon::remove, LectureEdit::remove, "Removes this step.",
              or_busy("A lecture has at least one step", count == 1));
  ImGui::SameLine(0, gap);
  edit_button(shell, "save lecture", ui::Icon::file, LectureEdit::save,
              "Saves the lecture in its file; a lecture of the program is saved as your own copy.",
              or_busy("Nothing has changed", !model.changed));
}

/// Draws a text field under its heading, `lines` high; 1: a single line. Returns whether the text
/// changed.
bool word_field(ShellView& shell, const char* heading, std::string& text, std::size_t most,
                int lines) {
  std::vector<char> buffer(most + 1);
  std::memcpy(buffer.data(), text.data(), std::min(text.size(), most));
  ImGui::PushFont(shell.fonts.strong, 0);
  ImGui::TextColored(shell.theme.accent, "%s", heading);
  ImGui::PopFont();
  const std::string id = std::string("##") + heading;
  const float width = ImGui::GetContentRegionAvail().x;
  bool changed = false;
  if (lines == 1) {
    ui::set_next_width(width);
    changed = ImGui::InputText(id.c_str(), buffer.data(), buffer.size());
  } else {
    const float height = static_cast<float>(lines) * ImGui::GetTextLineHeight() + 12 * shell.unit;
    changed = ImGui::InputTextMultiline(id.c_str(), buffer.data(), buffer.size(),
                                        ui::drawable({width, height}));
  }
  const bool is_typed_in = ImGui::IsItemActive();
  note_place(shell, std::string("write/") + heading);
  ui::space({0, 4 * shell.unit});
  // On Esc Dear ImGui restores a field's old text; a lecture keeps the typed text.
  if (!changed || !is_typed_in) return false;
  text = buffer.data();
  return true;
}

void draw_lecture_edits(ShellView& shell, float width) {
  draw_edits(shell);
  ui::space({width, 4 * shell.unit});
  if (!shell.now.lecture.recording) return;
  ImGui::PushTextWrapPos(0.0F);
  ImGui::TextColored(
      shell.theme.error, "%s",
      "Your actions are being recorded. Press the red button again to end the step.");
  ImGui::PopTextWrapPos();
}

void draw_lecture_words(ShellView& shell) {
  const LectureStatus& model = shell.now.lecture;
  wire::LectureWords words = wire::words_of(*model.lecture, model.step);
  bool changed = word_field(shell, "Lecture", words.lecture, wire::kLongestTitle, 1);
  changed |= word_field(shell, "Step", words.title, wire::kLongestTitle, 1);
  changed |= word_field(shell, "Text", words.text, wire::kLongestText, 5);
  changed |= word_field(shell, "Watch for", words.watch, wire::kLongestText, 2);
  changed |= word_field(shell, "Question", words.question, wire::kLongestText, 2);
  changed |= word_field(shell, "Answer", words.answer, wire::kLongestText, 3);
  changed |= word_field(shell, "Notes for you alone", words.notes, wire::kLongestText, 4);
  if (changed) shell.send(std::move(words));
}

constexpr float kBarHeight = 56;
/// Height of the bar on the rail, where its buttons stand one below the other.
constexpr float kRailBarHeight = 152;

void wrapped(const std::string& text, const ImVec4& colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ui::wrapped_text(text);
  ImGui::PopStyleColor();
}

/// Returns the size of the card's large letters: where letters are large anyway, more words fit.
float letters_of_card(const ShellView& shell) {
  const float most = ImGui::GetIO().DisplaySize.y / 20;
  return std::min(shell.fonts.large_size, std::max(shell.fonts.size, most));
}

void title(const ShellView& shell, const std::string& text) {
  constexpr float kOfLetters = 1.3F;
  ImGui::PushFont(shell.fonts.strong, kOfLetters * letters_of_card(shell));
  wrapped(text, shell.theme.accent);
  ImGui::PopFont();
}

/// Draws a heading close above its text.
void heading(const ShellView& shell, const char* text) {
  ImGui::PushFont(shell.fonts.strong, letters_of_card(shell));
  ImGui::TextColored(shell.theme.accent, "%s", text);
  ImGui::PopFont();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - 5 * shell.unit);
}

constexpr float kBetweenParts = 6;

/// The lines of the card from top to bottom. The card scrolls by whole lines.
class CardLines {
 public:
  /// Begins a part here.
  void add() { tops_.push_back(ImGui::GetCursorPosY()); }
  /// Adds the lines of a text that was drawn from this height to the cursor.
  void add_text(float from, float line) {
    const float to = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
    for (float top = from + line; top < to - line / 2; top += line) tops_.push_back(top);
  }
  /// Returns the upper edge of the first line from which on all fits the card down to `bottom`.
  [[nodiscard]] float first_with(float bottom) const {
    const float least = bottom - ImGui::GetWindowHeight();
    const auto found = std::lower_bound(tops_.begin(), tops_.end(), least);
    return found != tops_.end() ? *found : tops_.empty() ? 0.0F : tops_.back();
  }
  [[nodiscard]] bool begins_at(float y) const {
    return std::any_of(tops_.begin(), tops_.end(),
                       [y](float top) { return std::abs(top - y) < 1.0F; });
  }

 private:
  std::vector<float> tops_;
};

/// Draws a text of the step, in which terms explain themselves.
void said(const ShellView& shell, CardLines& lines, const std::string& text, ImFont* font) {
  ImGui::PushFont(font, letters_of_card(shell));
  const float top = ImGui::GetCursorPosY();
  ui::term_text(shell, text, shell.theme.text);
  lines.add_text(top, ImGui::GetTextLineHeight());
  ImGui::PopFont();
}

/// Draws a part of the card under its heading, unless the text is empty.
void part(const ShellView& shell, CardLines& lines, const char* name, const std::string& text,
          ImFont* font) {
  if (text.empty()) return;
  ui::space({0, kBetweenParts * shell.unit});
  lines.add();
  heading(shell, name);
  said(shell, lines, text, font);
}

/// Draws the answer beside a bar, as below a presented room.
void draw_answer(const ShellView& shell, CardLines& lines, const std::string& answer) {
  const float u = shell.unit;
  const float left = ImGui::GetCursorScreenPos().x;
  ui::space({0, kBetweenParts * u});
  lines.add();
  const float top = ImGui::GetCursorScreenPos().y;
  const float indent = 16 * u;
  ImGui::Indent(indent);
  heading(shell, "Answer");
  said(shell, lines, answer, shell.fonts.body);
  ImGui::Unindent(indent);
  const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
  ImGui::GetWindowDrawList()->AddRectFilled({left, top}, {left + 6 * u, bottom},
                                            ui::packed_colour(shell.theme.accent));
}

const std::vector<wire::LectureListing>& listings(const ShellView& shell) {
  static const std::vector<wire::LectureListing> none;
  return shell.now.lecture.all == nullptr ? none : *shell.now.lecture.all;
}

/// Returns the name of the open lecture; empty: it does not come with the program.
std::string name_of(const ShellView& shell) {
  for (const wire::LectureListing& each : listings(shell)) {
    if (each.title == shell.now.lecture.lecture->title) return each.name;
  }
  return {};
}

/// Draws the lecture's title, the choice of other lectures, and the button that closes it.
void draw_lecture_head(ShellView& shell, float width) {
  const LectureStatus& model = shell.now.lecture;
  std::vector<ui::Choice> choices;
  for (const wire::LectureListing& each : listings(shell)) {
    choices.push_back({each.name, each.title, each.about, ""});
  }
  const ui::Picker picker{.id = "lecture",
                          .title = model.lecture->title,
                          .help = "Choose another lecture of the course.",
                          .keys = ""};
  const float u = shell.unit;
  constexpr float kWithWriting = 250;  // a narrower card leaves its width to the title
  const bool may_write = model.writing || width >= kWithWriting * u;
  const float buttons = (may_write ? 80 : 40) * u;
  const int pressed = draw_picker(shell, picker, width - buttons, choices, name_of(shell));
  if (pressed >= 0) {
    shell.send(session::OpenLecture{choices[static_cast<std::size_t>(pressed)].id});
  }
  ImGui::SameLine(0, 8 * u);
  if (may_write) {
    if (icon_button(shell, "write lecture", ui::Icon::paint,
                    model.writing ? "The words as the class reads them."
                                  : "Write: change the words, record steps, put them in order.",
                    "", model.recording ? "A step is being recorded" : "",
                    {.active = model.writing})) {
      shell.send(session::WriteLecture{!model.writing});
    }
    ImGui::SameLine(0, 8 * u);
  }
  if (icon_button(shell, "close lecture", ui::Icon::close,
                  "Ends the lecture; the rooms stay as they are.")) {
    shell.send(session::CloseLecture{});
  }
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
void draw_for_speaker(ShellView& shell, CardLines& lines) {
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
  part(shell, lines, "Notes", model.here().notes, shell.fonts.body);
  if (!model.here().notes.empty()) note_place(shell, "speaker/notes");
  ui::space({0, 12 * u});
}

/// Returns whether the question ends below the card's edge.
bool draw_question(ShellView& shell, CardLines& lines) {
  const LectureStatus& model = shell.now.lecture;
  const wire::LectureStep& step = model.here();
  if (step.question.empty()) return false;
  part(shell, lines, "Question", step.question, shell.fonts.strong);
  const float edge = ImGui::GetScrollY() + ImGui::GetWindowHeight();
  const bool ends_below = ImGui::GetCursorPosY() > edge;
  if (model.answer_shown) {
    draw_answer(shell, lines, step.answer);
    note_place(shell, "answer");
    return ends_below;
  }
  ui::space({0, 8 * shell.unit});
  const ui::ButtonLook look{.text = "Show the answer"};
  if (icon_button(shell, "show answer", ui::Icon::chevron_down, "What the class should find.",
                  shell.keys_of("lecture_next"), "", look)) {
    shell.send(session::NextLectureStep{});
  }
  return ends_below;
}

/// Draws the step below its title. Returns whether the question ends below the card's edge.
bool draw_step(ShellView& shell, CardScroll scroll) {
  const LectureStatus& model = shell.now.lecture;
  const wire::LectureStep& step = model.here();
  CardLines lines;
  lines.add();
  draw_for_speaker(shell, lines);
  if (!step.text.empty()) {
    lines.add();
    said(shell, lines, step.text, shell.fonts.body);
  }
  part(shell, lines, "Watch for", step.watch, shell.fonts.body);
  const bool is_question_below = draw_question(shell, lines);
  // A question that is answered needs no discussion.
  if (!step.question.empty() && (!model.answer_shown || shell.now.present.counts_down)) {
    ui::space({0, 8 * shell.unit});
    draw_countdown_buttons(shell);
  }
  // Scrolled to its end, the card begins with a whole line.
  const float bottom = ImGui::GetCursorPosY();
  const float last = bottom > ImGui::GetWindowHeight() ? lines.first_with(bottom) : 0.0F;
  if (last > 0) ui::space({0, last + ImGui::GetWindowHeight() - bottom});
  if (scroll.to_question || (scroll.to_answer && model.answer_shown)) ImGui::SetScrollY(last);
  if (lines.begins_at(ImGui::GetScrollY())) {
    ui::fade_lower_edge(shell);
  } else {
    ui::fade_edges(shell);
  }
  return is_question_below;
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

ui::Box cut_bar(ui::Box& side, float unit) {
  const float wanted = ui::is_rail(side, unit) ? kRailBarHeight : kBarHeight;
  const float height = std::min(wanted * unit, side.height() - 1);
  if (height < 1) return {};
  side.bottom -= height;
  return ui::Box::at(side.left, side.bottom, side.width(), height);
}

bool draw_lecture_card(ShellView& shell, const ui::Box& area, CardScroll scroll) {
  const float u = shell.unit;
  const ui::Pane pane("lecture card", area, {16 * u, 12 * u});
  ui::draw_edge(shell, {area.left, area.top}, {area.left, area.bottom});
  const float width = area.width() - 32 * u;
  if (shell.now.lecture.lecture != nullptr) {
    draw_lecture_head(shell, width);
    ui::space({0, 4 * u});
  }
  const LectureStatus& model = shell.now.lecture;
  // These buttons do not scroll with the words, so that a recorded step can be ended at once.
  if (model.lecture != nullptr && model.writing) draw_lecture_edits(shell, width);
  // The title stays in place while the words scroll.
  if (model.lecture != nullptr && !model.writing) {
    title(shell, model.here().title);
    ui::space({0, 4 * u});
  }
  const bool lists = model.lecture == nullptr;
  bool is_question_below = false;
  if (ui::begin_rest(lists ? "lectures" : "step")) {
    if (lists) {
      draw_list_of_lectures(shell, width);
    } else {
      if (scroll.from_top) ImGui::SetScrollY(0.0F);
      if (model.writing) {
        draw_lecture_words(shell);
      } else {
        is_question_below = draw_step(shell, scroll);
      }
    }
    if (lists || model.writing) ui::fade_edges(shell);
  }
  ImGui::EndChild();
  return is_question_below;
}

namespace {

/// Draws the button for the next step, with its name unless `width` is an icon's.
void draw_next_button(ShellView& shell, float width) {
  constexpr float kIconWidth = 40;
  const bool reveals = shell.now.reveals.next;
  const bool asks = !reveals && shell.now.lecture.has_question_to_show();
  const bool answers = !reveals && shell.now.lecture.has_answer_to_show();
  const char* name = reveals ? "Reveal" : asks ? "Question" : answers ? "Answer" : "Next";
  action_button(shell, ui::Icon::chevron_right, "lecture_next",
                reveals   ? "Shows the next hidden time."
                : asks    ? "Scrolls to the question."
                : answers ? "Shows the answer."
                          : "Goes on to the next step.",
                {.primary = true, .width = width, .text = width > kIconWidth ? name : nullptr});
}

void draw_back_button(ShellView& shell) {
  action_button(shell, ui::Icon::chevron_left, "lecture_back",
                "Back: the answer away, or the step before as it was left.", {.width = 40});
}

void draw_card_button(ShellView& shell, float width, bool named) {
  const bool shown = shell.now.lecture.card_shown;
  action_button(shell, ui::Icon::panel, "lecture_card",
                shown ? "The room's own panel in place of the words."
                      : "The lecture's words in place of the panel.",
                {.active = shown && !named, .width = width, .text = named ? "Panel" : nullptr});
}

/// Draws the bar on the rail: the step's number, and the buttons below each other.
void draw_bar_of_rail(ShellView& shell, const std::string& place) {
  const float middle =
      (ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(place.c_str()).x) / 2;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, middle));
  ImGui::TextUnformatted(place.c_str());
  note_place(shell, "lecture place");
  draw_next_button(shell, 40);
  draw_back_button(shell);
  draw_card_button(shell, 40, false);
}

}  // namespace

void draw_lecture_bar(ShellView& shell, const ui::Box& area) {
  const float u = shell.unit;
  const LectureStatus& model = shell.now.lecture;
  const bool on_rail = ui::is_rail(area, u);
  const float rim = on_rail ? (ui::kRailWidth - 40) / 2 * u : 16 * u;
  const ui::Pane pane("lecture bar", area, {rim, on_rail ? 8 * u : 12 * u});
  ui::draw_edge(shell, {area.left, area.top}, {area.right, area.top});
  ui::draw_edge(shell, {area.left, area.top}, {area.left, area.bottom});
  if (on_rail) {
    return draw_bar_of_rail(shell,
                            fmt::format("{}/{}", model.step + 1, model.lecture->steps.size()));
  }
  draw_back_button(shell);
  ImGui::SameLine(0, 8 * u);
  constexpr float kWithText = 300;  // a narrower bar shows the icon of Next alone
  draw_next_button(shell, area.width() < kWithText * u ? 40 : 112);
  ImGui::SameLine(0, 16 * u);
  ImGui::AlignTextToFramePadding();
  constexpr float kWithWords = 240;
  const char* of = area.width() < kWithWords * u ? "/" : " of ";
  const std::string place = fmt::format("{}{}{}{}", model.step + 1, of, model.lecture->steps.size(),
                                        model.is_going ? " …" : "");
  ImGui::TextUnformatted(place.c_str());
  note_place(shell, "lecture place");
  constexpr float kWithName = 400;  // a narrower bar shows the button's icon alone
  const bool named = model.card_shown && area.width() >= kWithName * u;
  const float width = named ? 104 : 32;
  ImGui::SameLine(area.width() - (width + 16) * u);
  draw_card_button(shell, width, named);
}

namespace {

// This is the ratio of Dear ImGui's font size, a whole line, to the em.
constexpr float kLineOfEm = 25.0F / 22.0F;
// These are shares of the picture's height. Letters are 0.94 em high, from the top of an h to the
// bottom of a q.
constexpr float kEmPart = 40.0F / 800.0F;
constexpr float kMostOfRoom = 0.5F;

// Padding of the caption, in line heights.
constexpr float kAbove = 0.3F;   ///< space above and below the text
constexpr float kBeside = 0.6F;  ///< space at both ends of the lines
/// Size of an answered question's letters, relative to the answer's.
constexpr float kQuestionPart = 0.65F;

struct Fitted {
  ui::EquationText text;
  float height = 0.0F;  ///< height of the band
};

/// The fonts, and the layouts of equations so far.
struct Typesetter {
  const ui::FontSet& fonts;
  ui::Memory& memory;
};

Fitted fitted(const Typesetter& typesetter, const std::string& words, float letters, float width) {
  // The lines are measured at the font's own size: their breaks are the same at every size.
  const ui::FontSet& fonts = typesetter.fonts;
  const float own_width = (width - 2 * kBeside * letters) * fonts.large_size / letters;
  ImGui::PushFont(fonts.strong, fonts.large_size);
  Fitted all{.text = ui::lay_out_equations(fonts, typesetter.memory, words, own_width)};
  ImGui::PopFont();
  all.height = (all.text.height + 2 * kAbove) * letters;
  return all;
}

/// The words of a caption before it has a place.
struct Words {
  LectureCaption caption;
  float height = 0.0F;
};

/// Lays out the question, or the answer below the question where there is room for both.
Words words_of(const Typesetter& typesetter, const wire::LectureStep& step, bool is_answer,
               float letters, const ui::Box& room) {
  const std::string& words = is_answer ? step.answer : step.question;
  if (words.empty()) return {};
  constexpr float kSmaller = 0.95F;
  const float most = kMostOfRoom * room.height();
  LectureCaption caption{.letters = letters, .is_answer = is_answer};
  Fitted fit = fitted(typesetter, words, letters, room.width());
  while (fit.height > most && caption.letters > 1) {
    caption.letters *= kSmaller;
    fit = fitted(typesetter, words, caption.letters, room.width());
  }
  caption.text = std::move(fit.text);
  if (is_answer && !step.question.empty()) {
    Fitted question =
        fitted(typesetter, step.question, kQuestionPart * caption.letters, room.width());
    if (fit.height + question.height <= most) {
      caption.question = std::move(question.text);
      caption.question_height = question.height - kAbove * kQuestionPart * caption.letters;
    }
  }
  const float height = fit.height + caption.question_height;
  return {std::move(caption), height};
}

}  // namespace

float caption_letters(float picture_height) { return kEmPart * kLineOfEm * picture_height; }

LectureCaption cut_caption(const LectureStatus& lecture, const ui::FontSet& fonts,
                           ui::Memory& memory, float letters, ui::Box& room) {
  if (lecture.lecture == nullptr || !lecture.caption_shown || letters < 1) return {};
  const wire::LectureStep& step = lecture.here();
  const Typesetter typesetter{fonts, memory};
  const Words asked = words_of(typesetter, step, false, letters, room);
  const Words answered = words_of(typesetter, step, true, letters, room);
  const Words& shown = lecture.answer_shown ? answered : asked;
  if (shown.caption.text.lines.empty()) return {};
  LectureCaption caption = shown.caption;
  // A small room is worth more than one that keeps its height.
  constexpr float kLeastLines = 10;
  const float higher = std::max(asked.height, answered.height);
  const bool keeps_room = room.height() - higher >= kLeastLines * letters;
  // Dear ImGui cuts a window to whole pixels, which would leave a line below the caption.
  const float height = std::ceil(keeps_room ? higher : shown.height);
  caption.box = {room.left, room.bottom - height, room.right, room.bottom};
  room.bottom = caption.box.top;
  return caption;
}

void draw_lecture_caption(ShellView& shell, const LectureCaption& caption) {
  if (!caption.is_shown()) return;
  const ui::Box& box = caption.box;
  const float letters = caption.letters;
  const ui::Pane pane("lecture caption", box, {0, 0}, ImGuiWindowFlags_NoInputs);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({box.left, box.top}, {box.right, box.bottom},
                     ui::packed_colour(shell.theme.raised));
  list.AddRectFilled({box.left, box.top}, {box.left + kBeside / 2 * letters, box.bottom},
                     ui::packed_colour(shell.theme.accent));
  const float left = box.left + kBeside * letters;
  // Words that are lower than the band, which has room for the answer, stand in its middle.
  const float words = caption.question_height + (caption.text.height + 2 * kAbove) * letters;
  const float indent = std::max(0.0F, (box.height() - words) / 2);
  if (!caption.question.lines.empty()) {
    const float smaller = kQuestionPart * letters;
    ui::draw_equations(list, shell.fonts, shell.fonts.body, smaller, caption.question,
                       {left, box.top + indent + kAbove * smaller},
                       ui::packed_colour(shell.theme.text));
  }
  const float top = box.top + indent + caption.question_height + kAbove * letters;
  ui::draw_equations(list, shell.fonts, shell.fonts.strong, letters, caption.text, {left, top},
                     ui::packed_colour(caption.is_answer ? shell.theme.accent : shell.theme.text));
  note_box(shell, "lecture caption line", ui::Box::at(left, top, box.right - left, letters));
  ui::space({box.width(), box.height()});
  note_place(shell, "lecture caption");
}

}  // namespace heatwave::shell
