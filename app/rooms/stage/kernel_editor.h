// The editor for a copy of the shown kernel, in the place of its source, and the original beside
// it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/rooms/stage/stage_view.h"
#include "app/ui/code_editor.h"
#include "app/ui/line_diff.h"

namespace heatwave::stage_room {

/// The kernel's text beside another one: its original, or the one that was played before.
struct KernelChanges {
  std::string text;                                    ///< shown or edited text
  std::shared_ptr<const rooms::ShownSource> original;  ///< the other text; never null
  ui::ChangedLines lines;                              ///< lines of the original and of the text
};

/// Returns the heading of the text that stands in the place of the board: "Original", or "Before: "
/// with the name of the play whose costs are shown; empty: it is the board.
std::string heading_beside(const StageModel& model);
/// Names the play whose cost is compared: "the kernel edited before", "'without its barriers'".
std::string name_of(const CostBefore& before, const stage::Lesson& lesson);

class KernelEditor {
 public:
  KernelEditor(const stage::Lesson& lesson, const std::string& text);

  /// Returns the id of the lesson whose kernel is edited.
  [[nodiscard]] const std::string& lesson() const { return lesson_; }
  [[nodiscard]] std::string text() const { return editor_.text(); }
  [[nodiscard]] bool has_mistakes() const { return editor_.has_mistakes(); }
  /// Shows the text that is played, if it is another one than the last time.
  void follow(const std::string& played);
  /// Puts the cursor at a place that counts from 1.
  void go_to(int line, int column);
  /// Draws the text, and its mistakes below it. Returns true when the text has to be played.
  bool draw(const StageView& context, const std::vector<int>& changed_lines);

 private:
  std::string lesson_;
  std::string played_;
  ui::CodeEditor editor_{"kernel", ui::CodeLanguage::cuda};
};

/// Returns the text that is edited, or the shown one.
std::string kernel_text(const StageView& context);
/// Returns whether the text that is edited or shown is another one than the original.
bool is_kernel_changed(const StageView& context);
/// Returns the differences between the kernel's text and its original; where costs are shown, the
/// original is the kernel that was played before, if there is one.
const KernelChanges& keep_changes(StageView& context);

/// Opens the editor with the shown kernel, or closes it.
void toggle_editor(StageView& context);
/// Closes the editor when another lesson is shown, and shows in it what undo and redo bring.
void keep_editor(StageView& context);
/// Plays the edited text.
void play_kernel(StageView& context);
/// Asks for a file to save the kernel in.
void save_kernel(StageView& context);
/// Puts the lesson with the kernel on the clipboard as a line of text.
void share_kernel(StageView& context);

/// Draws the editor; Ctrl Enter plays its text.
void draw_kernel_editor(StageView& context);
/// Draws the text that the kernel is compared with, and what its lines cost if that is shown.
/// Fills the rest of the window.
void draw_original_kernel(StageView& context);

}  // namespace heatwave::stage_room
