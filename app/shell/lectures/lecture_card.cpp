// Draws the words of a lecture in letters that are read from the last row.
#include "app/shell/lectures/lecture_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/shell/interface/layout.h"
#include "app/shell/lectures/lecture_editor.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/picker.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

constexpr float kBarHeight = 56;

void draw_edge(const ShellView& shell, const ui::Box& area, bool above) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to = above ? ImVec2{area.right, area.top} : ImVec2{area.left, area.bottom};
  list.PushClipRectFullScreen();
  list.AddLine({area.left, area.top}, to, ui::packed(shell.theme.line));
  list.PopClipRect();
}

void wrapped(const std::string& text, const ImVec4& colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ui::wrapped_text(text);
  ImGui::PopStyleColor();
}

void large(const ShellView& shell, const std::string& text, const ImVec4& colour) {
  ImGui::PushFont(shell.fonts.strong, shell.fonts.large_size);
  wrapped(text, colour);
  ImGui::PopFont();
}

/// A part of the card under its heading; nothing where there are no words.
void part(const ShellView& shell, const char* heading, const std::string& text) {
  if (text.empty()) return;
  ui::space({0, 12 * shell.unit});
  ImGui::PushFont(shell.fonts.strong, 0);
  ImGui::TextColored(shell.theme.accent, "%s", heading);
  ImGui::PopFont();
  large(shell, text, shell.theme.text);
}

const std::vector<wire::LectureListing>& listings(const ShellView& shell) {
  static const std::vector<wire::LectureListing> none;
  return shell.now.lecture.all == nullptr ? none : *shell.now.lecture.all;
}

/// The name of the lecture shown; empty: it does not come with the program.
std::string name_of(const ShellView& shell) {
  for (const wire::LectureListing& each : listings(shell)) {
    if (each.title == shell.now.lecture.lecture->title) return each.name;
  }
  return {};
}

/// Which lecture it is, others to choose from, and the end of it.
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
  const int pressed = draw_picker(shell, picker, width - 80 * u, choices, name_of(shell));
  if (pressed >= 0) {
    shell.send(session::OpenLecture{choices[static_cast<std::size_t>(pressed)].id});
  }
  ImGui::SameLine(0, 8 * u);
  if (icon_button(shell, "write lecture", ui::Icon::paint,
                  model.writing ? "The words as the class reads them."
                                : "Write: change the words, record steps, put them in order.",
                  "", model.recording ? "A step is being recorded" : "",
                  {.active = model.writing})) {
    shell.send(session::WriteLecture{!model.writing});
  }
  ImGui::SameLine(0, 8 * u);
  if (icon_button(shell, "close lecture", ui::Icon::close,
                  "Ends the lecture; the rooms stay as they are.")) {
    shell.send(session::CloseLecture{});
  }
}

void draw_question(ShellView& shell, bool to_answer) {
  const LectureStatus& model = shell.now.lecture;
  const wire::LectureStep& step = model.here();
  if (step.question.empty()) return;
  part(shell, "Question", step.question);
  ui::space({0, 8 * shell.unit});
  if (model.answer_shown) {
    part(shell, "Answer", step.answer);
    if (to_answer) ImGui::SetScrollHereY(1.0F);
    return;
  }
  const ui::ButtonLook look{.text = "Show the answer"};
  if (icon_button(shell, "show answer", ui::Icon::chevron_down, "What the class should find.",
                  shell.keys_of("lecture_next"), "", look)) {
    shell.send(session::NextLectureStep{});
  }
}

void draw_step(ShellView& shell, bool to_answer) {
  const wire::LectureStep& step = shell.now.lecture.here();
  large(shell, step.title, shell.theme.accent);
  if (!step.text.empty()) {
    ui::space({0, 4 * shell.unit});
    large(shell, step.text, shell.theme.text);
  }
  part(shell, "Watch for", step.watch);
  draw_question(shell, to_answer);
}

void draw_list_of_lectures(ShellView& shell, float width) {
  large(shell, "Lectures", shell.theme.accent);
  wrapped("Each leads through the three rooms, step by step, with questions and their answers.",
          shell.theme.dim);
  ui::space({0, 8 * shell.unit});
  const ui::ButtonLook look{.text = "New lecture"};
  if (icon_button(shell, "new lecture", ui::Icon::file,
                  "Begins a lecture of your own: its first step shows what is shown now.", "", "",
                  look)) {
    shell.send(session::EditLecture{session::LectureEdit::begin});
  }
  ui::space({0, 8 * shell.unit});
  for (std::size_t i = 0; i < listings(shell).size(); ++i) {
    const wire::LectureListing& each = listings(shell)[i];
    const std::string title = fmt::format("{}  {}", i + 1, each.title);
    if (choice_row(shell, ("lecture/" + each.name).c_str(), title, {width, 32 * shell.unit}, false,
                   ui::RowKeys::tab_to_each)) {
      shell.send(session::OpenLecture{each.name});
    }
    note_place(shell, "lecture/" + each.name);
    explain(shell, each.about);
  }
}

}  // namespace

float card_width(core::Extent window, float unit) {
  constexpr float kWidest = 448;
  return std::clamp(static_cast<float>(window.width) * 0.35F / unit, kPanelWidth, kWidest);
}

ui::Box cut_bar(ui::Box& side, float unit) {
  const float height = std::min(kBarHeight * unit, side.height() - 1);
  if (height < 1) return {};
  side.bottom -= height;
  return ui::Box::at(side.left, side.bottom, side.width(), height);
}

void draw_lecture_card(ShellView& shell, const ui::Box& area, CardScroll scroll) {
  const float u = shell.unit;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 12 * u});
  ui::begin_pane("lecture card", area);
  draw_edge(shell, area, false);
  const float width = area.width() - 32 * u;
  if (shell.now.lecture.lecture != nullptr) {
    draw_lecture_head(shell, width);
    ui::space({0, 4 * u});
  }
  const LectureStatus& model = shell.now.lecture;
  // They stay while the words are scrolled: a step that is recorded is to be ended at once.
  if (model.lecture != nullptr && model.writing) draw_lecture_edits(shell, width);
  const bool lists = model.lecture == nullptr;
  if (ui::begin_rest(lists ? "lectures" : "step")) {
    if (lists) {
      draw_list_of_lectures(shell, width);
    } else {
      if (scroll.from_top) ImGui::SetScrollY(0.0F);
      model.writing ? draw_lecture_words(shell) : draw_step(shell, scroll.to_answer);
    }
  }
  ImGui::EndChild();
  ui::end_pane();
  ImGui::PopStyleVar();
}

void draw_lecture_bar(ShellView& shell, const ui::Box& area) {
  const float u = shell.unit;
  const LectureStatus& model = shell.now.lecture;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 12 * u});
  ui::begin_pane("lecture bar", area);
  draw_edge(shell, area, true);
  draw_edge(shell, area, false);
  action_button(shell, ui::Icon::chevron_left, "lecture_back",
                "Back: the answer away, or the step before as it was left.", {.width = 40});
  ImGui::SameLine(0, 8 * u);
  const ui::ButtonLook on{
      .primary = true, .width = 112, .text = model.has_answer_to_show() ? "Answer" : "Next"};
  action_button(shell, ui::Icon::chevron_right, "lecture_next",
                model.has_answer_to_show() ? "Shows the answer." : "Goes on to the next step.", on);
  ImGui::SameLine(0, 16 * u);
  ImGui::AlignTextToFramePadding();
  const std::string place = fmt::format("{} of {}{}", model.step + 1, model.lecture->steps.size(),
                                        model.is_going ? " …" : "");
  ImGui::TextUnformatted(place.c_str());
  note_place(shell, "lecture place");
  constexpr float kWithName = 400;  // in a narrower bar the button has its icon alone
  const bool named = model.card_shown && area.width() >= kWithName * u;
  const float width = named ? 104 : 32;
  ImGui::SameLine(area.width() - (width + 16) * u);
  action_button(
      shell, ui::Icon::panel, "lecture_card",
      model.card_shown ? "The room's own panel in place of the words."
                       : "The lecture's words in place of the panel.",
      {.active = model.card_shown && !named, .width = width, .text = named ? "Panel" : nullptr});
  ui::end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::shell
