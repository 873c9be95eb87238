// Draws the buttons that edit a lecture's steps, and the fields for their words.
#include "app/shell/lectures/lecture_editor.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/wire/lecture.h"

namespace heatwave::shell {
namespace {

using session::LectureEdit;

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
  edit_button(shell, "save lecture", ui::Icon::save, LectureEdit::save,
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

}  // namespace

void draw_edit_buttons(ShellView& shell, float width) {
  draw_edits(shell);
  ui::space({width, 4 * shell.unit});
  if (!shell.now.lecture.recording) return;
  ImGui::PushTextWrapPos(0.0F);
  ImGui::TextColored(
      shell.theme.error, "%s",
      "Your actions are being recorded. Press the red button again to end the step.");
  ImGui::PopTextWrapPos();
}

void draw_word_fields(ShellView& shell) {
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

}  // namespace heatwave::shell
