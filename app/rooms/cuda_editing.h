// The rooms' editors of CUDA text mark its mistakes and warnings while it is typed, and list them
// below it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/ui/code_editor.h"
#include "app/ui/sized.h"
#include "kernels/cuda_text/compiler.h"

namespace heatwave::rooms {

/// Marks mistakes and warnings in the editor's text.
inline void mark(ui::CodeEditor& editor, const std::vector<cuda_text::Diagnostic>& mistakes) {
  std::vector<ui::CodeMarker> markers;
  for (const cuda_text::Diagnostic& each : mistakes) {
    markers.push_back({.line = each.place.line,
                       .column = each.place.column,
                       .length = 0,
                       .words = each.text,
                       .warns = each.severity == cuda_text::Severity::warning});
  }
  editor.set_markers(std::move(markers));
}

/// Marks what the front end finds in the editor's text.
inline void mark_mistakes(ui::CodeEditor& editor) {
  mark(editor, cuda_text::Source(editor.text()).check());
}

/// Draws the editor over the rest of the window, and a list of its markers of this height below it.
inline ui::CodeEditor::Edit draw_with_markers(const ui::Look& look, ui::CodeEditor& editor,
                                              float below) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ui::CodeEditor::Edit edit = editor.draw(look, {room.x, room.y - below});
  if (below > 0) {
    ui::begin_rest("mistakes");
    editor.draw_markers(look);
    ImGui::EndChild();
  }
  return edit;
}

}  // namespace heatwave::rooms
