// The editor for a copy of the chosen variant's kernel, beside the original.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/rooms/lab/lab_view.h"
#include "app/ui/code_editor.h"
#include "app/ui/line_diff.h"

namespace heatwave::lab_room {

class LabKernel {
 public:
  /// `original`: the text before it was edited, as kernel_text() returns it.
  LabKernel(std::string variant, const std::string& original, const std::string& text);

  /// Returns "dot/lecture": the experiment and the variant whose kernel is edited.
  [[nodiscard]] const std::string& variant() const { return variant_; }
  [[nodiscard]] std::string text() const { return editor_.text(); }
  [[nodiscard]] bool is_changed() const { return text() != original_.key(); }
  [[nodiscard]] const std::vector<ui::CodeMarker>& markers() const { return editor_.markers(); }
  /// Marks what the compiler refused, if it was this text. Null: nothing was refused.
  void mark_refused(const std::shared_ptr<const session::RefusedKernel>& refused);
  void draw_original(const LabView& context) const;
  /// Returns true when the text has to be timed.
  bool draw(const LabView& context);

 private:
  void check();

  std::string variant_;
  rooms::ShownSource original_;
  bool is_playable_;                                       ///< our own front end reads the original
  std::shared_ptr<const session::RefusedKernel> refused_;  ///< marked last; null: none
  ui::ChangedLines changes_;  ///< lines of the original and of the text
  ui::CodeEditor editor_{"lab kernel", ui::CodeLanguage::cuda};
};

/// Opens the editor with the chosen variant's kernel, or closes it.
void toggle_kernel(LabView& context);
/// Returns why the chosen variant's kernel cannot be edited; empty: it can.
std::string why_no_kernel(const LabView& context);
/// Closes the editor when another variant is chosen.
void keep_kernel(LabView& context);
/// Draws the editor and its original. Fills the rest of the window.
void draw_kernel(LabView& context);

}  // namespace heatwave::lab_room
