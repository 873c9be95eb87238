// The text is compiled at each change, and played on Ctrl Enter.
#include "app/rooms/stage/kernel_editor.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/ui/sized.h"
#include "kernels/cuda_text/compiler.h"

namespace heatwave::stage_room {

KernelEditor::KernelEditor(const stage::Lesson& lesson, const std::string& text) : lesson_(lesson) {
  editor_.set_text(text);
  const std::size_t gap = text.find("/* your code");
  if (gap == std::string::npos) {
    editor_.take_keys();
  } else {
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(gap), '\n');
    const std::size_t begin = text.rfind('\n', gap) + 1;
    go_to(static_cast<int>(lines) + 1, static_cast<int>(gap - begin) + 1);
  }
  mark_mistakes();
}

void KernelEditor::go_to(int line, int column) {
  editor_.set_cursor(line, column);
  editor_.take_keys();
}

void KernelEditor::mark_mistakes() {
  std::vector<ui::CodeMarker> markers;
  for (const cuda_text::Diagnostic& each : cuda_text::Source(editor_.text()).check()) {
    markers.push_back(
        {.line = each.place.line, .column = each.place.column, .length = 0, .words = each.text});
  }
  editor_.set_markers(std::move(markers));
}

bool KernelEditor::draw(const StageView& context) {
  constexpr std::size_t kMostShown = 3;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const auto rows = static_cast<float>(std::min(editor_.markers().size(), kMostShown));
  const float below = std::min(rows * 2 * row, room.y / 3);
  const ui::CodeEditor::Edit edit = editor_.draw(context, {room.x, room.y - below});
  if (below > 0) {
    ui::begin_rest("mistakes");
    editor_.draw_markers(context);
    ImGui::EndChild();
  }
  if (edit.changed) mark_mistakes();
  return edit.confirmed && editor_.markers().empty();
}

std::string kernel_text(const StageView& context) {
  const StageModel& model = context.model;
  return model.kernel.editor != nullptr
             ? model.kernel.editor->text()
             : stage::code_of(shown_lesson(model), shown_play_settings(model)).text();
}

void toggle_editor(StageView& context) {
  StageModel& model = context.model;
  if (model.kernel.editor != nullptr) {
    model.kernel.editor.reset();
  } else {
    model.kernel.editor = std::make_shared<KernelEditor>(shown_lesson(model), kernel_text(context));
  }
}

void keep_editor(StageView& context) {
  StageModel& model = context.model;
  if (model.kernel.editor != nullptr && &model.kernel.editor->lesson() != &shown_lesson(model)) {
    model.kernel.editor.reset();
  }
}

void draw_kernel_editor(StageView& context) {
  if (!context.model.kernel.editor->draw(context)) return;
  stage::PlaySettings& settings = changed_play_settings(context.model);
  settings.text = context.model.kernel.editor->text();
  settings.schedule.choices.clear();  // the choices belong to other steps
  play_again(context);
}

}  // namespace heatwave::stage_room
