// Draws what a lecture is written with; what is asked for is done between the frames.
#include "app/shell/lectures/lecture_editor.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/ui/text_field.h"

namespace heatwave::shell {
namespace {

using session::LectureEdit;

/// A button for an edit; `reason`: why it cannot be done now.
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
              model.recording
                  ? "Ends the step: it does what was done since, and shows what is shown now."
                  : "Records a step behind this one: the scene begins afresh, and what you do from "
                    "then on is the step.",
              model.recording ? "" : full, {.active = model.recording});
  ImGui::SameLine(0, gap);
  edit_button(shell, "add step", ui::Icon::duplicate, LectureEdit::add,
              "Adds a step behind this one that shows what is shown now.", full);
  ImGui::SameLine(0, gap);
  edit_button(shell, "renew step", ui::Icon::camera, LectureEdit::renew,
              "From now on this step shows what is shown now, and does nothing else.", busy);
  ImGui::SameLine(0, gap);
  edit_button(shell, "step earlier", ui::Icon::previous_event, LectureEdit::earlier,
              "The step changes places with the one before.",
              or_busy("This is the first step", model.step == 0));
  ImGui::SameLine(0, gap);
  edit_button(shell, "step later", ui::Icon::next_event, LectureEdit::later,
              "The step changes places with the one behind.",
              or_busy("This is the last step", model.step + 1 == count));
  ImGui::SameLine(0, gap);
  edit_button(shell, "remove step", ui::Icon::remove, LectureEdit::remove, "Removes this step.",
              or_busy("A lecture has at least one step", count == 1));
  ImGui::SameLine(0, gap);
  edit_button(shell, "save lecture", ui::Icon::file, LectureEdit::save,
              "Saves the lecture: in its file, or, where it came with the program, as one of your "
              "own.",
              or_busy("Nothing has changed", !model.changed));
}

/// A field for words under its heading; `lines`: how high it is, 1 for a single line. Returns
/// whether the text has changed.
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
  // By Esc Dear ImGui leaves a field as it was; what was typed into a lecture stays.
  if (!changed || !is_typed_in) return false;
  text = buffer.data();
  return true;
}

}  // namespace

void draw_lecture_edits(ShellView& shell, float width) {
  draw_edits(shell);
  ui::space({width, 4 * shell.unit});
  if (!shell.now.lecture.recording) return;
  ImGui::PushTextWrapPos(0.0F);
  ImGui::TextColored(shell.theme.error, "%s",
                     "What you do now is recorded. Press the red button again to end the step.");
  ImGui::PopTextWrapPos();
}

void draw_lecture_words(ShellView& shell) {
  const LectureStatus& model = shell.now.lecture;
  wire::LectureWords words = wire::words_of(*model.lecture, model.step);
  bool changed = word_field(shell, "Lecture", words.lecture, wire::kLongestTitle, 1);
  changed |= word_field(shell, "Step", words.title, wire::kLongestTitle, 1);
  changed |= word_field(shell, "What is said", words.text, wire::kLongestText, 5);
  changed |= word_field(shell, "Watch for", words.watch, wire::kLongestText, 2);
  changed |= word_field(shell, "Question", words.question, wire::kLongestText, 2);
  changed |= word_field(shell, "Answer", words.answer, wire::kLongestText, 3);
  if (!changed) return;
  shell.send(session::RewordLectureStep{.lecture = words.lecture,
                                        .title = words.title,
                                        .text = words.text,
                                        .watch = words.watch,
                                        .question = words.question,
                                        .answer = words.answer});
}

}  // namespace heatwave::shell
