// Draws the head of a lecture's card.
#include "app/shell/lectures/lecture_head.h"

#include <string>
#include <vector>

#include "app/ui/controls.h"
#include "app/ui/picker.h"

namespace heatwave::shell {

const std::vector<wire::LectureListing>& listings(const ShellView& shell) {
  static const std::vector<wire::LectureListing> none;
  return shell.now.lecture.all == nullptr ? none : *shell.now.lecture.all;
}

namespace {

/// Returns the name of the open lecture; empty: it does not come with the program.
std::string name_of(const ShellView& shell) {
  for (const wire::LectureListing& each : listings(shell)) {
    if (each.title == shell.now.lecture.lecture->title) return each.name;
  }
  return {};
}

}  // namespace

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
    if (icon_button(shell, "write lecture", ui::Icon::pencil,
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

}  // namespace heatwave::shell
