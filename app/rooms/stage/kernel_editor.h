// The editor for a copy of the shown kernel, in the place of its source.
#pragma once

#include <string>

#include "app/rooms/stage/stage_view.h"
#include "app/ui/code_editor.h"

namespace heatwave::stage_room {

class KernelEditor {
 public:
  KernelEditor(const stage::Lesson& lesson, const std::string& text);

  [[nodiscard]] const stage::Lesson& lesson() const { return lesson_; }
  [[nodiscard]] std::string text() const { return editor_.text(); }
  /// Puts the cursor at a place that counts from 1.
  void go_to(int line, int column);
  /// Draws the text, and its mistakes below it. Returns true when the text has to be played.
  bool draw(const StageView& context);

 private:
  void mark_mistakes();

  const stage::Lesson& lesson_;
  ui::CodeEditor editor_{"kernel", ui::CodeLanguage::cuda};
};

/// Returns the text that is edited, or the shown one.
std::string kernel_text(const StageView& context);
/// Opens the editor with the shown kernel, or closes it.
void toggle_editor(StageView& context);
/// Closes the editor when another lesson is shown.
void keep_editor(StageView& context);
/// Draws the editor; Ctrl Enter plays its text.
void draw_kernel_editor(StageView& context);

}  // namespace heatwave::stage_room
